import assert from 'node:assert/strict';
import { test } from 'vitest';
import { promptSeed } from './seed-prompts.ts';

const advice = (theme: string) => promptSeed.filter((one) => one.theme.en === theme).flatMap((one) => one.suggestions);

test('the advice of each theme of the first stock names how many people it is for', () => {
  for (const theme of ['Single person', 'Baby or child', 'Pet alone']) {
    assert.ok(advice(theme).includes('single_subject'), theme);
    assert.ok(!advice(theme).includes('everyone_visible'), theme);
  }
  assert.ok(advice('Couple or group').includes('everyone_visible'));
  for (const theme of ['Couple or group', 'Person with pet'])
    assert.ok(!advice(theme).includes('single_subject'), theme);
});
