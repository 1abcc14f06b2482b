import assert from 'node:assert/strict';
import { test } from 'vitest';
import { buildPyramid, samplePyramid, sampleCrop } from './sample-crop.ts';

const [WIDTH, HEIGHT] = [1201, 801];
const SIZE = 64;

test('a crop shows the same positions at every size, inside the picture and beyond its border', () => {
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

test('beyond its border a picture is repeated as far as requested', () => {
  const picture = { data: slope(), width: WIDTH, height: HEIGHT };
  const crop = { x: 1200, y: 0, side: 512, angle: 0 };
  for (const seen of [sampleCrop(picture, crop, SIZE, 128), samplePyramid(buildPyramid(picture), crop, SIZE, 128)]) {
    const [red, green] = [0, 1].map((channel) => (x: number, y: number) => seen[(y * SIZE + x) * 3 + channel]!);
    assert.ok(Math.abs(red!(40, 60) - 255) < 2, 'its right column');
    assert.ok(Math.abs(green!(40, 60) - green!(31, 60)) < 1, 'each row of it');
    assert.ok(Math.abs(red!(10, 20) - red!(10, 40)) < 1 && green!(10, 20) < 2, 'its top row');
    assert.ok(Math.abs(red!(40, 20) - 255) < 2, 'the corner');
    assert.equal(red!(60, 60), 0, 'further out there is nothing');
  }
});

test('details finer than a pixel of the crop are averaged', () => {
  const data = Buffer.from(
    Array.from({ length: WIDTH * HEIGHT * 3 }, (_, i) => ((Math.floor(i / 3) % WIDTH) % 2 ? 200 : 100)),
  );
  const pyramid = buildPyramid({ data, width: WIDTH, height: HEIGHT });
  const seen = samplePyramid(pyramid, { x: 400, y: 400, side: 600, angle: 0 }, SIZE);
  assert.ok(seen.every((value) => Math.abs(value - 150) < 1));
});

/** A gradient: red to the right, green downwards. */
function slope(): Buffer {
  const data = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    data[i * 3] = ((i % WIDTH) / WIDTH) * 255;
    data[i * 3 + 1] = (i / WIDTH / HEIGHT) * 255;
  }
  return data;
}
