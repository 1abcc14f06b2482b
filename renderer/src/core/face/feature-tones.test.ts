import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Head } from './head.ts';
import { createFrame } from '../picture/planes.ts';
import { measureCavity } from './feature-tones.ts';

const SIDE = 64;

test('the inside of a mouth has the colours of the photo: none in a grey one, and no black in a faded one', () => {
  const head = { places: new Float32Array(468 * 2).fill(SIDE / 2), width: 100 } as Head;
  const coloured = (y: number, u: number, v: number) => {
    const photo = createFrame(SIDE, SIDE);
    photo.y.fill(y);
    photo.u.fill(u);
    photo.v.fill(v);
    return photo;
  };
  const grey = measureCavity(head, coloured(20, 128, 128), 1);
  assert.deepEqual(grey, { y: 38, u: 128, v: 128 });
  const red = measureCavity(head, coloured(50, 110, 160), 1);
  assert.ok(red.y === 50 && red.u < 124 && red.v > 138, JSON.stringify(red));
  const { y } = measureCavity(head, coloured(140, 128, 128), 1);
  assert.ok(y > 100 && y < 140, `${y}`);
});
