import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createSlots } from './slots.ts';

test('runs as many tasks concurrently as there are slots, the others in their order', async () => {
  const inSlot = createSlots({ slots: 2, longestWaitMs: 10_000 });
  const begun: number[] = [];
  const finish: (() => void)[] = [];
  const works = [0, 1, 2, 3].map((i) =>
    inSlot(() => {
      begun.push(i);
      return new Promise<void>((resolve) => finish.push(resolve));
    }),
  );
  await turn();
  assert.deepEqual(begun, [0, 1]);
  finish[1]?.();
  await works[1];
  await turn();
  assert.deepEqual(begun, [0, 1, 2]);
  finish[0]?.();
  finish[2]?.();
  await turn();
  finish[3]?.();
  await Promise.all(works);
});

test('refuses a task that waits too long, and the slot stays usable', async () => {
  const inSlot = createSlots({ slots: 1, longestWaitMs: 20 });
  let finish: () => void = () => undefined;
  const first = inSlot(() => new Promise<void>((resolve) => (finish = resolve)));
  await assert.rejects(
    inSlot(async () => 'never'),
    { code: 'service_unavailable', status: 503, retryAfter: 1 },
  );
  finish();
  await first;
  assert.equal(await inSlot(async () => 'free again'), 'free again');
});

test('a task whose signal aborts while it waits leaves the queue; one that has begun keeps its slot until it ends', async () => {
  const inSlot = createSlots({ slots: 1 });
  const [begun, waiting] = [new AbortController(), new AbortController()];
  let finish: () => void = () => undefined;
  const first = inSlot(() => new Promise<void>((resolve) => (finish = resolve)), begun.signal);
  const second = inSlot(async () => 'never', waiting.signal);
  let thirdBegan = false;
  const third = inSlot(async () => (thirdBegan = true));
  waiting.abort(new Error('cancelled'));
  begun.abort(new Error('cancelled'));
  await assert.rejects(second, /cancelled/);
  assert.equal(thirdBegan, false);
  finish();
  await Promise.all([first, third]);
  await assert.rejects(
    inSlot(async () => 'never', waiting.signal),
    /cancelled/,
  );
});

test('a task that fails gives its slot back', async () => {
  const inSlot = createSlots({ slots: 1, longestWaitMs: 1_000 });
  await assert.rejects(
    inSlot(() => Promise.reject(new Error('broken'))),
    /broken/,
  );
  assert.equal(await inSlot(async () => 'next'), 'next');
});

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
