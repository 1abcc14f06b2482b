import assert from 'node:assert/strict';
import { test } from 'vitest';
import { LEFT_EYE_RIMS, MOUTH_RIMS, RIGHT_EYE_RIMS } from '../face/landmarks.ts';
import { createFrame } from '../picture/planes.ts';
import { darkenMouth, drawLashes } from './finish-face.ts';
import { measureLashes } from '../face/feature-tones.ts';

const SKIN = 180;
const SIDE = 64;
const LID = { left: 16, right: 48 };

test('the lashes of a closed eye are as dark as in the photo', () => {
  const { photo, places } = lids({ left: 130, right: 30 });
  const frame = createFrame(SIDE, SIDE);
  frame.y.fill(SKIN);
  drawLashes(frame, places, 100, measureLashes(photo, 1, places), { left: 1, right: 1 });
  const darkest = (from: number) => Math.min(...frame.y.filter((_, i) => i % SIDE >= from && i % SIDE < from + 32));
  assert.ok(darkest(0) >= 130 && darkest(0) < 140, `fair: ${darkest(0)}`);
  assert.ok(darkest(32) >= 30 && darkest(32) < 50, `dark: ${darkest(32)}`);
});

test('lashes are as blurred as the photo', () => {
  const darkest = (edge: number) => {
    const { photo, places } = lids({ left: 30, right: 30 });
    for (const { above, lower } of [LEFT_EYE_RIMS, RIGHT_EYE_RIMS]) {
      places.set([8, 12], above[0]![4]! * 2);
      places.set([8, 52], lower[4]! * 2);
    }
    // The transition from skin to eye takes `rows` rows.
    for (let y = 0; y < SIDE; y++) {
      const share = Math.max(0, Math.min(1, (y - 32) / edge + 0.5));
      photo.y.fill(SKIN - 150 * share, y * SIDE + 6, y * SIDE + 11);
    }
    const frame = createFrame(SIDE, SIDE);
    frame.y.fill(SKIN);
    drawLashes(frame, places, 100, measureLashes(photo, 1, places), { left: 0, right: 1 });
    return Math.min(...frame.y);
  };
  assert.ok(darkest(2) < 60, `in focus: ${darkest(2)}`);
  assert.ok(darkest(30) > 150, `out of focus: ${darkest(30)}`);
});

test('an open eye gets no lash line', () => {
  const { photo, places } = lids({ left: 30, right: 30 });
  const frame = createFrame(SIDE, SIDE);
  frame.y.fill(SKIN);
  drawLashes(frame, places, 100, measureLashes(photo, 1, places), { left: 0.3, right: 0 });
  assert.ok(frame.y.every((luma) => luma === SKIN));
});

test('a mouth open by less than a pixel shows a faint line, not black dots', () => {
  const frame = createFrame(SIDE, SIDE);
  frame.y.fill(SKIN);
  const places = new Float32Array(468 * 2);
  const held: number[] = [];
  const { lower } = MOUTH_RIMS;
  lower.forEach((point, i) => {
    const share = i / (lower.length - 1);
    const [x, y] = [12 + 40 * share, 30 + 6 * share * (1 - share)];
    held.push(x, y);
    places.set([x, y + 0.4], point * 2);
  });
  darkenMouth(frame, places, Float32Array.from(held), { y: 38, u: 122, v: 142 });
  const darkened = Array.from({ length: 30 }, (_, i) => {
    const column = Array.from({ length: SIDE }, (_, y) => frame.y[y * SIDE + 17 + i]!);
    return { most: SKIN - Math.min(...column), all: column.reduce((sum, luma) => sum + SKIN - luma, 0) };
  });
  assert.ok(
    darkened.every(({ most }) => most < 90),
    `${Math.max(...darkened.map(({ most }) => most))}`,
  );
  assert.ok(
    darkened.every(({ all }) => all > 20),
    `${Math.min(...darkened.map(({ all }) => all))}`,
  );
});

/** Two eyes with horizontal upper lids, each on a row of its lashes' brightness. */
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
