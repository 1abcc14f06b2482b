import assert from 'node:assert/strict';
import { test } from 'vitest';
import { FACE_EFFECTS } from '../effects.ts';
import { foresee } from './foresee.ts';

const SEEN = { canMove: true, canTurn: true, eyesOpen: [true, true] as [boolean, boolean], eyesHidden: false };

test('a head that looks half aside is foreseen to smile, and not to turn', () => {
  const aside = { ...SEEN, canTurn: false };
  const foreseen = FACE_EFFECTS.filter((effect) => foresee(effect, [aside], false));
  assert.deepEqual(foreseen, ['turn', 'look-around']);
  assert.equal(foresee('turn', [aside], false), 'faces_from_side');
  assert.equal(foresee('turn', [aside, SEEN], false), undefined);
});

test('a near profile is foreseen to keep still, and shut eyes not to wink', () => {
  const profile = { ...SEEN, canMove: false, canTurn: false };
  assert.equal(foresee('smile', [profile], false), 'faces_from_side');
  assert.equal(foresee('wink', [{ ...SEEN, eyesOpen: [false, false] }], false), 'eyes_closed');
  assert.equal(foresee('wink', [{ ...SEEN, eyesOpen: [false, true] }], false), undefined);
});

test('eyes behind dark glasses are foreseen not to wink, where nobody else does', () => {
  const hidden = { ...SEEN, eyesHidden: true };
  const foreseen = FACE_EFFECTS.filter((effect) => foresee(effect, [hidden], false));
  assert.deepEqual(foreseen, ['wink', 'blink']);
  assert.equal(foresee('wink', [hidden], false), 'eyes_hidden');
  assert.equal(foresee('wink', [hidden, SEEN], false), undefined);
});
