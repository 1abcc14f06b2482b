// Every check of the product, in the order in which a fault is cheapest to find. `npm test -- <part of a path>` runs only the tests whose
// path has it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { startTestCluster } from '../server/test/cluster.ts';

const root = join(import.meta.dirname, '..');
const wanted = process.argv.slice(2);

const failures: string[] = [];
if (wanted.length === 0) {
  await step('types', 'npm', ['run', '--silent', 'types']);
  await step('lint', 'oxlint', ['--type-aware', '--deny-warnings', '--quiet']);
  await step('format', 'prettier', ['--check', '--log-level', 'warn', '.']);
}
await runTests();
if (failures.length > 0) stop(`Failed: ${failures.join(', ')}`);
process.stdout.write('\nEvery check passed.\n');

async function runTests(): Promise<void> {
  const folders = '{contract,server,renderer,sandbox,web,scripts}';
  const units = chosen(
    globSync(`${folders}/**/*.test.ts`, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] }),
  );
  const journeys = chosen(globSync('e2e/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] }));
  if (units.length + journeys.length === 0) stop('No test has that in its path.');
  const cluster = await startTestCluster();
  const env = { TEST_DATABASE_URL: cluster.adminUrl };
  try {
    if (units.length > 0)
      await step('tests', 'node', ['--test', '--test-concurrency=2', '--test-timeout=180000', ...units], env);
    if (journeys.length > 0) {
      await step(
        'journeys in a browser',
        'node',
        ['--test', '--test-concurrency=1', '--test-timeout=300000', ...journeys],
        env,
      );
    }
  } finally {
    await cluster.stop();
  }
}

function chosen(paths: string[]): string[] {
  return paths.filter((path) => wanted.length === 0 || wanted.some((part) => path.includes(part))).toSorted();
}

async function step(name: string, command: string, args: string[], env: Record<string, string> = {}): Promise<void> {
  process.stdout.write(`\n── ${name}\n`);
  const started = Date.now();
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  const [code] = (await once(child, 'close')) as [number | null];
  process.stdout.write(
    `── ${name}: ${code === 0 ? 'passed' : 'FAILED'} in ${((Date.now() - started) / 1000).toFixed(1)} s\n`,
  );
  if (code !== 0) failures.push(name);
}

function stop(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
