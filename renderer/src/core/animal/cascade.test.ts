import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createSums } from './cascade.ts';

const WIDTH = 13;
const HEIGHT = 11;
const data = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => (i * 73 + 19) % 256);
const { upright, squares, diagonal, stride } = createSums({ width: WIDTH, height: HEIGHT, data });

test('the integral images hold the sums of all pixels above and to the left, and of their squares', () => {
  eachCorner((x, y, at) => {
    assert.equal(
      upright[at],
      sum((column, row) => column < x && row < y),
    );
    assert.equal(
      squares[at],
      sum(
        (column, row) => column < x && row < y,
        (value) => value ** 2,
      ),
    );
  });
});

test('the rotated integral image holds the sum of the cone that opens upwards', () => {
  eachCorner((x, y, at) => {
    assert.equal(
      diagonal[at],
      sum((column, row) => row < y && Math.abs(column - x + 1) <= y - row - 1, undefined),
      `${x}, ${y}`,
    );
  });
});

function eachCorner(check: (x: number, y: number, at: number) => void): void {
  for (let y = 0; y <= HEIGHT; y++) for (let x = 0; x <= WIDTH; x++) check(x, y, y * stride + x);
}

function sum(isIn: (column: number, row: number) => boolean, of = (value: number) => value): number {
  return data.reduce((all, value, i) => all + (isIn(i % WIDTH, Math.floor(i / WIDTH)) ? of(value) : 0), 0);
}
