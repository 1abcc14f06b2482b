import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LEFT_EYE_RIMS, RIGHT_EYE_RIMS } from '../face/landmarks.ts';
import { createFrame } from '../planes.ts';
import { drawLashes, measureLashes } from './finish-face.ts';

const SKIN = 180;
const SIDE = 64;
const LID = { left: 16, right: 48 };

test('lashes of a shut eye are as dark as the photo shows them: fair ones stay fair', () => {
  const { photo, places } = lids({ left: 130, right: 30 });
  const frame = createFrame(SIDE, SIDE);
  frame.y.fill(SKIN);
  drawLashes(frame, places, 100, measureLashes(photo, 1, places), { left: 1, right: 1 });
  const darkest = (from: number) => Math.min(...frame.y.filter((_, i) => i % SIDE >= from && i % SIDE < from + 32));
  assert.ok(darkest(0) >= 130 && darkest(0) < 140, `fair: ${darkest(0)}`);
  assert.ok(darkest(32) >= 30 && darkest(32) < 50, `dark: ${darkest(32)}`);
});

test('an open eye gets none', () => {
  const { photo, places } = lids({ left: 30, right: 30 });
  const frame = createFrame(SIDE, SIDE);
  frame.y.fill(SKIN);
  drawLashes(frame, places, 100, measureLashes(photo, 1, places), { left: 0.3, right: 0 });
  assert.ok(frame.y.every((luma) => luma === SKIN));
});

/** Two eyes whose upper lids lie side by side, each along a row as bright as its lashes. */
function lids(brightness: { left: number; right: number }) {
  const photo = createFrame(SIDE, SIDE);
  photo.y.fill(SKIN);
  const places = new Float32Array(468 * 2);
  for (const [side, { upper }] of [['left', LEFT_EYE_RIMS] as const, ['right', RIGHT_EYE_RIMS] as const]) {
    upper.forEach((point, i) => places.set([LID[side] + i - 4, 32], point * 2));
    photo.y.fill(brightness[side], 32 * SIDE + LID[side] - 4, 32 * SIDE + LID[side] + 5);
  }
  return { photo, places };
}
