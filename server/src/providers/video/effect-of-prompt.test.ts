import assert from 'node:assert/strict';
import { lackCodes } from '@keepsake/contract/films/lacks';
import { standIns } from '@keepsake/contract/photos/photo-checks';
import { chooseMotion } from '@keepsake/renderer/foresee';
import { test } from 'vitest';
import { effectOfWording } from './effect-of-prompt.ts';

test('finds the effect in an administrator’s wording', () => {
  const wordings = {
    'The grandmother beams with joy': 'smile',
    'He winks at us, then smiles': 'wink',
    'The dog tilts its head to one side': 'pet-tilt',
    'The kitten is sleeping, breathing slowly': 'pet-breathe',
    'The rabbit twitches its ears': 'pet-ears',
    'She blows a kiss into the camera': 'kiss',
    'Both wave goodbye': 'wave',
    'They turn their heads towards the window': 'turn',
    'The leaves rustle in the wind': 'idle',
  };
  for (const [prompt, effect] of Object.entries(wordings))
    assert.equal(effectOfWording({ action: '', prompt }), effect, prompt);
});

test('the effect’s name takes precedence over the wording', () => {
  assert.equal(effectOfWording({ action: 'Nod', prompt: 'He smiles, laughs, and nods.' }), 'nod');
});

test('the announced replacement of an effect is the one that the renderer makes', () => {
  const seen = { canMove: true, canTurn: true, canWink: true, eyesHidden: false };
  const subject = { top: 0.3, bottom: 1 };
  const made = [
    chooseMotion('smile', subject, []),
    chooseMotion('smile', subject, [{ ...seen, canMove: false }]),
    chooseMotion('wink', subject, [{ ...seen, canWink: false }]),
    chooseMotion('wink', subject, [{ ...seen, canWink: false, eyesHidden: true }]),
    chooseMotion('smile', subject, [{ ...seen, mouthHidden: true }]),
    chooseMotion('smile', subject, [{ ...seen, mouthHidden: true, mouthAgape: true }]),
    chooseMotion('laugh', subject, [{ ...seen, mouthOpen: false }]),
    chooseMotion('pet-tilt', undefined, []),
    chooseMotion('pet-tilt', { top: 0, bottom: 1 }, []),
    chooseMotion('pet-tilt', { ...subject, isAnimal: false }, []),
    chooseMotion('wave', subject, [seen]),
    chooseMotion('lean', subject, [seen]),
    chooseMotion('hug', subject, [seen]),
    chooseMotion('pet-ears', subject, []),
  ];
  assert.deepEqual(made.map(({ lack }) => lack?.code).toSorted(), lackCodes.toSorted(), 'one of each');
  const words: Partial<Record<string, string>> = { idle: 'picture', 'pet-breathe': 'breath' };
  for (const { motion, lack } of made) assert.equal(lack && standIns[lack.code], words[motion] ?? motion, lack?.code);
});
