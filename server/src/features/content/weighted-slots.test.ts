import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createWeightedSlots } from './weighted-slots.ts';

/** Pieces of work that end when they are told to. */
function workbench() {
  const ends = new Map<string, () => void>();
  return {
    started: () => [...ends.keys()],
    piece: (name: string) => () => new Promise<void>((resolve) => ends.set(name, resolve)),
    end: async (name: string) => {
      ends.get(name)?.();
      await new Promise(setImmediate);
    },
  };
}

test('no more pieces run at once than there are slots, in the order in which they came', async () => {
  const slots = createWeightedSlots(100, 2);
  const bench = workbench();
  for (const name of ['a', 'b', 'c', 'd']) void slots.run(1, bench.piece(name));
  await new Promise(setImmediate);
  assert.deepEqual(bench.started(), ['a', 'b']);
  await bench.end('b');
  assert.deepEqual(bench.started(), ['a', 'b', 'c']);
  await bench.end('a');
  assert.deepEqual(bench.started(), ['a', 'b', 'c', 'd']);
});

test('a heavy piece waits until it has the room for itself, and is not overtaken', async () => {
  const slots = createWeightedSlots(100, 2);
  const bench = workbench();
  void slots.run(10, bench.piece('light'));
  void slots.run(5000, bench.piece('heavy'));
  void slots.run(10, bench.piece('late'));
  await new Promise(setImmediate);
  assert.deepEqual(bench.started(), ['light']);
  await bench.end('light');
  assert.deepEqual(bench.started(), ['light', 'heavy']);
  await bench.end('heavy');
  assert.deepEqual(bench.started(), ['light', 'heavy', 'late']);
});

test('a piece that fails gives its room back', async () => {
  const slots = createWeightedSlots(1, 1);
  await assert.rejects(
    slots.run(1, () => Promise.reject(new Error('no'))),
    /no/,
  );
  assert.equal(await slots.run(1, async () => 'next'), 'next');
});
