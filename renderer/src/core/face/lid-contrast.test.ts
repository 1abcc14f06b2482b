import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Head } from '../face/head.ts';
import { LEFT_EYE_RIMS, RIGHT_EYE_RIMS, type Eye } from '../face/landmarks.ts';
import { createFrame } from '../picture/planes.ts';
import { lidContrasts } from './lid-contrast.ts';

const SIDE = 128;
const [SKIN, EYE, CAP] = [180, 50, 30];

test('a lid that lies in the shade of a cap shows nothing of a wink, one of bare skin much', () => {
  const photo = createFrame(SIDE, SIDE);
  // Eyes in the rows from 60 on; above the left half of them the shade of a cap.
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

test('an eye beyond the border of the picture shows nothing of a wink', () => {
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
