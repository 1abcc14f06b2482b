import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { PlaneSet } from '../picture/planes.ts';
import { drawTriangles } from './draw-triangles.ts';
import { outlinePixels } from './soften-edge.ts';
import { smoothOutline } from './smooth-outline.ts';

const SIDE = 32;
const WHOLE = { left: 0, top: 0, right: SIDE - 1, bottom: SIDE - 1 };
const [SKIN, BEHIND] = [200, 60];
const TWO = Uint16Array.from([0, 1, 2, 1, 3, 2]);

describe('a smooth outline', () => {
  test('changes evenly from row to row along a slanted edge', () => {
    for (const slope of [0.1, 0.4, 0.7]) {
      const edges = rowsOf(drawn(slope, true)).slice(4, -4).map(edgeIn);
      const steps = edges.slice(1).map((edge, i) => edge - edges[i]!);
      for (const step of steps) assert.ok(Math.abs(step - slope) < 0.08, `${step} in place of ${slope}`);
    }
    const stairs = rowsOf(drawn(0.4, false)).slice(4, -4).map(edgeIn);
    assert.ok(
      stairs.slice(1).some((edge, i) => edge === stairs[i]),
      'which it would not by itself',
    );
  });

  test('leaves fully covered and untouched pixels unchanged', () => {
    const rows = rowsOf(drawn(0.4, true));
    rows.slice(2, -2).forEach((row, y) => {
      const edge = 6 + 0.4 * (y + 2);
      row.forEach((value, x) => {
        if (x < edge - 1.5) assert.equal(value, SKIN);
        if (x > edge + 1.5) assert.equal(value, BEHIND);
      });
    });
  });
});

/** Skin up to a slanted edge, in front of something darker; smoothed or not. */
function drawn(slope: number, isSmooth: boolean): Uint8Array {
  const photo: PlaneSet = { width: SIDE, height: SIDE, step: 1, planes: [new Uint8Array(SIDE * SIDE).fill(SKIN)] };
  const beneath = new Uint8Array(SIDE * SIDE).fill(BEHIND);
  const frame: PlaneSet = { ...photo, planes: [beneath.slice()] };
  const edgeAt = (y: number) => 6 + slope * y;
  const places = Float32Array.from([-4, -4, edgeAt(-4), -4, -4, SIDE + 4, edgeAt(SIDE + 4), SIDE + 4]);
  const source = Float32Array.from([2, 2, 8, 2, 2, 28, 8, 28]);
  const mask = new Uint8Array(SIDE * SIDE);
  drawTriangles(photo, frame, { triangles: TWO, source, target: places }, { mask });
  const outline = outlinePixels(frame, mask, WHOLE);
  const cover = new Uint16Array(SIDE * SIDE).fill(7);
  if (isSmooth)
    smoothOutline(frame, [{ triangles: TWO, first: 0, places }], { outline, mask, cover, beneath: [beneath] });
  return frame.planes[0]!;
}

/** Position of the edge in a row, from the total coverage of skin. */
function edgeIn(row: readonly number[]): number {
  return row.reduce((sum, value) => sum + (value - BEHIND) / (SKIN - BEHIND), 0);
}

function rowsOf(pixels: Uint8Array): number[][] {
  return Array.from({ length: SIDE }, (_, y) => [...pixels.subarray(y * SIDE, (y + 1) * SIDE)]);
}
