import assert from 'node:assert/strict';
import { beforeAll, describe, test } from 'vitest';
import { ALONE, GROUP_SIZE, groupHeads } from '../../../test/group-heads.ts';
import { grinOf, type Head } from '../face/head.ts';
import {
  FOREHEAD,
  LEFT_CORNER,
  LEFT_WING,
  LEFT_EYE_RIMS,
  LOWER_LIP,
  LOWER_LIP_EDGE,
  OVAL,
  RIGHT_CORNER,
  RIGHT_WING,
  RIGHT_EYE_RIMS,
  UPPER_LIP,
  UPPER_LIP_EDGE,
} from '../face/landmarks.ts';
import { silhouetteAt, seenAcross } from '../face/silhouette.ts';
import type { Planes } from '../picture/planes.ts';
import { buildRig } from './build-rig.ts';
import { RIM, type FaceRig } from './face-rig.ts';
import { moveRig } from './move-rig.ts';
import type { Expression } from './pose-face.ts';
import { buildBlendShapes } from './blend-shapes.ts';
import { addOutlineMotion, sampleOffset } from './surroundings.ts';
import { createWarpGrid } from '../picture/warp-grid.ts';

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

  test('closes its eyes without moving what glasses cover', () => {
    for (const head of heads) {
      const [bare, worn] = [0, 1].map((each) => buildBlendShapes(head, each).leftLid);
      const most = (lid: Float32Array, points: readonly number[]) =>
        Math.max(...points.map((point) => Math.abs(lid[point * 3 + 1]!)));
      for (const side of ['above', 'below'] as const) {
        const [inner, outer] = LEFT_EYE_RIMS[side];
        assert.equal(most(worn!, outer!), 0);
        assert.ok(most(worn!, inner!) < 0.5 * most(bare!, inner!));
      }
      assert.ok(most(worn!, LEFT_EYE_RIMS.upper) > most(bare!, LEFT_EYE_RIMS.upper), 'the lid comes down further');
      assert.equal(most(worn!, LEFT_EYE_RIMS.lower.slice(1, -1)), 0);
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

  test('does not push its far silhouette out as far as its mouth when it smiles', () => {
    for (const { form, grin, raised } of heads) {
      for (const yaw of [-35, 35]) {
        const corner = yaw < 0 ? LEFT_CORNER : RIGHT_CORNER;
        const { smile } = buildBlendShapes({ form, yaw, grin, raised });
        const out = (point: number) => (Math.sign(yaw) * smile[point * 3]!) / Math.abs(smile[corner * 3]!);
        const [p, q] = silhouetteAt({ form, yaw }, form[corner * 3 + 1]!)!.between;
        assert.ok(out(p) < 0.65 && out(q) < 0.65, `${out(p)} and ${out(q)} of the corner's way`);
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

  test('keeps a strand of hair along its far edge: what surrounds the uncovered face begins close to the silhouette', () => {
    for (const head of heads.filter(({ yaw }) => Math.abs(yaw) > 25)) {
      const { rimSource, rest, outline } = move(head, { yaw: -Math.sign(head.yaw) * 12 });
      const replaced = OVAL.flatMap((point, i) =>
        outline[i] === point ? [] : [{ point, seen: outline[i]!, end: RIM + i }],
      );
      assert.ok(replaced.length > 0);
      for (const { point, seen, end } of replaced) {
        const [beyond, whole] = [rimSource.subarray(point * 2), rest.subarray(end * 2)].map(([x, y]) =>
          Math.hypot(x! - rest[seen * 2]!, y! - rest[seen * 2 + 1]!),
        );
        assert.ok(beyond! < 0.25 * whole!, `${beyond} of ${whole} pixels`);
      }
    }
  });

  test('does not stretch the lips over the uncovered cheek', () => {
    const turned = heads.filter(({ yaw }) => Math.abs(yaw) > 30 && Math.abs(yaw) < 38);
    assert.ok(turned.length > 0);
    for (const head of turned) {
      const { rest, source } = move(head, { yaw: -Math.sign(head.yaw) * 12 });
      const [top, bottom] = [UPPER_LIP_EDGE, LOWER_LIP_EDGE].map((point) => head.form[point * 3 + 1]!);
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

  test('takes its hair along when it turns, and leaves what is further off where it is', () => {
    const frontal = heads.filter(({ yaw }) => Math.abs(yaw) < 25);
    assert.ok(frontal.length > 0);
    for (const head of frontal) {
      for (const yaw of [-17, 17]) {
        const { width, axes, places } = head;
        const rig = move(head, { yaw });
        const field = createWarpGrid(GROUP_SIZE.width, GROUP_SIZE.height);
        const offsets = new Float32Array(field.x.length * 2);
        addOutlineMotion(rig.surroundings, rig.motion, rig.outlineOffsets, offsets);
        const [up, across] = [axes[1], axes[0]].map(([x, y]) => [x / Math.hypot(x, y), y / Math.hypot(x, y)]);
        const moved = { x: 0, y: 0 };
        /** Movement to the side, in face widths, above the middle of the hairline. */
        const at = (above: number) => {
          const [x, y] = [0, 1].map((k) => places[FOREHEAD * 2 + k]! - above * width * up![k]!);
          sampleOffset(offsets, field, x!, y!, moved);
          return (Math.sign(yaw) * (moved.x * across![0]! + moved.y * across![1]!)) / width;
        };
        const brow = (Math.sign(yaw) * (rig.places[FOREHEAD * 2]! - rig.rest[FOREHEAD * 2]!)) / width;
        assert.ok(brow > 0.04, `the brow moves by ${brow}`);
        assert.ok(at(0.12) > 0.5 * brow, `the hair moves by ${at(0.12)}, the brow by ${brow}`);
        assert.ok(at(0.2) < at(0.1), 'nearer to the outline, hair moves less');
        assert.ok(Math.abs(at(0.8)) < 0.002, `${at(0.8)} above the head`);
      }
    }
  });

  test('keeps the size of its mouth when the lips get rounder', () => {
    for (const head of heads) {
      const { rest, places } = move({ ...head, yaw: 0 }, { pucker: 1 });
      const width = (of: Float32Array) =>
        Math.hypot(...[0, 1].map((k) => of[RIGHT_CORNER * 2 + k]! - of[LEFT_CORNER * 2 + k]!));
      const lips = (of: Float32Array) => gap(of, UPPER_LIP_EDGE, LOWER_LIP_EDGE);
      const narrower = width(places) / width(rest);
      assert.ok(narrower >= 0.79 && narrower < 0.93, `the mouth has ${narrower} of its width`);
      assert.ok(lips(places) > 1.1 * lips(rest), 'the lips are fuller');
    }
  });

  test('takes a smile back for a kiss, to a mouth of its usual size with fuller lips', () => {
    for (const head of heads) {
      const { form } = head;
      const kiss = buildBlendShapes({ ...head, raised: 0 });
      const kissing = form.map((value, i) => value + kiss.kiss[i]! + kiss.seal[i]!);
      const width = (of: Float32Array) => of[RIGHT_CORNER * 3]! - of[LEFT_CORNER * 3]!;
      const heights = (of: Float32Array) =>
        [UPPER_LIP, UPPER_LIP_EDGE, LOWER_LIP, LOWER_LIP_EDGE].map((point) => of[point * 3 + 1]!);
      const narrower = width(kissing) / width(form);
      assert.ok(narrower > 0.64 && narrower < 0.82, `the mouth has ${narrower} of its width`);
      assert.ok(width(kissing) > 0.24, `${width(kissing)} face widths are a clown's mouth`);
      const [upper, upperEdge, lower, lowerEdge] = heights(form) as [number, number, number, number];
      const [kissUpper, kissUpperEdge, kissLower, kissLowerEdge] = heights(kissing) as [number, number, number, number];
      assert.ok(kissLowerEdge - kissUpperEdge > 1.1 * (lowerEdge - lower + upper - upperEdge), 'the lips are fuller');
      assert.ok(kissLower - kissUpper < 1e-3, 'the lips meet');
      const rises = [LEFT_CORNER, RIGHT_CORNER].map((corner) => kissUpper - kissing[corner * 3 + 1]!);
      assert.ok(Math.max(...rises) < 0.02, `the corners are ${rises.join(' and ')} above the middle`);
    }
  });

  test('moves the skin beside the nose inwards with the corner of the mouth for a kiss, and not the nose', () => {
    for (const { form, raised } of heads) {
      const { kiss } = buildBlendShapes({ form, yaw: 0, grin: 1, raised });
      const centre = (form[LEFT_CORNER * 3]! + form[RIGHT_CORNER * 3]!) / 2;
      const inwards = (point: number) => -Math.sign(form[point * 3]! - centre) * kiss[point * 3]!;
      for (const [wing, corner] of [
        [LEFT_WING, LEFT_CORNER],
        [RIGHT_WING, RIGHT_CORNER],
      ] as const) {
        // The cheek as far out as the corner or further, at half the height of the nose's wing.
        const height = (form[wing * 3 + 1]! + form[corner * 3 + 1]!) / 2;
        const cheek = Array.from({ length: form.length / 3 }, (_, point) => point).filter((point) => {
          const out = Math.sign(form[corner * 3]! - centre) * (form[point * 3]! - form[corner * 3]!);
          return Math.abs(form[point * 3 + 1]! - height) < 0.04 && out > 0 && out < 0.12;
        });
        assert.ok(cheek.length > 0);
        for (const point of cheek) {
          const share = inwards(point) / inwards(corner);
          assert.ok(share > 0.6, `point ${point} beside the nose moves by ${share} of the corner's way`);
        }
        assert.ok(inwards(wing) < 0.2 * inwards(corner), 'the nose stays');
      }
    }
  });

  test('smiles with closed lips without a line that rises beyond the corners', () => {
    for (const { form, yaw, grin, raised } of heads) {
      const lips = form.slice();
      lips[LOWER_LIP * 3 + 1] = lips[UPPER_LIP * 3 + 1]!;
      const { smile } = buildBlendShapes({ form: lips, yaw, grin, raised });
      const corner = RIGHT_CORNER * 3;
      for (let point = 0; point < lips.length; point += 3) {
        const [dx, dy] = [lips[point]! - lips[corner]!, lips[point + 1]! - lips[corner + 1]!];
        if (dx < 0 || dx > 0.15 || Math.abs(dy) > 0.08) continue;
        assert.ok(smile[point + 1]! >= smile[corner + 1]! - 1e-6, `point ${point / 3} rises further than the corner`);
      }
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
