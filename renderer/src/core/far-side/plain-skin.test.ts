import assert from 'node:assert/strict';
import { beforeAll, describe, test } from 'vitest';
import { GROUP_SIZE, groupHeads, paintGrey } from '../../../test/group-heads.ts';
import type { Head } from '../face/head.ts';
import { silhouetteAt } from '../face/silhouette.ts';
import { createFrame } from '../picture/planes.ts';
import { featureBands, placeWithin } from './far-side.ts';
import { mirrorSkin } from './mirror-skin.ts';
import { plainSkin } from './plain-skin.ts';
import { createHeadMover } from '../frames/move-heads.ts';

const SKIN = 150;
const DARK = 40;
let turned: Head[];

beforeAll(async () => {
  const { heads } = await groupHeads();
  turned = heads.filter(({ yaw }) => Math.abs(yaw) > 25);
  assert.ok(turned.length >= 2);
});

describe('what a turned head hides at the height of its brow', () => {
  test('is plain skin if hair covers the near side, in the colours above and below', () => {
    for (const head of turned) {
      for (const { share, plain } of hiddenAtBrow(head, hairOverNearSide(head))) {
        assert.ok(share < 0.1 && plain.share > 0.7, `${share} of the twin, ${plain.share} plain`);
        assert.ok(Math.abs(plain.colour.y - SKIN) < 10, `brightness ${plain.colour.y}`);
      }
    }
  });

  test('is not plain on a head that hides only a narrow strip: before the temple there may hang hair', () => {
    for (const head of turned) {
      const photo = paintGrey(() => SKIN);
      const { top, bottom } = featureBands(head).eyes;
      const shareAt = (yaw: number) =>
        plainSkin({ ...head, yaw: Math.sign(head.yaw) * yaw }, () => 0, photo, 1)((top + bottom) / 2).share;
      assert.deepEqual([shareAt(16), shareAt(24)], [0, 1]);
    }
  });

  test('is not plain if the near side can be mirrored', () => {
    for (const head of turned) {
      for (const { share, plain } of hiddenAtBrow(head, () => SKIN)) assert.ok(share > 0.9 && plain.share < 0.1);
    }
  });

  test('is not a stretched band of the brow at the silhouette', () => {
    for (const head of turned) {
      const hair = hairOverNearSide(head);
      const height = (featureBands(head).eyes.top + featureBands(head).eyes.middle) / 2;
      const [endX, endY] = placeWithin(head, silhouetteAt(head, height)!, 0.03);
      const isEndOfBrow = (x: number, y: number) => Math.hypot(x - endX, y - endY) < 0.03 * head.width;
      const photo = paintGrey((x, y) => (isEndOfBrow(x, y) ? DARK : hair(x, y)));
      const frame = createFrame(GROUP_SIZE.width, GROUP_SIZE.height);
      const mover = createHeadMover(photo, 1, [head], frame);
      const dark = (yaw: number) => {
        mover.draw(frame, [{ yaw }]);
        return frame.y.filter((value, i) => value < 95 && isFar(head, i % GROUP_SIZE.width)).length;
      };
      const [atRest, towardsViewer] = [dark(0), dark(-Math.sign(head.yaw) * 18)];
      assert.ok(atRest > 0 && towardsViewer < 1.4 * atRest, `${atRest} dark pixels at rest, ${towardsViewer} turned`);
    }
  });
});

function hiddenAtBrow(head: Head, photo: (x: number, y: number) => number) {
  const { top, middle } = featureBands(head).eyes;
  const hidden = mirrorSkin(
    head,
    () => 0,
    () => 1,
    paintGrey(photo),
    1,
  ).filter(({ point, isHidden }) => {
    const height = head.form[point * 3 + 1]!;
    const silhouette = silhouetteAt(head, height);
    const across = Math.sign(head.yaw) * head.form[point * 3]!;
    return isHidden && height > top && height < middle && silhouette && across > silhouette.across + 0.03;
  });
  assert.ok(hidden.length > 0);
  return hidden;
}

/** Dark hair over the near side from the eye's inner corner outwards, except cheek and chin; the far side is bare. */
function hairOverNearSide(head: Head): (x: number, y: number) => number {
  const near = (point: number) => [head.places[point * 2]!, head.places[point * 2 + 1]!] as const;
  const [corner] = near(head.yaw > 0 ? 133 : 362);
  const [cheekX, cheekY] = near(head.yaw > 0 ? 50 : 280);
  const [chin] = near(199);
  const [, mouth] = near(14);
  return (x, y) => {
    const isBeyond = (place: number, least: number) => Math.sign(head.yaw) * (place - x) > least;
    const isCheek = Math.hypot(x - cheekX, y - cheekY) < 0.12 * head.width;
    const isChin = y > mouth && !isBeyond(chin, 0.1 * head.width);
    const isHair = isBeyond(corner, 0) && !isCheek && !isChin;
    return isHair ? DARK - 15 : SKIN;
  };
}

function isFar(head: Head, x: number): boolean {
  return Math.sign(head.yaw) * (x - head.places[168 * 2]!) > 0;
}
