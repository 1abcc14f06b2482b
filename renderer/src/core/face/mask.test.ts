import assert from 'node:assert/strict';
import { beforeAll, describe, test } from 'vitest';
import { groupHeads } from '../../../test/group-heads.ts';
import type { Head } from './head.ts';
import { wearsMask } from './mask.ts';
import type { Planes } from '../picture/planes.ts';

let photo: Planes;
/** The heads seen from the front. */
let heads: readonly Head[];

beforeAll(async () => {
  const group = await groupHeads();
  photo = group.photo;
  heads = group.heads.filter(({ yaw }) => Math.abs(yaw) < 35);
  assert.ok(heads.length >= 3);
});

describe('a mask', () => {
  test('is not found on faces without one, in daylight, dusk or grey', () => {
    const dusk = { ...photo, y: photo.y.map((luma) => 16 + (luma - 16) * 0.35) };
    const grey = { ...photo, u: photo.u.map(() => 128), v: photo.v.map(() => 128) };
    for (const head of heads) for (const seen of [photo, dusk, grey]) assert.equal(wearsMask(head, seen, 1), false);
  });

  test('is found if it is white, pale blue or black', () => {
    for (const head of heads) {
      assert.equal(wearsMask(head, behindMask(head, { y: 200, u: 128, v: 126 }), 1), true);
      assert.equal(wearsMask(head, behindMask(head, { y: 160, u: 142, v: 114 }), 1), true);
      assert.equal(wearsMask(head, behindMask(head, { y: 40, u: 128, v: 128 }), 1), true);
    }
  });

  test('is not a hint of colour on the lower half of a face whose mouth is in sight', () => {
    for (const head of heads) {
      const below = head.places[195 * 2 + 1]!;
      const v = photo.v.map((value, i) => (Math.floor(i / (photo.width >> 1)) * 2 < below ? value : value - 6));
      assert.equal(wearsMask(head, { ...photo, v }, 1), false);
    }
  });
});

/** Landmarks along the rim of a mask: over the nose, down one side, below the chin, up the other. */
const RIM = [195, 101, 123, 132, 136, 152, 365, 361, 352, 330];

/** The photo with cloth over nose and mouth, which shades evenly to the sides. */
function behindMask(head: Head, cloth: { y: number; u: number; v: number }): Planes {
  const rim = RIM.map((point) => [head.places[point * 2]!, head.places[point * 2 + 1]!] as const);
  const middle = head.places[4 * 2]!;
  const [y, u, v] = [photo.y.slice(), photo.u.slice(), photo.v.slice()];
  const [xs, ys] = [rim.map(([x]) => x), rim.map(([, y]) => y)];
  for (let row = Math.ceil(Math.min(...ys)); row < Math.max(...ys); row++) {
    for (let column = Math.ceil(Math.min(...xs)); column < Math.max(...xs); column++) {
      if (!isWithin(rim, column, row)) continue;
      y[row * photo.width + column] = cloth.y * (1 - 0.3 * Math.min(1, Math.abs(column - middle) / head.width));
      const at = (row >> 1) * (photo.width >> 1) + (column >> 1);
      u[at] = cloth.u;
      v[at] = cloth.v;
    }
  }
  return { ...photo, y, u, v };
}

function isWithin(rim: readonly (readonly [number, number])[], x: number, y: number): boolean {
  let isInside = false;
  rim.forEach(([x1, y1], i) => {
    const [x2, y2] = rim[(i + 1) % rim.length]!;
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) isInside = !isInside;
  });
  return isInside;
}
