import { execFile } from 'node:child_process';
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Outcome } from './scenario.ts';

/** A series takes an hour: its outcomes are kept, so that an interrupted one can be resumed. */
const file = join(import.meta.dirname, '../../tmp/faults.jsonl');

type SeededOutcome = Outcome & { seed: number; commit: string };

/** The tested commit, with a plus for uncommitted changes; empty outside a Git checkout. */
export async function commitOfTree(): Promise<string> {
  const { stdout } = await promisify(execFile)('git', ['describe', '--always', '--abbrev=10', '--dirty=+'], {
    cwd: import.meta.dirname,
  }).catch(() => ({ stdout: '' }));
  return stdout.trim();
}

export async function beginSeries(seed: number): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify({ seed })}\n`);
}

export async function keepOutcome(outcome: SeededOutcome): Promise<void> {
  await appendFile(file, `${JSON.stringify(outcome)}\n`);
}

/** The outcomes of the latest series so far. */
export async function finishedRuns(): Promise<{ seed: number; outcomes: SeededOutcome[] }> {
  const [head, ...outcomes] = (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
  return { seed: (head as { seed: number }).seed, outcomes: outcomes as SeededOutcome[] };
}
