import assert from 'node:assert/strict';
import { test } from 'vitest';
import { LEFT_EYE_RIMS, MOUTH_RIMS, RIGHT_EYE_RIMS } from '../face/landmarks.ts';
import { createFrame } from '../picture/planes.ts';
import { darkenMouth, drawLashes } from './finish-face.ts';
import { measureLashes } from '../face/feature-tones.ts';

const SKIN = 180;
const SIDE = 64;
const SHADE = { y: 130, u: 120, v: 150 };
const CAVITY = { y: 38, u: 122, v: 142, shade: SHADE };
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

test('a mouth open by less than a pixel shows an even line, not black dots', () => {
  const { frame, columns } = openMouth(0.4, () => SKIN);
  const darkened = columns.map((column) => SKIN - Math.min(...column));
  assert.ok(Math.max(...darkened) < 90, `${Math.max(...darkened)}`);
  assert.ok(Math.max(...darkened) - Math.min(...darkened) < 12, darkened.join(' '));
  assert.ok(frame.u.some((colour) => colour !== 0));
});

test('below the teeth, the inside of the mouth begins softly, and only a wide one is dark', () => {
  const teeth = 210;
  const darkest = (gap: number) => {
    const { columns } = openMouth(gap, (y) => (y < 31 ? teeth : SKIN));
    const middle = columns[15]!.slice(24, 34 + Math.floor(gap));
    const steps = middle.slice(1).map((luma, i) => middle[i]! - luma);
    assert.ok(Math.max(...steps) < 75, `a gap of ${gap} begins with a step of ${Math.max(...steps)}`);
    return Math.min(...middle);
  };
  assert.ok(darkest(3) > 90, `a narrow gap: ${darkest(3)}`);
  assert.ok(darkest(16) < 60, `a wide gap: ${darkest(16)}`);
});

/** A mouth that has opened by `gap` pixels in a face of 100, and the luma of 30 of its columns. */
function openMouth(gap: number, luma: (y: number) => number) {
  const frame = createFrame(SIDE, SIDE);
  frame.y.forEach((_, i) => (frame.y[i] = luma(Math.floor(i / SIDE))));
  const places = new Float32Array(468 * 2);
  const held: number[] = [];
  const { lower } = MOUTH_RIMS;
  lower.forEach((point, i) => {
    const share = i / (lower.length - 1);
    const [x, y] = [12 + 40 * share, 30 + 6 * share * (1 - share)];
    held.push(x, y);
    places.set([x, y + gap], point * 2);
  });
  darkenMouth(frame, places, Float32Array.from(held), 100, CAVITY);
  const columns = Array.from({ length: 30 }, (_, i) =>
    Array.from({ length: SIDE }, (__, y) => frame.y[y * SIDE + 17 + i]!),
  );
  return { frame, columns };
}

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
