import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import sharp from 'sharp';
import { GROUP_PHOTO } from '../../test/photos.ts';
import { findFaces } from '../face/find-faces.ts';
import { measureHead, type Head } from '../face/head.ts';
import { LEFT_CORNER, LEFT_EYE_RIMS, RIGHT_CORNER, RIGHT_EYE_RIMS } from '../face/landmarks.ts';
import { limbAt, seenAcross } from '../face/limb.ts';
import { planesFromRgb, type Planes } from '../planes.ts';
import { rawRgb } from '../read-photo.ts';
import { buildRig, moveRig, type FaceRig } from './face-rig.ts';
import type { Expression } from './pose-face.ts';
import { buildShapes } from './shapes.ts';

const SIZE = { width: 1480, height: 1080 };
let photo: Planes;
let heads: Head[];

before(async () => {
  const data = await rawRgb(sharp(GROUP_PHOTO).resize(SIZE.width, SIZE.height, { fit: 'fill' }));
  photo = planesFromRgb(data, SIZE.width, SIZE.height);
  heads = (await findFaces({ data, ...SIZE })).map((fit) => measureHead(fit, (x, y) => [x, y]));
});

describe('a face that moves', () => {
  test('shuts its eyes where the upper lid is, however high the cheek comes', () => {
    for (const rig of heads.map((head) => move(head, { leftLid: 1, rightLid: 1, leftCheek: 1.1, rightCheek: 1.1 }))) {
      for (const { upper, lower } of [LEFT_EYE_RIMS, RIGHT_EYE_RIMS]) {
        const middle = upper.length >> 1;
        const open = gap(rig.places, upper[middle]!, lower[middle]!) / gap(rig.rest, upper[middle]!, lower[middle]!);
        assert.ok(open < 0.05 && open > -0.25, `open by ${open.toFixed(2)}`);
      }
    }
  });

  test('keeps a smile within its outline, from whichever side it is seen', () => {
    for (const { form } of heads) {
      for (const yaw of [-48, -40, 40, 48]) {
        const corner = yaw < 0 ? LEFT_CORNER : RIGHT_CORNER;
        const { smile } = buildShapes({ form, yaw });
        const [x, y, z] = [0, 1, 2].map((k) => form[corner * 3 + k]! + 1.1 * smile[corner * 3 + k]!);
        const limb = limbAt({ form, yaw }, y!);
        assert.ok(limb && seenAcross(Math.abs(x!), z!, yaw) < limb.reach);
      }
    }
  });

  test('takes nothing from beyond its outline when it turns to the viewer, and is itself at rest', () => {
    for (const head of heads.filter(({ yaw }) => Math.abs(yaw) > 30)) {
      const turning = move(head, { yaw: -Math.sign(head.yaw) * 12 });
      const outermost = Math.max(...towardsFar(head, head.places));
      assert.ok(Math.max(...towardsFar(head, turning.source.subarray(0, 468 * 2))) < outermost - 0.01 * head.width);
      const resting = move(head, {});
      assert.deepEqual(resting.source.subarray(0, 468 * 2), resting.places.subarray(0, 468 * 2));
    }
  });
});

function move(head: Head, expression: Expression): FaceRig {
  const rig = buildRig(head, [], SIZE, photo, 1);
  moveRig(rig, expression);
  return rig;
}

function gap(places: Float32Array, above: number, below: number): number {
  return places[below * 2 + 1]! - places[above * 2 + 1]!;
}

/** How far each point lies towards the side that the head is turned to, in pixels. */
function towardsFar({ axes: [[x, y]], yaw }: Head, places: Float32Array): number[] {
  const scale = Math.sign(yaw) / Math.hypot(x, y);
  return Array.from({ length: places.length / 2 }, (_, i) => scale * (places[i * 2]! * x + places[i * 2 + 1]! * y));
}
