import assert from 'node:assert/strict';
import { test } from 'vitest';
import { backOff } from './attempt-step.ts';

test('waits double with each trouble in a row, up to twelve poll intervals', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4, 50].map((troubles) => backOff(100, troubles)),
    [100, 200, 400, 800, 1200, 1200],
  );
});
