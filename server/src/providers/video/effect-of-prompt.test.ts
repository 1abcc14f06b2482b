import assert from 'node:assert/strict';
import { lackCodes } from '@keepsake/contract/films/lacks';
import { standIns } from '@keepsake/contract/photos/photo-checks';
import { chooseMotion } from '@keepsake/renderer/foresee';
import { test } from 'vitest';
import { effectOfPrompt, foreseeLack } from './effect-of-prompt.ts';

const effectOf = (name: string) => effectOfPrompt({ effect: null, action: { en: name } });

test('finds the effect in the name that an administrator gives it', () => {
  const names = {
    'Grandmother beams with joy': 'smile',
    'Smile with the dog': 'smile',
    'Everyone smiles': 'smile',
    'He winks': 'wink',
    'Wink, wink': 'wink',
    'The dog tilts its head': 'pet-tilt',
    'Head tilt': 'pet-tilt',
    'The kitten breathes in its sleep': 'pet-breathe',
    'The rabbit twitches its ears': 'pet-ears',
    'Send a kiss': 'kiss',
    Kiss: 'kiss',
    'Wave goodbye': 'wave',
    'Turn your heads towards the window': 'turn',
    'Zoom in': 'zoom',
    'Living picture': 'idle',
  };
  for (const [name, effect] of Object.entries(names)) assert.equal(effectOf(name), effect, name);
});

test('does not know an effect whose name promises something else', () => {
  const names = [
    'Dance',
    'Clap',
    'Sing',
    'Bark',
    'Wag the tail',
    'Lick the nose',
    'Walk away',
    'Turn into a wolf',
    'Blow out the candles',
    'Kiss the bride',
    'Yawn',
    'Nod off',
    'Put on pants',
    'Amazing dance',
    'Dance with a smile',
    'Smile and dance',
    'Breathe and blink',
    'Falling leaves',
  ];
  for (const name of names) assert.equal(effectOf(name), 'unknown', name);
});

test('an effect that was chosen for a prompt needs no name', () => {
  assert.equal(effectOfPrompt({ effect: 'laugh', action: { en: 'Joy' } }), 'laugh');
});

test('no photo shows an effect that is not known', () => {
  const face = { canMove: true, canTurn: true, canLean: true, eyesOpen: [true, true], eyesHidden: false };
  assert.equal(foreseeLack('unknown', { faces: [face], hasEars: true, canWave: true }), 'unknown_effect');
  assert.equal(standIns.unknown_effect, 'picture');
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
  assert.deepEqual(
    made.map(({ lack }) => lack?.code).toSorted(),
    lackCodes.filter((code) => code !== 'unknown_effect').toSorted(),
    'one of each',
  );
  const words: Partial<Record<string, string>> = { idle: 'picture', 'pet-breathe': 'breath' };
  for (const { motion, lack } of made) assert.equal(lack && standIns[lack.code], words[motion] ?? motion, lack?.code);
});
