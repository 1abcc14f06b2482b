import assert from 'node:assert/strict';
import { test } from 'vitest';
import { readOptions } from './options.ts';

test('only a whole series in its long form makes the page of faults', () => {
  for (const whole of [[], ['--seed', '7'], ['--worlds', '4'], ['--resume']])
    assert.equal(readOptions(whole).isSeries, true, whole.join(' '));
  for (const part of [['--only', 'F11'], ['--runs', '1'], ['--short'], ['--runs', '1', '--seed', '7']])
    assert.equal(readOptions(part).isSeries, false, part.join(' '));
});
