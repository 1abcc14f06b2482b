import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createMap, type FloatMap } from './float-map.ts';
import { type Channels, synthesise } from './synthesise.ts';

const SIDE = 160;

function square(value: (x: number, y: number) => number): FloatMap {
  const map = createMap(SIDE, SIDE);
  for (let i = 0; i < map.data.length; i++) map.data[i] = value(i % SIDE, Math.floor(i / SIDE));
  return map;
}

/** A wall, dark to the left and bright to the right, in front of it a shirt with red seams. A gap hides where the two tones meet. */
const isShirt = (_: number, y: number) => y >= 100;
const isSeam = (x: number, y: number) => isShirt(x, y) && x >= 78 && x < 86;
const isGap = (x: number, y: number) => x >= 60 && x < 104 && y < 92;
const wall: Channels = [
  square((x) => (x < 82 ? 60 : 180)),
  square(() => 128),
  square((x, y) => (isSeam(x, y) ? 220 : 128)),
];
const known = square((x, y) => (isGap(x, y) ? 0 : 1));

/** The reddest value that was filled in. */
function reddest(people?: FloatMap): number {
  const { data } = synthesise(wall, known, { people })[2];
  return Math.max(...data.filter((_, i) => isGap(i % SIDE, Math.floor(i / SIDE))));
}

test('what is behind an arm is filled in without the clothes of people', () => {
  const filled = reddest();
  assert.ok(filled > 180, `the seam of the shirt fits best: ${filled}`);
  const kept = reddest(square((x, y) => (isShirt(x, y) ? 120 : 0)));
  assert.ok(kept < 140, `no seam goes on in the wall: ${kept}`);
});
