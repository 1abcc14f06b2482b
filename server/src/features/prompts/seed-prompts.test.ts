import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { languages } from '@keepsake/contract/primitives';
import { effectOfPrompt, foreseeLack } from '../../providers/video/effect-of-prompt.ts';
import { pictogramSeed } from './pictogram-seed.ts';
import { promptSeed } from './seed-prompts.ts';

const advice = (theme: string) => promptSeed.filter((one) => one.theme.en === theme).flatMap((one) => one.suggestions);

describe('the seeded effects', () => {
  test('are at least 24 in five themes, with every text in five languages', () => {
    assert.ok(promptSeed.length >= 24);
    assert.equal(new Set(promptSeed.map(({ theme }) => theme.en)).size, 5);
    for (const { key, theme, action } of promptSeed) {
      for (const language of languages) assert.ok(theme[language] && action[language], `${key} in ${language}`);
    }
    for (const { key, name } of pictogramSeed)
      for (const language of languages) assert.ok(name[language], `${key} in ${language}`);
  });

  test('refer only to pictograms that exist, and have unique names within a theme', () => {
    const keys = new Set(pictogramSeed.map(({ key }) => key));
    for (const { key, suggestions } of promptSeed)
      for (const name of suggestions) assert.ok(keys.has(name), `${key} names ${name}`);
    for (const language of languages) {
      const shown = promptSeed.map(({ theme, action }) => `${theme[language]} / ${action[language]}`);
      assert.equal(new Set(shown).size, shown.length);
    }
  });

  test('have wordings of a length that the video service accepts', () => {
    for (const { key, prompt } of promptSeed) assert.ok(prompt.length >= 60 && prompt.length <= 1000, key);
  });

  test('give advice that fits how many people their theme is for', () => {
    for (const theme of ['Single person', 'Baby or child', 'Pet alone']) {
      assert.ok(advice(theme).includes('single_subject'), theme);
      assert.ok(!advice(theme).includes('everyone_visible'), theme);
    }
    assert.ok(advice('Couple or group').includes('everyone_visible'));
    for (const theme of ['Couple or group', 'Person with pet'])
      assert.ok(!advice(theme).includes('single_subject'), theme);
  });

  test('are all shown by the built-in animator if the photo suits them', () => {
    const face = { canMove: true, canTurn: true, canLean: true, eyesOpen: [true, true], eyesHidden: false };
    for (const one of promptSeed) {
      const faces = one.theme.en === 'Pet alone' ? [] : [face, face];
      const seen = { faces, hasEars: true, canWave: true, subject: { top: 0.2, bottom: 1 } };
      assert.equal(foreseeLack(effectOfPrompt(one), seen), undefined, one.key);
    }
  });
});
