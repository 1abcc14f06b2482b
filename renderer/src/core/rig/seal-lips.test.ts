import assert from 'node:assert/strict';
import { beforeAll, describe, test } from 'vitest';
import { ALONE, GROUP_SIZE, groupHeads } from '../../../test/group-heads.ts';
import type { Head } from '../face/head.ts';
import { MOUTH_RIMS } from '../face/landmarks.ts';
import type { Planes } from '../picture/planes.ts';
import { buildRig } from './build-rig.ts';
import { type FaceRig, HELD_LOWER_LIP } from './face-rig.ts';
import { moveRig } from './move-rig.ts';
import { poseOpenings } from './openings.ts';

let photo: Planes;
let laughing: Head[];

beforeAll(async () => {
  const { photo: picture, heads } = await groupHeads();
  photo = picture;
  laughing = heads.filter(({ mouthGap }) => mouthGap > 0.03);
  assert.ok(laughing.length >= 3, 'a group that laughs');
});

describe('a closing mouth', () => {
  test('closes from corner to corner, the upper lip over the lower one', () => {
    for (const head of laughing) {
      const gaps = gapsOf(sealed(head, 1));
      assert.ok(Math.max(...gaps) < 1e-3, gaps.map((gap) => gap.toFixed(3)).join(' '));
    }
  });

  test('is half open half-way', () => {
    for (const head of laughing) {
      const [open, half] = [0, 0.5].map((seal) => gapsOf(sealed(head, seal))[5]!);
      assert.ok(half! < 0.6 * open! && half! > 0.2 * open!, `${half} of ${open}`);
    }
  });

  test('does not move the teeth', () => {
    for (const head of laughing) {
      const { places, rest } = sealed(head, 1);
      const inside = (HELD_LOWER_LIP - MOUTH_RIMS.upper.length) * 2;
      for (let i = inside; i < inside + MOUTH_RIMS.upper.length * 4; i++) {
        assert.ok(Math.abs(places[i]! - rest[i]!) < 0.01 * head.width, `${places[i]} from ${rest[i]}`);
      }
    }
  });
});

function sealed(head: Head, seal: number): FaceRig {
  const rig = buildRig(head, ALONE, GROUP_SIZE, photo, 1);
  moveRig(rig, { seal });
  poseOpenings(rig, { seal });
  return rig;
}

/** Gaps from upper to lower lip along the head's down axis, in face widths. */
function gapsOf({ places, head: { axes, width } }: FaceRig): number[] {
  const [, down] = axes;
  return MOUTH_RIMS.upper.map((point, i) => {
    const below = MOUTH_RIMS.lower[i]!;
    const [x, y] = [0, 1].map((k) => places[below * 2 + k]! - places[point * 2 + k]!) as [number, number];
    return (x * down[0] + y * down[1]) / width;
  });
}
