import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { labelPositions, topOfScale } from './chart-plot.tsx';

test('a scale ends at a round number at or above the largest value, and its half is round', () => {
  const tops = [[], [0], [1], [2], [3], [4.5], [10], [11], [36], [99], [101], [4000], [4001]].map(topOfScale);
  assert.deepEqual(tops, [2, 2, 2, 2, 4, 10, 10, 20, 40, 100, 200, 4000, 10_000]);
});

test('whatever the values, they fit in the scale and use at least a fifth of it', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 2_000_000_000 }), { minLength: 1 }), (values) => {
      const [most, top] = [Math.max(...values), topOfScale(values)];
      assert.ok(most <= top && (most === 0 || most >= top / 5 || top === 2));
    }),
  );
});

test('labels go from the first point to the last, each once', () => {
  assert.deepEqual(labelPositions(0, 3), []);
  assert.deepEqual(labelPositions(1, 3), [0]);
  assert.deepEqual(labelPositions(2, 3), [0, 1]);
  assert.deepEqual(labelPositions(30, 3), [0, 15, 29]);
});
