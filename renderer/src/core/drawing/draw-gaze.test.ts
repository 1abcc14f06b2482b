import assert from 'node:assert/strict';
import { beforeAll, describe, test } from 'vitest';
import { ALONE, GROUP_SIZE, groupHeads, paintGrey } from '../../../test/group-heads.ts';
import type { Head } from '../face/head.ts';
import { LEFT_EYE_RIMS } from '../face/landmarks.ts';
import { planeSetsOf, type Planes } from '../picture/planes.ts';
import { buildRig } from '../rig/build-rig.ts';
import { OPENINGS } from '../rig/face-rig.ts';
import { moveRig } from '../rig/move-rig.ts';
import { poseOpenings } from '../rig/openings.ts';
import type { Expression } from '../rig/pose-face.ts';
import { drawGaze } from './draw-gaze.ts';

const EMPTY = 200;
let heads: Head[];
let photo: Planes;

beforeAll(async () => {
  ({ heads } = await groupHeads());
  photo = paintGrey(() => 80);
});

describe('eyes that look aside', () => {
  test('are drawn over the edges of their lids, and fade out there', () => {
    for (const head of heads.filter(({ yaw }) => Math.abs(yaw) < 14)) {
      const { luma, below } = draw(head, { gaze: 1 });
      const [inside, edge, beyond] = [-0.3, 0.12, 0.35].map((share) => luma(...below(share))) as [
        number,
        number,
        number,
      ];
      assert.equal(inside, 80);
      assert.ok(edge > 85 && edge < 195, `${edge} on the lid`);
      assert.equal(beyond, EMPTY);
    }
  });

  test('are not drawn again where they look ahead or are shut', () => {
    for (const head of heads)
      for (const expression of [{ gaze: 0 }, { gaze: 1, leftLid: 1, rightLid: 1 }])
        assert.ok(draw(head, expression).pixels.every((value) => value === EMPTY));
  });
});

/** Draws on a plain frame. `below` gives places under the middle of the left eye's opening, in shares of it from its lower end. */
function draw(head: Head, expression: Expression) {
  const rig = buildRig(head, ALONE, GROUP_SIZE, photo, 1);
  moveRig(rig, expression);
  poseOpenings(rig, expression);
  const frame = paintGrey(() => EMPTY);
  drawGaze(rig, expression, [[planeSetsOf(photo)[0], planeSetsOf(frame)[0]]], (_, places, __, into) =>
    into.set(places),
  );
  const middle = LEFT_EYE_RIMS.upper.length >> 1;
  const place = (row: number, k: number) => rig.places[(OPENINGS + row * LEFT_EYE_RIMS.upper.length + middle) * 2 + k]!;
  const below = (share: number) =>
    [0, 1].map((k) => place(1, k) + share * (place(1, k) - place(0, k))) as [x: number, y: number];
  const luma = (x: number, y: number) => frame.y[Math.round(y) * frame.width + Math.round(x)]!;
  return { pixels: frame.y, luma, below };
}
