import assert from 'node:assert/strict';
import { test } from 'vitest';
import { effectOfWording } from './effect-of-prompt.ts';

test('finds the movement from an administrator’s wording', () => {
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
