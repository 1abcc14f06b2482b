import assert from 'node:assert/strict';
import { test } from 'vitest';
import { cleanMask } from './clean-mask.ts';
import { inpaint } from './inpaint.ts';
import { mapValues, createMap, type FloatMap } from './float-map.ts';

test('cleaning removes scraps, holes and cracks of a mask and keeps its soft edge', () => {
  const mask = draw((x, y) => {
    if (Math.hypot(x - 20, y - 20) < 4) return 1; // a scrap in the background
    if (Math.hypot(x - 110, y - 110) < 5) return 0; // a hole in the subject
    if (x === 130) return 0; // a crack
    const inside = 60 - Math.max(Math.abs(x - 120), Math.abs(y - 110));
    return Math.max(0, Math.min(1, inside / 16));
  });
  const clean = cleanMask(mask);
  assert.equal(valueAt(clean, 20, 20), 0);
  assert.equal(valueAt(clean, 110, 110), 1);
  assert.equal(valueAt(clean, 130, 100), 1);
  assert.equal(valueAt(clean, 61, 110), 1 / 16);
  assert.equal(valueAt(clean, 20, 150), 0);
});

test('inpainting continues the surroundings', () => {
  const slope = draw((x) => x / 200);
  const known = draw((x, y) => (Math.hypot(x - 100, y - 100) < 40 ? 0 : 1));
  const filled = inpaint(
    mapValues(slope, (value) => value),
    known,
  );
  assert.ok(Math.abs(valueAt(filled, 100, 100) - 0.5) < 0.05);
  assert.ok(valueAt(filled, 75, 100) < valueAt(filled, 125, 100));
  assert.equal(valueAt(filled, 10, 10), valueAt(slope, 10, 10));
});

function draw(shade: (x: number, y: number) => number): FloatMap {
  const map = createMap(200, 200);
  map.data.forEach((_, i) => (map.data[i] = shade(i % 200, Math.floor(i / 200))));
  return map;
}

function valueAt(map: FloatMap, x: number, y: number): number {
  return map.data[y * map.width + x] ?? Number.NaN;
}
