import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blendTriangle, type Overlay } from './blend-triangle.ts';
import { drawTriangles, type Patch } from './draw-triangles.ts';

const SIDE = 32;
const plane = (value: (x: number, y: number) => number) => ({
  width: SIDE,
  height: SIDE,
  pixels: Uint8Array.from({ length: SIDE * SIDE }, (_, i) => value(i % SIDE, Math.floor(i / SIDE))),
});
/** Two triangles that make a square from 4 to 28. */
const PLACES = Float32Array.of(4, 4, 28, 4, 28, 28, 4, 28);
const SQUARE = Uint16Array.of(0, 1, 2, 0, 2, 3);
const overlay = (share: readonly number[]): Overlay => ({
  source: PLACES,
  share: Float32Array.from(share),
  gain: Float32Array.of(0.5, 0.5, 0.5, 0.5),
  shift: Float32Array.of(20, 20, 20, 20),
});

test('an overlay takes its place by its share, with its own brightness', () => {
  const to = plane(() => 100);
  blendTriangle(
    plane(() => 200),
    to,
    PLACES,
    overlay([0, 1, 1, 0]),
    0,
    1,
    2,
  );
  const row = (x: number) => to.pixels[10 * SIDE + x]!;
  assert.equal(row(2), 100);
  assert.equal(row(27), 119);
  assert.ok(row(12) > 100 && row(12) < row(20) && row(20) < row(27));
});

test('where two triangles meet nothing is blended twice, and a share below nothing takes nothing', () => {
  const to = plane(() => 100);
  const patch: Patch = { triangles: SQUARE, source: PLACES, target: PLACES };
  drawTriangles(
    plane(() => 100),
    to,
    patch,
    { overlay: overlay([0.5, 0.5, 0.5, 0.5]) },
  );
  assert.ok(to.pixels.every((value, i) => value === (isInside(i) ? 85 : 100)));
  const untouched = plane(() => 100);
  drawTriangles(
    plane(() => 200),
    untouched,
    patch,
    { overlay: overlay([-2, -2, -2, 0]) },
  );
  assert.ok(untouched.pixels.every((value, i) => value === (isInside(i) ? 200 : 100)));
});

function isInside(i: number): boolean {
  const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
  return x >= 4 && x <= 28 && y >= 4 && y <= 28;
}
