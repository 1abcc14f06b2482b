import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseMotion } from './choose-motion.ts';

const OPEN = [0.3, 0.3] as const;
const SHUT = [0.06, 0.1] as const;
const head = (given: { yaw?: number; width?: number; eyesOpen?: readonly [number, number] } = {}) => ({
  yaw: 0,
  width: 200,
  eyesOpen: OPEN,
  ...given,
});

test('an effect is itself where anybody in the photo can show it', () => {
  for (const effect of ['smile', 'wink', 'blink', 'turn'] as const) {
    const group = [head({ yaw: 80 }), head({ eyesOpen: SHUT }), head({ yaw: -45 })];
    assert.deepEqual(chooseMotion(effect, undefined, group), { motion: effect });
  }
});

test('shut eyes neither wink nor blink, and the film says so', () => {
  for (const effect of ['wink', 'blink'] as const) {
    const { motion, lack } = chooseMotion(effect, undefined, [head({ eyesOpen: SHUT })]);
    assert.deepEqual([motion, lack?.code], ['smile', 'eyes_closed']);
    assert.match(lack?.reason ?? '', /^A smile in place of a (wink|blink): the eyes in the photo are closed\.$/);
  }
  assert.equal(chooseMotion('smile', undefined, [head({ eyesOpen: SHUT })]).motion, 'smile');
  assert.equal(chooseMotion('wink', undefined, [head({ eyesOpen: [0.06, 0.3] })]).motion, 'wink', 'one is enough');
});

test('a profile keeps still, and so does what is too small to be seen', () => {
  for (const still of [head({ yaw: 85 }), head({ yaw: -60 }), head({ width: 9 })]) {
    for (const effect of ['smile', 'wink', 'wave', 'hug'] as const) {
      assert.deepEqual(chooseMotion(effect, undefined, [still]).lack?.code, 'faces_from_side', effect);
    }
  }
});

test('what no photo can show is stood in for by what it can', () => {
  const lacks = (['wave', 'hug'] as const).map((effect) => {
    const { motion, lack } = chooseMotion(effect, undefined, [head()]);
    return [effect, motion, lack?.code];
  });
  assert.deepEqual(lacks, [
    ['wave', 'nod', 'no_hand'],
    ['hug', 'smile', 'no_arms'],
  ]);
  assert.equal(chooseMotion('smile', undefined, []).lack?.code, 'no_face');
});

test('ears prick up where an animal that stands out has some, and the film says so where it has none', () => {
  const subject = { left: 100, right: 500, top: 100, bottom: 700, isCutOff: true };
  assert.deepEqual(chooseMotion('pet-ears', subject, [], true), { motion: 'pet-ears' });
  assert.equal(chooseMotion('pet-ears', subject, [], false).lack?.code, 'no_ears');
  assert.equal(chooseMotion('pet-ears', undefined, [], true).lack?.code, 'no_subject');
});
