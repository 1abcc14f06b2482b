import assert from 'node:assert/strict';
import { test } from 'vitest';
import { effectOfPrompt, foreseeLack } from '../../providers/video/effect-of-prompt.ts';
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

test('every effect of the first stock is one that the built-in animator shows of a photo that suits it', () => {
  const face = { canMove: true, canTurn: true, canLean: true, eyesOpen: [true, true], eyesHidden: false };
  for (const one of promptSeed) {
    const faces = one.theme.en === 'Pet alone' ? [] : [face, face];
    const lack = foreseeLack(effectOfPrompt(one), {
      faces,
      hasEars: true,
      canWave: true,
      subject: { top: 0.2, bottom: 1 },
    });
    assert.equal(lack, undefined, one.key);
  }
});
