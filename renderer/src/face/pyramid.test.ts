import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildPyramid, samplePyramid } from './pyramid.ts';
import { sampleCrop } from './sample-crop.ts';

const [WIDTH, HEIGHT] = [1201, 801];
const SIZE = 64;

test('a crop shows the same places at every size, in the picture and beyond its border', () => {
  const picture = { data: slope(), width: WIDTH, height: HEIGHT };
  const pyramid = buildPyramid(picture);
  assert.deepEqual(
    pyramid.map(({ width, height }) => [width, height]),
    [
      [1201, 801],
      [600, 400],
      [300, 200],
    ],
  );
  for (const side of [50, 130, 300, 560]) {
    for (const angle of [0, 0.4]) {
      const crop = { x: 500, y: 400, side, angle };
      const plain = sampleCrop(picture, crop, SIZE);
      const furthest = samplePyramid(pyramid, crop, SIZE).reduce(
        (most, value, i) => Math.max(most, Math.abs(value - plain[i]!)),
        0,
      );
      assert.ok(furthest < 1, `${side} pixels at ${angle}: ${furthest}`);
    }
  }
  const outside = samplePyramid(pyramid, { x: -400, y: 400, side: 700, angle: 0 }, SIZE);
  assert.ok(outside.every((value) => value === 0));
});

test('what is too fine for a small crop to show becomes its mean', () => {
  const data = Buffer.from(
    Array.from({ length: WIDTH * HEIGHT * 3 }, (_, i) => ((Math.floor(i / 3) % WIDTH) % 2 ? 200 : 100)),
  );
  const pyramid = buildPyramid({ data, width: WIDTH, height: HEIGHT });
  const seen = samplePyramid(pyramid, { x: 400, y: 400, side: 600, angle: 0 }, SIZE);
  assert.ok(seen.every((value) => Math.abs(value - 150) < 1));
});

/** Brighter to the right in red and downwards in green. */
function slope(): Buffer {
  const data = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    data[i * 3] = ((i % WIDTH) / WIDTH) * 255;
    data[i * 3 + 1] = (i / WIDTH / HEIGHT) * 255;
  }
  return data;
}
