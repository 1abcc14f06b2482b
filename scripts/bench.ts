// Benchmarks: every figure is compared with a reference measured in the same run, so that the machine cancels out, or with a bound.
// `npm run bench -- --only L02,L05` runs chosen ones; `--write` writes the figures to docs/figures/performance.json; `--soak` adds ten
// minutes of steady load; `--trial` runs everything small and short, to try the scenarios out.
import { parseArgs } from 'node:util';
import { startTestCluster } from '../server/test/cluster.ts';
import { type Figure, printTable } from './bench/figure.ts';
import { scenarios, type Scenario } from './bench/scenarios.ts';
import { writeFigures } from './bench/write-figures.ts';

const given = readArguments();
const chosen = choose(given.only, given.soak);
const measured = new Map<string, Figure[]>();
const cluster = await startTestCluster();
process.once('SIGINT', () => process.exit(130));
try {
  const scale = { adminUrl: cluster.adminUrl, seconds: given.trial ? 0.5 : 5, isTrial: given.trial };
  for (const { id, name, measure } of chosen) {
    const started = performance.now();
    try {
      measured.set(id, await measure(scale));
    } catch (error) {
      process.stdout.write(`FAILED: ${(error as Error).stack}\n`);
      process.exitCode = 1;
    }
    const seconds = (performance.now() - started) / 1000;
    process.stdout.write(`\n${id} ${name} (${seconds.toFixed(0)} s)\n`);
    printTable(measured.get(id) ?? []);
    for (const { what, plan } of measured.get(id) ?? [])
      if (plan !== undefined) process.stdout.write(`\n${what}\n${plan}\n`);
  }
} finally {
  await cluster.stop();
}
const figures = [...measured.values()].flat();
const missed = figures.filter(({ passes }) => !passes).length;
process.stdout.write(`\n${figures.length} figures, ${missed} of them missed their target.\n`);
if (given.write) await writeFigures(measured);
process.exit();

function readArguments() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      write: { type: 'boolean', default: false },
      soak: { type: 'boolean', default: false },
      trial: { type: 'boolean', default: false },
    },
  });
  if (values.write && values.trial) stop('The figures of a trial say nothing: they are not written down.');
  return values;
}

/** All but the soak, unless they are named. */
function choose(only: string | undefined, withSoak: boolean): readonly Scenario[] {
  if (only === undefined) return scenarios.filter(({ id }) => id !== 'L18' || withSoak);
  const wanted = only.split(',').map((id) => id.trim());
  const unknown = wanted.filter((id) => !scenarios.some((scenario) => scenario.id === id));
  const names = scenarios.map(({ id }) => id).join(', ');
  if (unknown.length > 0) stop(`There is no benchmark called ${unknown.join(', ')}; there are: ${names}.`);
  return scenarios.filter(({ id }) => wanted.includes(id));
}

function stop(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
