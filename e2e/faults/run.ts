// `npm run faults`: every fault of the table, as often as its races need. Its options are in options.ts.
import { beginSeries, commitOfTree, finishedRuns, keepOutcome } from './series.ts';
import { inWords } from './checks/common-check.ts';
import { readOptions } from './options.ts';
import { writeReport } from './report.ts';
import { isGood, runOnce, shortVariants, type Outcome, type Scenario } from './scenario.ts';
import { scenarios } from './scenarios.ts';
import { startWorld, type World } from './world/world.ts';

const { only, runs, isShort, isSeries, ...options } = readOptions(process.argv.slice(2));
const finished = options.resumes ? await finishedRuns() : undefined;
const commit = await commitOfTree();
const commits = new Set([...(finished?.outcomes.map((outcome) => outcome.commit) ?? []), commit]);
const seed = finished?.seed ?? options.seed ?? Math.floor(Math.random() * 1_000_000);

interface Task {
  scenario: Scenario;
  variant: unknown;
  seed: number;
}

const tasks = scenarios
  .filter(({ id }) => only === undefined || only.includes(id))
  .flatMap((scenario) =>
    (isShort ? shortVariants(scenario) : scenario.variants).map((variant) => ({ scenario, variant })),
  )
  .flatMap((task) => Array.from({ length: runs ?? (isShort ? 1 : task.scenario.runs) }, () => task))
  .map((task, at): Task => ({ ...task, seed: seed + at }))
  .filter(
    (task) => !finished?.outcomes.some((outcome) => outcome.id === task.scenario.id && outcome.seed === task.seed),
  );
const outcomes: Outcome[] = finished?.outcomes ?? [];
const skipped = new Map<string, string>();

if (!finished && isSeries) await beginSeries(seed);
process.stdout.write(`seed ${seed}, ${tasks.length} runs\n`);
await Promise.all(Array.from({ length: options.worlds }, workOff));
const bad = outcomes.filter((outcome) => !isGood(outcome)).length;
process.stdout.write(bad === 0 ? `\nAll ${outcomes.length} runs are as they must be.\n` : `\n${bad} runs are not.\n`);
process.exit(bad === 0 ? 0 : 1);

/** Runs tasks until none is left. */
async function workOff(): Promise<void> {
  const world = await startWorld();
  try {
    for (let task = tasks.shift(); task; task = tasks.shift()) await runTask(world, task);
  } finally {
    await world.stop();
  }
}

async function runTask(world: World, task: Task): Promise<void> {
  const { id, skip } = task.scenario;
  const reason = skip?.(world);
  if (reason !== undefined) {
    if (!skipped.has(id)) process.stdout.write(`${id} skipped: ${reason}\n`);
    skipped.set(id, reason);
    return;
  }
  const outcome = await runOnce(world, { ...task, isShort });
  outcomes.push(outcome);
  if (isSeries) await keepOutcome({ ...outcome, seed: task.seed, commit });
  const { variant, figures, tookMs } = outcome;
  process.stdout.write(`${id} ${variant}: ${inWords(figures)} (${(tookMs / 1000).toFixed(1)} s, seed ${task.seed})\n`);
  for (const problem of figures.problems) process.stdout.write(`    ${problem}\n`);
  if (isSeries) await writeReport({ scenarios, outcomes, skipped, seed, commits: [...commits] });
}
