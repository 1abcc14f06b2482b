import assert from 'node:assert/strict';
import { beforeAll, describe, test } from 'vitest';
import { groupHeads } from '../../../test/group-heads.ts';
import type { Head } from '../face/head.ts';
import { LEFT_EYE_RIMS, RIGHT_EYE_RIMS } from '../face/landmarks.ts';
import type { Planes } from '../picture/planes.ts';
import { wearsDarkGlasses } from './dark-glasses.ts';

const BLACK_GLASS = 24;
let photo: Planes;
/** Those of whose face both sides are seen. */
let heads: readonly Head[];

beforeAll(async () => {
  const group = await groupHeads();
  photo = group.photo;
  heads = group.heads.filter(({ yaw }) => Math.abs(yaw) < 35);
  assert.ok(heads.length >= 3);
});

describe('dark glasses', () => {
  test('are worn by nobody of a group without any, in daylight or dusk', () => {
    const dusk = { ...photo, y: photo.y.map((luma) => 16 + (luma - 16) * 0.35) };
    for (const head of heads) {
      assert.equal(wearsDarkGlasses(head, photo, 1), false);
      assert.equal(wearsDarkGlasses(head, dusk, 1), false);
    }
  });

  test('are seen where their glass is black, and where it lets an eighth of the light through', () => {
    for (const head of heads) {
      assert.equal(
        wearsDarkGlasses(
          head,
          behindLenses(head, () => BLACK_GLASS),
          1,
        ),
        true,
      );
      assert.equal(
        wearsDarkGlasses(
          head,
          behindLenses(head, (luma) => 16 + (luma - 16) / 8),
          1,
        ),
        true,
      );
    }
  });

  test('are no spectacles through which the eyes are seen, and no black frames around them', () => {
    for (const head of heads) {
      assert.equal(
        wearsDarkGlasses(
          head,
          behindLenses(head, (luma) => 16 + (luma - 16) * 0.85),
          1,
        ),
        false,
      );
      const frames = behindLenses(head, (luma, fromRim) => (fromRim < 0.12 ? BLACK_GLASS : luma));
      assert.equal(wearsDarkGlasses(head, frames, 1), false);
    }
  });

  test('are no shade that a cap throws over brows and eyes', () => {
    for (const head of heads) {
      const below = head.places[118 * 2 + 1]!;
      const y = photo.y.map((luma, i) => (Math.floor(i / photo.width) < below ? 16 + (luma - 16) / 3 : luma));
      assert.equal(wearsDarkGlasses(head, { ...photo, y }, 1), false);
    }
  });
});

/** The photo with a lens of rounded corners before each eye; `fromRim` goes from 0 at its rim to 1 in its middle. */
function behindLenses(head: Head, glass: (luma: number, fromRim: number) => number): Planes {
  const y = Uint8Array.from(photo.y);
  for (const { upper, lower } of [LEFT_EYE_RIMS, RIGHT_EYE_RIMS]) {
    const rim = [...upper, ...lower];
    const middle = [0, 1].map((k) => rim.reduce((sum, point) => sum + head.places[point * 2 + k]!, 0) / rim.length);
    const [across, down] = [0.2 * head.width, 0.16 * head.width];
    const [x, level] = [middle[0]!, middle[1]! + 0.04 * head.width];
    for (let row = Math.ceil(level - down); row < level + down; row++) {
      for (let column = Math.ceil(x - across); column < x + across; column++) {
        const fromRim = 1 - (((column - x) / across) ** 4 + ((row - level) / down) ** 4) ** 0.25;
        if (fromRim >= 0) y[row * photo.width + column] = glass(y[row * photo.width + column]!, fromRim);
      }
    }
  }
  return { ...photo, y };
}
