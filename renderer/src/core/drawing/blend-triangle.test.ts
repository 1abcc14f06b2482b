import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { PlaneSet } from '../picture/planes.ts';
import { blendTriangle, type Overlay } from './blend-triangle.ts';
import { drawTriangles, type Patch } from './draw-triangles.ts';

const SIDE = 32;
const plain = (value: number): PlaneSet => ({
  width: SIDE,
  height: SIDE,
  step: 1,
  planes: [new Uint8Array(SIDE * SIDE).fill(value)],
});
/** Two triangles that make a square from 4 to 28. */
const PLACES = Float32Array.of(4, 4, 28, 4, 28, 28, 4, 28);
const SQUARE = Uint16Array.of(0, 1, 2, 0, 2, 3);
const overlay = (share: readonly number[]): Overlay => ({
  source: PLACES,
  share: Float32Array.from(share),
  gain: Float32Array.of(0.5, 0.5, 0.5, 0.5),
  shifts: [Float32Array.of(20, 20, 20, 20)],
});

test('an overlay is blended by its share, with its gain and shift', () => {
  const to = plain(100);
  blendTriangle(plain(200), to, PLACES, overlay([0, 1, 1, 0]), 0, 1, 2);
  const row = (x: number) => to.planes[0]![10 * SIDE + x]!;
  assert.equal(row(2), 100);
  assert.equal(row(27), 119);
  assert.ok(row(12) > 100 && row(12) < row(20) && row(20) < row(27));
});

test('no pixel is blended twice where triangles meet, and a negative share counts as 0', () => {
  const to = plain(100);
  const patch: Patch = { triangles: SQUARE, source: PLACES, target: PLACES };
  drawTriangles(plain(100), to, patch, { overlay: overlay([0.5, 0.5, 0.5, 0.5]) });
  assert.ok(to.planes[0]!.every((value, i) => value === (isInside(i) ? 85 : 100)));
  const untouched = plain(100);
  drawTriangles(plain(200), untouched, patch, { overlay: overlay([-2, -2, -2, 0]) });
  assert.ok(untouched.planes[0]!.every((value, i) => value === (isInside(i) ? 200 : 100)));
});

function isInside(i: number): boolean {
  const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
  return x >= 4 && x <= 28 && y >= 4 && y <= 28;
}
