// Mutation testing: how many small faults in the code that decides over money, states and files do the tests find?
// `npm run mutation -- pricing` takes only the areas and files with that word in their name. See docs/testing.md.
import { mkdirSync, writeFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { MutantResult } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import { clusterVariable, startTestCluster } from '../../server/test/cluster.ts';
import { areas, neverMutated, type Area } from './areas.ts';
import { adaptMutators } from './mutators.ts';

type Chosen = Area & { files: string[]; isWhole: boolean };

const root = join(import.meta.dirname, '../..');
const cache = join(root, 'node_modules/.cache/mutation');
const words = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
/** Percent of the mutants that have to be killed. */
const least = 85;
/** Ignore the results of earlier runs. */
const force = process.argv.includes('--force');

process.chdir(root);
mkdirSync(cache, { recursive: true });
const chosen = (await Promise.all(areas.map(withFiles))).filter(({ files }) => files.length > 0);
if (chosen.length === 0) {
  const names = areas.map(({ name }) => name).join(', ');
  console.error(`Neither an area nor a mutated file has ${words.join(' or ')} in its name. The areas are ${names}.`);
  process.exit(1);
}

await adaptMutators();
const cluster = process.env[clusterVariable] ? undefined : await startTestCluster();
if (cluster) process.env[clusterVariable] = cluster.adminUrl;
const results = new Map<string, MutantResult[]>();
try {
  for (const area of chosen) {
    const [line = ''] = area.name.split('/');
    results.set(line, [...(results.get(line) ?? []), ...(await mutate(area))]);
  }
} finally {
  await cluster?.stop();
}
const all = [...results.values()].flat();
console.log(unnoticed(all));
console.table(Object.fromEntries([...results, ['all', all] as const].map(([name, some]) => [name, figures(some)])));
if (Number.parseFloat(figures(all).score) < least) {
  console.error(`Less than ${least} % are killed.`);
  process.exitCode = 1;
}

async function withFiles(area: Area): Promise<Chosen> {
  const files: string[] = [];
  for await (const file of glob(area.mutate, { exclude: [...neverMutated] })) files.push(file);
  const wanted = files.filter(
    (file) => words.length === 0 || words.some((word) => `${area.name} ${file}`.includes(word)),
  );
  return { ...area, files: wanted.toSorted(), isWhole: wanted.length === files.length };
}

async function mutate({ name, files, leftOut = [], isWhole }: Chosen): Promise<MutantResult[]> {
  console.log(`\n── ${name}: ${files.length} files`);
  process.env['MUTATION_AREA'] = name;
  const fileName = name.replace('/', '-');
  const found = await new Stryker({
    mutate: files,
    mutator: { plugins: null, excludedMutations: [...leftOut] },
    testRunner: 'vitest',
    vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: false },
    plugins: ['@stryker-mutator/vitest-runner', join(import.meta.dirname, 'mutators.ts')],
    ignorers: ['silent-calls'],
    // Nothing that a test of these areas needs.
    ignorePatterns: ['/docs', '/e2e', '/deploy', '/.ci', '/renderer/judge'],
    tempDirName: join(tmpdir(), 'keepsake-mutation'),
    incremental: true,
    incrementalFile: join(cache, `${fileName}.json`),
    force,
    reporters: ['progress'],
    // Most tests wait for something: one process more than cores.
    concurrency: Number(process.env['MUTATION_WORKERS'] ?? 3),
    timeoutMS: 60_000,
    timeoutFactor: 3,
    dryRunTimeoutMinutes: 20,
    warnings: { slow: false, unknownOptions: true, preprocessorErrors: true, unserializableOptions: true },
    allowConsoleColors: false,
  }).runMutationTest();
  const own = found.filter((mutant) => files.includes(relative(root, mutant.fileName)));
  if (isWhole) writeFileSync(join(cache, `${fileName}.txt`), unnoticed(own));
  return own;
}

/** The mutants that no test detected, and those whose tests timed out, one per line. */
function unnoticed(mutants: MutantResult[]): string {
  return mutants
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage' || status === 'Timeout')
    .map(({ fileName, location, status, mutatorName, replacement }) => {
      const { line, column } = location.start;
      const change = (replacement ?? '').replaceAll(/\s+/g, ' ');
      return `${relative(root, fileName)}:${line}:${column} ${status} ${mutatorName} ${change}`;
    })
    .toSorted()
    .join('\n');
}

function figures(mutants: MutantResult[]) {
  const count = (...statuses: MutantResult['status'][]) =>
    mutants.filter(({ status }) => statuses.includes(status)).length;
  // A file whose tests cannot even begin with the mutant counts as killed, which Stryker's own score leaves out.
  const killed = count('Killed', 'RuntimeError');
  const [timedOut, survived, noCoverage] = [count('Timeout'), count('Survived'), count('NoCoverage')];
  const total = killed + timedOut + survived + noCoverage;
  const score = `${((100 * (killed + timedOut)) / Math.max(1, total)).toFixed(1)} %`;
  return { mutants: total, killed, timedOut, survived, noCoverage, score };
}
