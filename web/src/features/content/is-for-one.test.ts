import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isForOne } from './is-for-one.ts';

const alone = { suggestions: ['smile', 'single_subject'] };
const together = { suggestions: ['smile', 'everyone_visible'] };

test('a theme for one says so, whatever its effects are; one for several does not', () => {
  for (const theme of ['Single person', 'Baby or child', 'Pet alone']) assert.equal(isForOne(theme, [together]), true);
  for (const theme of ['Couple or group', 'Person with pet', null]) assert.equal(isForOne(theme, [together]), false);
});

test('of a theme that the administrators made, each effect says whether it is for one alone', () => {
  assert.equal(isForOne('Wedding', [together, alone]), true);
  assert.equal(isForOne('Wedding', [together]), false);
});
