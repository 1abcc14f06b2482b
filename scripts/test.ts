import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { clusterVariable, startTestCluster } from '../server/test/cluster.ts';
import { firstLines, journeyResults, noResults, type Results, unitResults } from './test/results.ts';

// Every check of the product. `npm test -- payment` runs only the test files with that in their path, `-- -t "<part of a name>"` only the
// tests with that in their name; `npm run test:full` runs the variations that `npm test` leaves out.

const root = join(import.meta.dirname, '..');
const cache = join(root, 'node_modules/.cache/keepsake-tests');
/** Upper bound of what a whole run writes: databases, films and the build. */
const neededDisk = 2e9;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { full: { type: 'boolean' }, 'test-name': { type: 'string', short: 't' } },
});
const name = values['test-name'];
const all = positionals.length === 0 && name === undefined;
const folders = '{contract,server,renderer,sandbox,web,art,scripts,e2e}';
const ignored = { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] };
const units = chosen(globSync(`${folders}/**/*.test.{ts,tsx}`, ignored)).filter(
  (path) => !values.full || hasVariations(path),
);
const journeys = chosen(globSync('e2e/**/*.spec.ts', ignored));

checkDisk();
checkFilters();
mkdirSync(cache, { recursive: true });
const started = Date.now();
const failed: string[] = [];
/** The first lines of what a failed check printed. */
const complaints = new Map<string, string[]>();
// Before the tests, not beside them: the fault tests, which run first, depend on time.
if (all && !values.full) await runStaticChecks();
const results = await runTests();
report(results);
process.exitCode = failed.length > 0 ? 1 : 0;

async function runStaticChecks(): Promise<void> {
  const checks = {
    // Reports the compiler's errors too, in less time than the compiler and the linter after each other.
    'types and lint': ['npm', 'run', '--silent', 'lint'],
    format: ['npm', 'run', '--silent', 'format:check'],
  };
  const outcomes = Object.entries(checks).map(async ([check, command]) => {
    if (!(await runCheck(check, command, { cwd: root, quiet: true }))) failed.push(check);
  });
  await Promise.all(outcomes);
}

async function runTests(): Promise<Results> {
  const cluster = await startTestCluster();
  const env = {
    [clusterVariable]: cluster.adminUrl,
    // Shared compile cache of the processes that tests start.
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/keepsake-compiled'),
    // The variations of the screens are drawn as a browser's translation leaves them.
    ...(values.full && { FULL: 'only', TRANSLATED: '1' }),
  };
  try {
    return [await runUnits(env), await runJourneys(env)].reduce((sum, more) => ({
      passed: sum.passed + more.passed,
      failed: [...sum.failed, ...more.failed],
      skipped: sum.skipped + more.skipped,
      files: [...sum.files, ...more.files],
    }));
  } finally {
    await cluster.stop();
  }
}

async function runUnits(env: Record<string, string>): Promise<Results> {
  if (units.length === 0) return noResults;
  const output = join(cache, 'units.json');
  rmSync(output, { force: true });
  const command = ['vitest', 'run', '--passWithNoTests'];
  command.push(...(name === undefined ? [] : ['--testNamePattern', name]));
  command.push(...(values.full ? units : positionals));
  const unitEnv = { ...env, UNIT_RESULTS: output };
  if (!(await runCheck('tests', command, { cwd: root, env: unitEnv }))) failed.push('tests');
  return unitResults(readJson(output), { root, full: values.full ?? false });
}

async function runJourneys(env: Record<string, string>): Promise<Results> {
  if (journeys.length === 0) return noResults;
  const output = join(cache, 'journeys.json');
  rmSync(output, { force: true });
  const command = ['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--pass-with-no-tests'];
  command.push(...(name === undefined ? [] : ['--grep', name]), ...positionals);
  const journeyEnv = { ...env, PLAYWRIGHT_JSON: output, ...(all && { LEAN_TRACES: '1' }) };
  if (!(await runCheck('journeys', command, { cwd: root, env: journeyEnv }))) failed.push('journeys');
  return journeyResults(readJson(output), root);
}

