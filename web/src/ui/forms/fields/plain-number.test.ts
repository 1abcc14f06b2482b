import assert from 'node:assert/strict';
import { test } from 'vitest';
import { wholeWithin } from './plain-number.ts';

for (const [typed, expected] of [
  ['3', 3],
  [' 7 ', 7],
  ['2.9', 2],
  ['2,9', 2],
  ['0', 1],
  ['-4', 1],
  ['11', 10],
  ['Infinity', 1],
  ['0x5', 1],
  ['5e0', 1],
  ['5,000', 1],
  ['', 1],
  ['many', 1],
  ['3 films', 1],
] as const) {
  test(`"${typed}" films are ${expected}`, () => {
    assert.equal(wholeWithin(typed, 1, 10), expected);
  });
}
