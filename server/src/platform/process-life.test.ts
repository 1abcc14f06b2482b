import assert from 'node:assert/strict';
import { test } from 'vitest';
import { startMortal } from '../../test/zombie.ts';
import { isAlive, isZombie } from './process-life.ts';

test('a killed process counts as dead, even while it is a zombie', { skip: process.platform !== 'linux' }, async () => {
  const { pid, kill, bury } = await startMortal();
  assert.deepEqual([isAlive(pid), isZombie(pid)], [true, false]);
  await kill();
  assert.deepEqual([isAlive(pid), isZombie(pid)], [false, true]);
  await bury();
});

test('an id that no process has is not alive', () => {
  assert.deepEqual([isAlive(2 ** 30), isZombie(2 ** 30)], [false, false]);
});
