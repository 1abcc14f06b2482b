import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'vitest';
import { createAdminReads } from './admin-reads.ts';

test('runs one call at a time, in order, even after a failed call', async () => {
  const inTurn = createAdminReads(10_000);
  const log: string[] = [];
  const read = (name: string) => async () => {
    log.push(`${name} begins`);
    await delay(1);
    log.push(`${name} ends`);
    if (name === 'b') throw new Error('broken');
    return name;
  };
  const [a, b, c] = ['a', 'b', 'c'].map((name) => inTurn(read(name)));
  await assert.rejects(b ?? assert.fail(), /broken/);
  assert.deepEqual([await a, await c], ['a', 'c']);
  assert.deepEqual(log, ['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

test('starts the next call when one hangs, which still gets its answer', async () => {
  const inTurn = createAdminReads(20);
  const { promise, resolve } = Promise.withResolvers<string>();
  const hanging = inTurn(() => promise);
  assert.equal(await inTurn(async () => 'next'), 'next');
  resolve('late');
  assert.equal(await hanging, 'late');
});
