import assert from 'node:assert/strict';
import { beforeAll, describe, test } from 'vitest';
import { ALONE, GROUP_SIZE, groupHeads } from '../../../test/group-heads.ts';
import { grinOf, type Head } from '../face/head.ts';
import {
  LEFT_CORNER,
  LEFT_EYE_RIMS,
  LOWER_LIP,
  OVAL,
  RIGHT_CORNER,
  RIGHT_EYE_RIMS,
  UPPER_LIP,
} from '../face/landmarks.ts';
import { silhouetteAt, seenAcross } from '../face/silhouette.ts';
import type { Planes } from '../picture/planes.ts';
import { buildRig } from './build-rig.ts';
import type { FaceRig } from './face-rig.ts';
import { moveRig } from './move-rig.ts';
import type { Expression } from './pose-face.ts';
import { buildBlendShapes } from './blend-shapes.ts';

/** Landmarks along the upper edge of the red of the lips. */
const UPPER_EDGE_OF_LIPS = 0;
const LOWER_EDGE_OF_LIPS = 17;
let photo: Planes;
let heads: Head[];

beforeAll(async () => {
  ({ photo, heads } = await groupHeads());
});

describe('a face that moves', () => {
  test('closes its eyes at the upper lid, however high the cheek rises', () => {
    for (const rig of heads.map((head) => move(head, { leftLid: 1, rightLid: 1, leftCheek: 1.1, rightCheek: 1.1 }))) {
      for (const { upper, lower } of [LEFT_EYE_RIMS, RIGHT_EYE_RIMS]) {
        const middle = upper.length >> 1;
        const open = gap(rig.places, upper[middle]!, lower[middle]!) / gap(rig.rest, upper[middle]!, lower[middle]!);
        assert.ok(open < 0.05 && open > -0.25, `open by ${open.toFixed(2)}`);
      }
    }
  });

  test('keeps a smile inside its silhouette at any yaw', () => {
    for (const { form, grin, raised } of heads) {
      for (const yaw of [-48, -40, 40, 48]) {
        const corner = yaw < 0 ? LEFT_CORNER : RIGHT_CORNER;
        const { smile } = buildBlendShapes({ form, yaw, grin, raised });
        const [x, y, z] = [0, 1, 2].map((k) => form[corner * 3 + k]! + 1.1 * smile[corner * 3 + k]!);
        const silhouette = silhouetteAt({ form, yaw }, y!);
        assert.ok(silhouette && seenAcross(Math.abs(x!), z!, yaw) < silhouette.reach);
      }
    }
  });

  test('samples nothing beyond its silhouette when it turns back, and equals the photo at rest', () => {
    for (const head of heads.filter(({ yaw }) => Math.abs(yaw) > 30)) {
      const turning = move(head, { yaw: -Math.sign(head.yaw) * 12 });
      const outermost = Math.max(...towardsFar(head, head.places));
      assert.ok(Math.max(...towardsFar(head, turning.source.subarray(0, 468 * 2))) < outermost - 0.01 * head.width);
      const resting = move(head, {});
      assert.deepEqual(resting.source.subarray(0, 468 * 2), resting.places.subarray(0, 468 * 2));
    }
  });

  test('does not stretch the lips over the uncovered cheek', () => {
    const turned = heads.filter(({ yaw }) => Math.abs(yaw) > 30 && Math.abs(yaw) < 38);
    assert.ok(turned.length > 0);
    for (const head of turned) {
      const { rest, source } = move(head, { yaw: -Math.sign(head.yaw) * 12 });
      const [top, bottom] = [UPPER_EDGE_OF_LIPS, LOWER_EDGE_OF_LIPS].map((point) => head.form[point * 3 + 1]!);
      const hidden = OVAL.filter((point) => {
        const [x, y] = [head.form[point * 3]!, head.form[point * 3 + 1]!];
        return Math.sign(head.yaw) * x > silhouetteAt(head, y)!.across && y > top! && y < bottom!;
      });
      assert.ok(hidden.length > 0);
      const [, [x, y]] = head.axes;
      for (const point of hidden) {
        const [right, down] = [0, 1].map((k) => source[point * 2 + k]! - rest[point * 2 + k]!);
        const height = head.form[point * 3 + 1]! + (right! * x + down! * y) / (x * x + y * y) / head.width;
        const fromParting = (at: number) =>
          Math.abs(at - (head.form[LEFT_CORNER * 3 + 1]! + head.form[RIGHT_CORNER * 3 + 1]!) / 2);
        assert.ok(
          fromParting(height) > fromParting(head.form[point * 3 + 1]!) + 0.01,
          `point ${point} is taken from the lips`,
        );
      }
    }
  });

  test('smiles further if the mouth already smiles', () => {
    for (const { form, raised } of heads) {
      const [straight, smiling] = [0, 0.06].map((lift) => {
        const lips = form.slice();
        const middle = (lips[UPPER_LIP * 3 + 1]! + lips[LOWER_LIP * 3 + 1]!) / 2;
        for (const corner of [LEFT_CORNER, RIGHT_CORNER]) lips[corner * 3 + 1] = middle - lift;
        const { smile } = buildBlendShapes({ form: lips, yaw: 0, grin: grinOf(lips), raised });
        return { out: smile[RIGHT_CORNER * 3]!, up: -smile[RIGHT_CORNER * 3 + 1]! };
      });
      assert.ok(smiling!.out > 1.15 * straight!.out, `${smiling!.out} and ${straight!.out} out`);
      assert.ok(smiling!.up > 1.15 * straight!.up, `${smiling!.up} and ${straight!.up} up`);
    }
  });

  test('smiles as visibly seen from below as from the front', () => {
    const [sin, cos] = [Math.sin(0.45), Math.cos(0.45)];
    for (const { form, grin } of heads) {
      const [level, raised] = [
        [0, 1],
        [sin, cos],
      ].map(([s, c]) => {
        const { smile } = buildBlendShapes({ form, yaw: 0, grin, raised: s! });
        const at = RIGHT_CORNER * 3;
        return -smile[at + 1]! * c! + smile[at + 2]! * s!;
      });
      assert.ok(raised! > level!, `${raised} from below, ${level} from the front`);
    }
  });

  test('does not smile further for lips that are only open', () => {
    for (const { form, raised } of heads) {
      const [shut, open] = [0, 0.08].map((parted) => {
        const lips = form.slice();
        const middle = (lips[UPPER_LIP * 3 + 1]! + lips[LOWER_LIP * 3 + 1]!) / 2;
        lips[UPPER_LIP * 3 + 1] = middle - parted / 2;
        lips[LOWER_LIP * 3 + 1] = middle + parted / 2;
        return buildBlendShapes({ form: lips, yaw: 0, grin: grinOf(lips), raised }).smile[RIGHT_CORNER * 3]!;
      });
      assert.ok(Math.abs(open! - shut!) < 1e-6, `${open} and ${shut}`);
    }
  });
});

function move(head: Head, expression: Expression): FaceRig {
  const rig = buildRig(head, ALONE, GROUP_SIZE, photo, 1);
  moveRig(rig, expression);
  return rig;
}

function gap(places: Float32Array, above: number, below: number): number {
  return places[below * 2 + 1]! - places[above * 2 + 1]!;
}

/** Each point's position towards the far side, in pixels. */
function towardsFar({ axes: [[x, y]], yaw }: Head, places: Float32Array): number[] {
  const scale = Math.sign(yaw) / Math.hypot(x, y);
  return Array.from({ length: places.length / 2 }, (_, i) => scale * (places[i * 2]! * x + places[i * 2 + 1]! * y));
}
