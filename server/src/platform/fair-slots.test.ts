import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createFairSlots, type Claim } from './fair-slots.ts';

/** Tasks that end on command. */
function workbench(atOnce = 2, largeAtOnce = 1) {
  const slots = createFairSlots({ atOnce, largeAtOnce });
  const ends = new Map<string, () => void>();
  const settled = () => new Promise(setImmediate);
  return {
    started: () => [...ends.keys()],
    async add(claim: Claim, ...names: string[]) {
      for (const name of names) void slots.run(claim, () => new Promise<void>((resolve) => ends.set(name, resolve)));
      await settled();
    },
    run: (claim: Claim) => slots.run(claim, async () => undefined),
    async end(name: string) {
      ends.get(name)?.();
      await settled();
    },
  };
}

test('runs at most as many tasks concurrently as there are slots, in order of arrival', async () => {
  const bench = workbench();
  for (const owner of ['a', 'b', 'c', 'd']) await bench.add({ owner }, owner);
  assert.deepEqual(bench.started(), ['a', 'b']);
  await bench.end('b');
  assert.deepEqual(bench.started(), ['a', 'b', 'c']);
  await bench.end('a');
  assert.deepEqual(bench.started(), ['a', 'b', 'c', 'd']);
});

test('an owner has one slot, and its next task waits behind later owners', async () => {
  const bench = workbench();
  await bench.add({ owner: 'many' }, 'many 1', 'many 2', 'many 3');
  await bench.add({ owner: 'one' }, 'one 1');
  await bench.add({ owner: 'two' }, 'two 1', 'two 2');
  assert.deepEqual(bench.started(), ['many 1', 'one 1']);
  await bench.end('many 1');
  assert.deepEqual(bench.started().slice(2), ['two 1']);
  await bench.end('one 1');
  assert.deepEqual(bench.started().slice(3), ['many 2']);
  await bench.end('many 2');
  assert.deepEqual(bench.started().slice(4), ['many 3']);
  await bench.end('two 1');
  assert.deepEqual(bench.started().slice(5), ['two 2']);
});

test('an owner may have several slots', async () => {
  const bench = workbench(4);
  await bench.add({ owner: 'a', most: 3 }, '1', '2', '3', '4');
  assert.deepEqual(bench.started(), ['1', '2', '3']);
});

test('a large task waits for another large one, and small ones overtake it', async () => {
  const bench = workbench();
  await bench.add({ owner: 'a', isLarge: true }, 'large 1');
  await bench.add({ owner: 'b', isLarge: true }, 'large 2');
  await bench.add({ owner: 'c' }, 'small');
  assert.deepEqual(bench.started(), ['large 1', 'small']);
  await bench.end('large 1');
  assert.deepEqual(bench.started(), ['large 1', 'small', 'large 2']);
});

test('a failed task releases its slot', async () => {
  const slots = createFairSlots({ atOnce: 1, largeAtOnce: 1 });
  await assert.rejects(
    slots.run({ owner: 'a', isLarge: true }, () => Promise.reject(new Error('no'))),
    /no/,
  );
  assert.equal(await slots.run({ owner: 'a', isLarge: true }, async () => 'next'), 'next');
});

test('further tasks of an owner are refused while many of them wait, and other owners are not', async () => {
  const bench = workbench();
  await bench.add({ owner: 'many', mostWaiting: 2 }, '1', '2', '3');
  await assert.rejects(bench.run({ owner: 'many', mostWaiting: 2 }), { code: 'rate_limited' });
  await bench.run({ owner: 'one', mostWaiting: 2 });
  await bench.end('1');
  await bench.add({ owner: 'many', mostWaiting: 2 }, '4');
  assert.deepEqual(bench.started(), ['1', '2']);
});
