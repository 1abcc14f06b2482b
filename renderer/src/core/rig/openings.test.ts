import assert from 'node:assert/strict';
import { beforeAll, describe, test } from 'vitest';
import { ALONE, GROUP_SIZE, groupHeads } from '../../../test/group-heads.ts';
import type { Head } from '../face/head.ts';
import { LEFT_EYE_RIMS, MOUTH_RIMS } from '../face/landmarks.ts';
import type { Planes } from '../picture/planes.ts';
import { buildRig } from './build-rig.ts';
import { moveRig } from './move-rig.ts';
import { poseOpenings } from './openings.ts';
import { HELD_LOWER_LIP, OPENINGS } from './face-rig.ts';

let photo: Planes;
let heads: Head[];

beforeAll(async () => {
  ({ photo, heads } = await groupHeads());
});

describe('a jaw that drops', () => {
  test('moves the inside of a wide mouth along, without a dark line at the lower lip', () => {
    for (const head of heads) assert.ok(gapAtInside(MOUTH_RIMS.lower, { ...head, mouthGap: 0.32 }, 0.45) < 1e-3);
  });

  test('does not move the teeth of a mouth that is hardly open', () => {
    for (const head of heads) {
      const gap = gapAtInside(MOUTH_RIMS.lower, { ...head, mouthGap: 0.04 }, 0.45);
      assert.ok(gap > 0.035 && gap < 0.045, `${gap} face widths`);
    }
  });

  test('leaves no gap between upper lip and teeth', () => {
    for (const head of heads) assert.ok(gapAtInside(MOUTH_RIMS.upper, head, 0.45) < 1e-3);
  });
});

describe('a gaze to the side', () => {
  test('moves the iris by nearly a fifth of the eye, round as it is, and leaves the corners', () => {
    for (const head of heads) {
      const rig = buildRig(head, ALONE, GROUP_SIZE, photo, 1);
      moveRig(rig, { gaze: 1 });
      const points = LEFT_EYE_RIMS.upper.length;
      const along = (at: number) => wayAlong(rig.rest, rig.source[(OPENINGS + at) * 2]!, points);
      const shifts = Array.from({ length: points }, (_, i) => i - along(i));
      const middle = shifts.slice(4, 8);
      for (const shift of middle) assert.ok(Math.abs(shift / (points - 1) - 0.18) < 0.02, `${shift / (points - 1)}`);
      assert.deepEqual([shifts[0], shifts.at(-1)], [0, 0]);
      const order = Array.from({ length: points }, (_, i) => along(i));
      assert.deepEqual(
        order,
        order.toSorted((a, b) => a - b),
        'nothing is shown twice',
      );
    }
  });
});

/** Where on the left eye's upper rim, counted in its points, the photo has this x. */
function wayAlong(rest: Float32Array, x: number, points: number): number {
  const xs = Array.from({ length: points }, (_, i) => rest[(OPENINGS + i) * 2]!);
  const next = Math.max(
    1,
    xs.findIndex((each) => each >= x - 1e-4),
  );
  return next - 1 + (x - xs[next - 1]!) / (xs[next]! - xs[next - 1]!);
}

/** Gap between the mouth's inside and the middle of a lip, in face widths. */
function gapAtInside(rim: readonly number[], head: Head, jaw: number): number {
  const rig = buildRig(head, ALONE, GROUP_SIZE, photo, 1);
  moveRig(rig, { jaw });
  poseOpenings(rig, { jaw });
  const middle = rim.length >> 1;
  const inside = (rim === MOUTH_RIMS.lower ? HELD_LOWER_LIP : HELD_LOWER_LIP - rim.length) + middle;
  const [x, y] = [0, 1].map((k) => rig.places[rim[middle]! * 2 + k]! - rig.places[inside * 2 + k]!);
  return Math.hypot(x!, y!) / head.width;
}
