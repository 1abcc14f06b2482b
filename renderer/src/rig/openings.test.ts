import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import sharp from 'sharp';
import { GROUP_PHOTO } from '../../test/photos.ts';
import { findFaces } from '../face/find-faces.ts';
import { measureHead, type Head } from '../face/head.ts';
import { MOUTH_RIMS } from '../face/landmarks.ts';
import { planesFromRgb, type Planes } from '../planes.ts';
import { rawRgb } from '../read-photo.ts';
import { buildRig } from './build-rig.ts';
import { moveRig } from './move-rig.ts';
import { holdOpenings } from './openings.ts';
import { HELD_LOWER_LIP } from './rig-points.ts';

const SIZE = { width: 1480, height: 1080 };
let photo: Planes;
let heads: Head[];

before(async () => {
  const data = await rawRgb(sharp(GROUP_PHOTO).resize(SIZE.width, SIZE.height, { fit: 'fill' }));
  photo = planesFromRgb(data, SIZE.width, SIZE.height);
  heads = (await findFaces({ data, ...SIZE })).map((fit) => measureHead(fit, (x, y) => [x, y]));
});

describe('a jaw that drops', () => {
  test('takes the inside of a wide mouth along: no dark line opens along the lower lip', () => {
    for (const head of heads) assert.ok(gapAtInside(MOUTH_RIMS.lower, { ...head, mouthGap: 0.32 }, 0.45) < 1e-3);
  });

  test('leaves the teeth of a mouth that hardly opens where they are', () => {
    for (const head of heads) {
      const gap = gapAtInside(MOUTH_RIMS.lower, { ...head, mouthGap: 0.04 }, 0.45);
      assert.ok(gap > 0.035 && gap < 0.045, `${gap} face widths`);
    }
  });

  test('leaves no seam between the upper lip and the teeth', () => {
    for (const head of heads) assert.ok(gapAtInside(MOUTH_RIMS.upper, head, 0.45) < 1e-3);
  });
});

/** Between what lies in the mouth and the middle of a lip, in face widths. */
function gapAtInside(rim: readonly number[], head: Head, jaw: number): number {
  const rig = buildRig(head, [], SIZE, photo, 1);
  moveRig(rig, { jaw });
  holdOpenings(rig, { jaw });
  const middle = rim.length >> 1;
  const inside = (rim === MOUTH_RIMS.lower ? HELD_LOWER_LIP : HELD_LOWER_LIP - rim.length) + middle;
  const [x, y] = [0, 1].map((k) => rig.places[rim[middle]! * 2 + k]! - rig.places[inside * 2 + k]!);
  return Math.hypot(x!, y!) / head.width;
}
