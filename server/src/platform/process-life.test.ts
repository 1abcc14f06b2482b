import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { test } from 'vitest';
import { until } from '../../test/until.ts';
import { isAlive, isZombie } from './process-life.ts';

test('a killed process counts as dead, even while it is a zombie', { skip: process.platform !== 'linux' }, async () => {
  // The shell becomes a program that never waits for its child, which therefore stays a zombie.
  const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [printed] = (await once(parent.stdout, 'data')) as [Buffer];
  const child = Number(printed.toString());
  assert.deepEqual([isAlive(child), isZombie(child)], [true, false]);
  // Until then the shell would collect it.
  await until(async () => (await readFile(`/proc/${parent.pid}/comm`, 'utf8')) === 'sleep\n');
  process.kill(child, 'SIGKILL');
  await until(() => !isAlive(child));
  assert.equal(isZombie(child), true);
  parent.kill('SIGKILL');
  await once(parent, 'exit');
});

test('an id that no process has is not alive', () => {
  assert.deepEqual([isAlive(2 ** 30), isZombie(2 ** 30)], [false, false]);
});
