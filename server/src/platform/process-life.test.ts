import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { isAlive, isZombie } from './process-life.ts';

test(
  'a process that was killed is dead, also while nobody collects it',
  { skip: process.platform !== 'linux' },
  async () => {
    // The shell becomes a program that never waits for its child, which therefore stays a zombie; the shell itself would collect it.
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const [printed] = (await once(parent.stdout, 'data')) as [Buffer];
    const child = Number(printed.toString());
    while (!readFileSync(`/proc/${parent.pid}/cmdline`, 'latin1').startsWith('sleep')) await new Promise(setImmediate);
    assert.deepEqual([isAlive(child), isZombie(child)], [true, false]);
    process.kill(child, 'SIGKILL');
    while (isAlive(child)) await new Promise(setImmediate);
    assert.equal(isZombie(child), true);
    parent.kill('SIGKILL');
    await once(parent, 'exit');
  },
);

test('an id that no process has is not alive', () => {
  assert.deepEqual([isAlive(2 ** 30), isZombie(2 ** 30)], [false, false]);
});
