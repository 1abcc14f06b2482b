import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { PhotoFindings } from './look-at-photo.ts';
import { whoShows } from './who-shows.ts';

const face = {
  box: { left: 0, top: 0, right: 1, bottom: 1 },
  canMove: true,
  isClear: true,
  canTurn: true,
  canLean: true,
  eyesOpen: [true, true] as [boolean, boolean],
  eyesHidden: false,
  mouthHidden: false,
  mouthAgape: false,
  mouthOpen: true,
};
const closed = { ...face, mouthOpen: false };
const photo: PhotoFindings = { faces: [face, closed, closed], hands: 1, sharpness: 20, brightness: 120 };

test('of several people it is told how many show an effect, and how many hands wave', () => {
  assert.deepEqual(whoShows('laugh', photo), { count: 1, of: 'faces' });
  assert.deepEqual(whoShows('wave', photo), { count: 1, of: 'hands' });
  assert.equal(whoShows('smile', photo), undefined, 'everybody does');
});

test('nothing is told of one person who shows the effect, of effects without faces, and of older findings', () => {
  const alone = { ...photo, faces: [face] };
  for (const effect of ['laugh', 'wave'] as const) assert.equal(whoShows(effect, alone), undefined, effect);
  for (const effect of ['zoom', 'pet-breathe'] as const) assert.equal(whoShows(effect, photo), undefined, effect);
  assert.equal(whoShows('wave', { ...photo, hands: undefined }), undefined);
});
