import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isForOne } from './is-for-one.ts';

const alone = { suggestions: ['smile', 'single_subject'] };
const together = { suggestions: ['smile', 'everyone_visible'] };
const either = { suggestions: ['laugh', 'sharp_photo'] };

test('a theme with an effect for one alone is for one, whichever of its effects are chosen', () => {
  for (const chosen of [[], [either], [alone]]) assert.equal(isForOne([either, alone], chosen), true);
});

test('a theme whose effects say nothing of it, or are for several, is not', () => {
  assert.equal(isForOne([either], [either]), false);
  assert.equal(isForOne([together, either], [either]), false);
  assert.equal(isForOne([], []), false, 'no theme is chosen yet');
});

test('of a theme with effects of both kinds, each effect says whether it is for one alone', () => {
  const mixed = [together, alone, either];
  assert.equal(isForOne(mixed, [together, alone]), true);
  assert.equal(isForOne(mixed, [together]), false);
  assert.equal(isForOne(mixed, [either]), false);
});
