import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Head } from './head.ts';
import { createFrame } from '../picture/planes.ts';
import { measureCavity, lidContrasts } from './feature-tones.ts';
import { LEFT_EYE_RIMS, RIGHT_EYE_RIMS, type Eye } from './landmarks.ts';

const SIDE = 128;

test("a mouth's inside matches the photo: grey in a grey one, not black in a faded one", () => {
  const head = { places: new Float32Array(468 * 2).fill(SIDE / 2), width: 100 } as Head;
  const coloured = (y: number, u: number, v: number) => {
    const photo = createFrame(SIDE, SIDE);
    photo.y.fill(y);
    photo.u.fill(u);
    photo.v.fill(v);
    return photo;
  };
  const grey = measureCavity(head, coloured(20, 128, 128), 1);
  assert.deepEqual(grey, { y: 38, u: 128, v: 128, shade: { y: 38, u: 128, v: 128 } });
  const red = measureCavity(head, coloured(50, 110, 160), 1);
  assert.ok(red.y === 50 && red.u < 124 && red.v > 138, JSON.stringify(red));
  const { y } = measureCavity(head, coloured(140, 128, 128), 1);
  assert.ok(y > 100 && y < 140, `${y}`);
});

const [SKIN, EYE, CAP] = [180, 50, 30];

test('a lid in the shade of a cap has no contrast, one of bare skin much', () => {
  const photo = createFrame(SIDE, SIDE);
  // Eyes from row 60 on; the shade of a cap above the left half.
  photo.y.forEach((_, i) => {
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
    photo.y[i] = y >= 60 && y < 70 ? EYE : y < 60 && x < SIDE / 2 ? CAP : SKIN;
  });
  const head = { places: new Float32Array(468 * 2).fill(100), width: 100 } as Head;
  place(head, LEFT_EYE_RIMS, 32);
  place(head, RIGHT_EYE_RIMS, 96);
  const [left, right] = lidContrasts(head, photo, 1);
  assert.equal(left, 0);
  assert.ok(right > 0.5, `${right}`);
});

test('an eye outside the picture has no contrast', () => {
  const photo = createFrame(SIDE, SIDE);
  photo.y.forEach((_, i) => {
    const y = Math.floor(i / SIDE);
    photo.y[i] = y >= 60 && y < 70 ? EYE : SKIN;
  });
  const head = { places: new Float32Array(468 * 2).fill(100), width: 100 } as Head;
  place(head, LEFT_EYE_RIMS, -2);
  place(head, RIGHT_EYE_RIMS, 44);
  const [left, right] = lidContrasts(head, photo, 1);
  assert.equal(left, 0);
  assert.ok(right > 0.5, `${right}`);
});

function place({ places }: Head, { upper, lower, above }: Eye, x: number): void {
  upper.forEach((point) => places.set([x, 60], point * 2));
  lower.forEach((point) => places.set([x, 69], point * 2));
  above[0]!.forEach((point) => places.set([x, 50], point * 2));
}