/** Prints the slowest files, failures with commands to repeat them, and the totals alone on the last line. */
function report({ passed, failed: failures, skipped, files }: Results): void {
  const say = (line = '') => process.stdout.write(`${line}\n`);
  if (files.length > 1) {
    say('\nSlowest files:');
    const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10);
    for (const { path, seconds } of slowest) say(`${seconds.toFixed(1).padStart(7)} s  ${path}`);
  }
  if (failures.length > 0) {
    say('\nTo see one of the failures again:');
    const script = values.full ? 'npm run test:full' : 'npm test';
    for (const { path, name: failure, error } of failures) {
      say(`  ${script} -- ${path}${failure === '' ? '' : ` -t ${JSON.stringify(escapeRegExp(failure))}`}`);
      for (const line of error) say(`      ${line}`);
    }
  }
  for (const [check, lines] of complaints) {
    say(`\n${check}:`);
    for (const line of lines) say(`  ${line}`);
  }
  say(`\n${failed.length === 0 ? 'Every check passed' : `Failed: ${failed.join(', ')}`}, after ${seconds()} s.`);
  say(`${passed} passed, ${failures.length} failed, ${skipped} skipped`);
}

function chosen(paths: string[]): string[] {
  return paths.filter((path) => positionals.length === 0 || positionals.some((part) => path.includes(part)));
}

/** Whether a file has tests with the tag `full`; `testLooks` and `testVariations` add them. Other files are skipped, to save their set-up. */
function hasVariations(path: string): boolean {
  return /'full'|testLooks\(|testVariations\(/.test(readFileSync(join(root, path), 'utf8'));
}

function checkFilters(): void {
  const paths = globSync(`${folders}/**/*.{test,spec}.{ts,tsx}`, ignored);
  for (const part of positionals) {
    if (paths.some((path) => path.includes(part))) continue;
    const near = nearNames(part, paths);
    stop(
      `No test file has "${part}" in its path.${near.length > 0 ? ` Near it:\n  ${near.join('\n  ')}` : ''}\nRun npm test -- <part of a path>.`,
    );
  }
}

function checkDisk(): void {
  const { bavail, bsize } = statfsSync(tmpdir());
  const free = bavail * bsize;
  if (free < neededDisk)
    stop(
      `The disk of ${tmpdir()} has ${(free / 1e9).toFixed(1)} GB free; the tests need ${neededDisk / 1e9} GB: free some, or name another folder in TMPDIR.`,
    );
}

/** The report of a run; undefined if it ended before it wrote one. */
function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as unknown;
  } catch {
    return undefined;
  }
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

function seconds(): number {
  return Math.round((Date.now() - started) / 1000);
}

function stop(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

/** The paths whose file names are most similar to a word, best first, by the Sørensen–Dice coefficient of letter pairs. */
function nearNames(word: string, paths: readonly string[], count = 5): string[] {
  const wanted = pairs(word);
  return paths
    .map((path) => ({ path, likeness: likeness(wanted, pairs(basename(path).split('.')[0] ?? '')) }))
    .filter(({ likeness }) => likeness > 0.3)
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, count)
    .map(({ path }) => path);
}

function likeness(some: Set<string>, others: Set<string>): number {
  const common = [...some].filter((pair) => others.has(pair)).length;
  return (2 * common) / Math.max(1, some.size + others.size);
}

function pairs(text: string): Set<string> {
  const letters = text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return new Set(Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2)));
}

interface Options {
  cwd: string;
  env?: Record<string, string>;
  /** Print output only of failed checks, so that concurrent checks do not mix. */
  quiet?: boolean;
}

/** Runs a command as one check and prints its result. @returns whether it passed */
async function runCheck(check: string, command: string[], options: Options): Promise<boolean> {
  const { cwd, env, quiet = false } = options;
  if (!quiet) process.stdout.write(`\n── ${check}\n`);
  const started = Date.now();
  const [file = '', ...args] = command;
  const child = spawn(file, args, {
    cwd,
    stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    env: { ...process.env, ...env },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (quiet && code !== 0) {
    process.stdout.write(`\n${printed}`);
    complaints.set(check, firstLines([printed]));
  }
  const duration = ((Date.now() - started) / 1000).toFixed(1);
  process.stdout.write(`── ${check}: ${code === 0 ? 'passed' : 'FAILED'} in ${duration} s\n`);
  return code === 0;
}
