import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { isGood, type Outcome, type Scenario } from './scenario.ts';

const file = join(import.meta.dirname, '../../docs/faults.md');

interface Report {
  scenarios: Scenario[];
  outcomes: Outcome[];
  skipped: Map<string, string>;
  seed: number;
  /** The commits that were tested: several if a series was resumed after a change. */
  commits: string[];
}

/** Writes docs/faults.md: each fault, its number of runs, and the outcome of the orders. */
export async function writeReport({ scenarios, outcomes, skipped, seed, commits }: Report): Promise<void> {
  const rows = scenarios.map((scenario) => row(scenario, outcomes, skipped.get(scenario.id)));
  const bad = outcomes.filter((outcome) => !isGood(outcome)).length;
  const text = `${intro}
Last run: the long form at ${commits.join(', ') || 'no commit'}, seed ${seed}, ${outcomes.length} runs, ${bad === 0 ? 'all as they must be' : `${bad} not as they must be`}.

| fault | what goes wrong | runs | orders | films | lost | unexpected | asked twice | stuck | other | time |
| --- | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |
${rows.join('\n')}
`;
  await writeFile(file, (await format(file, text)).code);
}

const intro = `# Faults

What becomes of orders when something goes wrong: every fault below was made to happen, in the processes that run in production (\`ROLE=web\` and
\`ROLE=worker\`, killed with SIGKILL where the table says so), against stand-ins that speak the protocols of the payment provider, the video service
and a mail server. After each run the same check counts: **lost** (paid films that were neither delivered nor visibly failed), **unexpected** (films
that nobody paid for, or creates that belong to no order), **asked twice** (creates that the video service accepted beyond the first of a film,
apart from those it failed itself), **stuck** (films in a middle state), and anything **other** that must not be: files and rows that disagree, more
than one payment or mail, a film whose SHA-256 is not that of the service's bytes, a process that ended by itself, a fault without a cause in the log.

\`npm run faults\` makes this page. \`--only F11\`, \`--runs N\` and \`--short\` run a part and leave the page alone. \`--seed N\` repeats a series,
\`--worlds N\` makes N worlds at once (two if left out), and \`--resume\` continues an interrupted series. A short form of every fault is part of
\`npm test\` or of \`npm run test:full\`. How it is built: [e2e/faults/world/world.ts](../e2e/faults/world/world.ts).
`;

function row({ id, fault }: Scenario, outcomes: Outcome[], skipReason: string | undefined): string {
  if (skipReason !== undefined) return `| ${id} | ${fault} (not run: ${skipReason}) | 0 | | | | | | | | |`;
  const own = outcomes.filter((outcome) => outcome.id === id);
  const sum = (of: (outcome: Outcome) => number) => own.reduce((total, outcome) => total + of(outcome), 0);
  const counts = (['orders', 'films', 'lost', 'unexpected', 'duplicates', 'stuck'] as const).map((name) =>
    sum(({ figures }) => figures[name]),
  );
  const others = sum(({ figures }) => figures.problems.length);
  const seconds = Math.round(sum(({ tookMs }) => tookMs) / 1000);
  return `| ${id} | ${fault} | ${own.length} | ${counts.join(' | ')} | ${others} | ${seconds} s |`;
}
