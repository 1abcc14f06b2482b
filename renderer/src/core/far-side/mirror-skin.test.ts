import assert from 'node:assert/strict';
import { beforeAll, describe, test } from 'vitest';
import { GROUP_SIZE, groupHeads, paintGrey } from '../../../test/group-heads.ts';
import type { Head } from '../face/head.ts';
import { FRONT_OF_CHIN, NOSE_BASE, MIRROR_LANDMARKS } from '../face/landmarks.ts';
import { silhouetteAt } from '../face/silhouette.ts';
import { createFrame, type Planes } from '../picture/planes.ts';
import { featureBands } from './far-side.ts';
import { mirrorSkin } from './mirror-skin.ts';
import { createHeadMover, prepareHeads } from '../frames/move-heads.ts';

const SKIN = 150;
/** A landmark of plain skin on each cheek. */
const CHEEKS = [50, 280];
let photo: Planes;
let turned: Head[];
let turnedLess: Head[];
let turnedFar: Head[];
let frontal: Head;

beforeAll(async () => {
  const group = await groupHeads();
  photo = group.photo;
  const { heads } = group;
  turned = heads.filter(({ yaw }) => Math.abs(yaw) > 25);
  turnedLess = heads.filter(({ yaw }) => Math.abs(yaw) > 16 && Math.abs(yaw) < 30);
  turnedFar = heads.filter(({ yaw }) => Math.abs(yaw) > 38);
  frontal = heads.find(({ yaw }) => Math.abs(yaw) < 12)!;
  assert.ok(turned.length >= 2 && turnedLess.length >= 2 && turnedFar.length >= 1 && frontal);
});

describe('what a turned head hides', () => {
  test('is mirrored from the other side of the face, and nothing else is', () => {
    assert.deepEqual(twins(frontal, photo), []);
    for (const head of turned) {
      const far = Math.sign(head.yaw);
      const plain = paintGrey(() => SKIN);
      for (const { point, share } of twins(head, plain)) {
        const [x, y] = [head.form[point * 3]!, head.form[point * 3 + 1]!];
        const silhouette = silhouetteAt(head, y);
        if (far * x < 0) assert.equal(share, 0, 'the near side shows itself');
        else if (y < featureBands(head).eyes.top - 0.05) assert.equal(share, 0, 'a forehead has no features to mirror');
        else if (y < featureBands(head).eyes.top) assert.ok(share < 1.001);
        else if (silhouette && far * x > silhouette.across)
          assert.equal(share, 1, 'what is hidden comes from its twin');
        else assert.ok(share >= 0 && share < 1.001);
      }
    }
  });

  test('has the light of its own side', () => {
    for (const head of turned) {
      const far = Math.sign(head.yaw);
      const middle = head.places[4 * 2]!;
      const lit = paintGrey((x) => (far * (x - middle) > 0 ? 0.8 * SKIN : SKIN));
      const dark = twins(head, lit).filter(({ share }) => share === 1);
      assert.ok(dark.length > 0);
      for (const { light } of dark) assert.ok(light.gain > 0.7 && light.gain < 1, `${light.gain}`);
      // Far from all samples, the far side's mean light applies.
      const mean = dark.reduce((sum, { light }) => sum + light.gain, 0) / dark.length;
      assert.ok(mean < 0.92, `${mean}`);
    }
  });

  test("is nowhere brighter than the photo's brightest skin", () => {
    const BRIGHT = 172;
    for (const head of turned) {
      const far = Math.sign(head.yaw);
      const [middle, mouth] = [head.places[4 * 2]!, head.places[13 * 2 + 1]!];
      // The near cheek is in the shade, the near chin is not.
      const shady = paintGrey((x, y) => (far * (x - middle) < 0 && y < mouth ? SKIN : BRIGHT));
      const chins = twins(head, shady).filter(
        ({ point, share }) => share > 0.5 && head.places[MIRROR_LANDMARKS[point]! * 2 + 1]! > mouth + 0.05 * head.width,
      );
      assert.ok(chins.length > 0);
      for (const { light } of chins) assert.ok(light.gain < 1.01, `${light.gain}`);
      const cheeks = twins(head, shady).filter(({ light, share }) => share > 0.5 && light.gain > 1.1);
      assert.ok(cheeks.length > 0, 'what lies in the shade is brought to the light');
    }
  });

  test('does not take over light that falls on the near edge alone', () => {
    const BRIGHT = 235;
    for (const head of turned) {
      const far = Math.sign(head.yaw);
      const cheek = head.places[(head.yaw > 0 ? CHEEKS[0]! : CHEEKS[1]!) * 2]!;
      // Light from a window overexposes the edge of the near cheek.
      const beyond = (x: number) => far * (x - cheek) < -0.03 * head.width;
      const bleached = paintGrey((x) => (beyond(x) ? BRIGHT : SKIN));
      const edge = twins(head, bleached).filter(
        ({ point, share, plain }) => share + plain.share > 0.9 && beyond(head.places[MIRROR_LANDMARKS[point]! * 2]!),
      );
      assert.ok(edge.length > 0);
      const brightness = edge.map(({ light, ofTwin, plain }) => {
        const own = 16 + light.gain * (BRIGHT - 16);
        return ofTwin * own + (1 - ofTwin) * plain.colour.y;
      });
      const mean = brightness.reduce((sum, value) => sum + value, 0) / brightness.length;
      assert.ok(mean < 1.3 * SKIN, `${mean}`);
    }
  });

  test('is not mirrored from hair, which reaches in from the contour, but isolated marks are mirrored', () => {
    for (const head of turned) {
      const [cheek, far] = [head.yaw > 0 ? CHEEKS[0]! : CHEEKS[1]!, Math.sign(head.yaw)];
      const [point] = hiddenSkin(head);
      const twin = MIRROR_LANDMARKS[point!]!;
      const isMark = (x: number, y: number) => isNear(head, twin, x, y, 0.06) && !isNear(head, cheek, x, y, 0.05);
      const marked = paintGrey((x, y) => (isMark(x, y) ? 25 : SKIN));
      assert.equal(shareOf(head, marked, point!), 1);
      const [left, top] = [head.places[twin * 2]!, head.places[twin * 2 + 1]!];
      const isStrand = (x: number, y: number) => far * (x - left) < 0 && Math.abs(y - top) < 0.06 * head.width;
      const hairy = paintGrey((x, y) =>
        (isMark(x, y) || isStrand(x, y)) && !isNear(head, cheek, x, y, 0.05) ? 25 : SKIN,
      );
      assert.equal(shareOf(head, hairy, point!), 0);
    }
  });

  test('is not mirrored from hair as fair as skin, and a rim over the cheek does not disturb that', () => {
    for (const head of turned) {
      const [cheek, far] = [head.yaw > 0 ? CHEEKS[0]! : CHEEKS[1]!, Math.sign(head.yaw)];
      // Below the nose, high grain may be a beard.
      const point = hiddenSkin(head).find((each) => head.form[each * 3 + 1]! < head.form[NOSE_BASE * 3 + 1]!);
      const [left, top] = [
        head.places[MIRROR_LANDMARKS[point!]! * 2]!,
        head.places[MIRROR_LANDMARKS[point!]! * 2 + 1]!,
      ];
      const isRim = (x: number, y: number) => isNear(head, cheek, x, y, 0.03);
      const isHair = (x: number, y: number) =>
        far * (x - left) < 0.06 * head.width && Math.abs(y - top) < 0.06 * head.width;
      const strands = (y: number) => (Math.floor(y) % 4 < 2 ? 0.7 * SKIN : 1.2 * SKIN);
      const paint = (hair: (y: number) => number) =>
        paintGrey((x, y) => (isRim(x, y) ? 25 : isHair(x, y) ? hair(y) : SKIN));
      const [bare, hairy] = [paint(() => SKIN), paint(strands)];
      assert.equal(shareOf(head, bare, point!), 1);
      assert.ok(shareOf(head, hairy, point!) < 0.05);
    }
  });

  test('is mirrored from beards and gradual shade, but not from hair, which begins at an edge', () => {
    for (const head of turned) {
      const far = Math.sign(head.yaw);
      const height = (point: number) => head.places[point * 2 + 1]!;
      const [middle, from, to] = [head.places[4 * 2]!, height(2), height(152)];
      const depth = (y: number) => Math.max(0, (y - from) / (to - from));
      const rows = Array.from({ length: GROUP_SIZE.height }, (_, y) => 16 + (SKIN - 16) * Math.exp(-1.4 * depth(y)));
      const shade = paintGrey((x, y) => (far * (x - middle) < 0 ? rows[y]! : SKIN));
      const besideChin = Math.min(...FRONT_OF_CHIN.map((point) => far * head.places[point * 2]!)) - 0.06 * head.width;
      const hair = paintGrey((x, y) => (far * x < besideChin && depth(y) > 0 ? 40 : SKIN));
      const beard = paintGrey((_, y) => (depth(y) > 0 ? 40 : SKIN));
      const jaw = twins(
        head,
        paintGrey(() => SKIN),
      )
        .filter(
          ({ point, share }) =>
            share === 1 && depth(height(MIRROR_LANDMARKS[point]!)) > 0.4 && MIRROR_LANDMARKS[point] !== point,
        )
        .map(({ point }) => point);
      assert.ok(jaw.length > 0);
      const mean = (from: Planes) => jaw.reduce((sum, point) => sum + shareOf(head, from, point), 0) / jaw.length;
      assert.ok(mean(shade) > 0.8, `shade: ${mean(shade)}`);
      assert.ok(mean(hair) < 0.2, `hair: ${mean(hair)}`);
      assert.ok(mean(beard) > 0.8, `a beard, which the chin's front wears as well: ${mean(beard)}`);
    }
  });

  test('is not mirrored from hair at the temple, even if its edge is soft and leads through shade', () => {
    for (const head of turned) {
      const far = Math.sign(head.yaw);
      const inner = head.places[(head.yaw > 0 ? 133 : 362) * 2]!;
      // The brightness falls slowly from the eye's inner corner to the edge of the face.
      const beyond = (x: number) => Math.max(0, (far * (inner - x)) / (0.35 * head.width));
      const soft = Array.from({ length: GROUP_SIZE.width }, (_, x) => 16 + (SKIN - 16) * Math.exp(-2 * beyond(x)));
      const cheek = head.yaw > 0 ? CHEEKS[0]! : CHEEKS[1]!;
      const photo = paintGrey((x, y) => (isNear(head, cheek, x, y, 0.05) ? SKIN : soft[x]!));
      const isDark = ({ point }: { point: number }) =>
        soft[Math.round(head.places[MIRROR_LANDMARKS[point]! * 2]!)]! < 70;
      const temple = twins(head, photo).filter((twin) => twin.isHidden && isAtTemple(head, twin.point) && isDark(twin));
      assert.ok(temple.length > 0);
      for (const { share } of temple) assert.ok(share < 0.1, `${share}`);
    }
  });

  test('is not mirrored in patches if hair covers most of the near side above the nose', () => {
    for (const head of turned) {
      const far = Math.sign(head.yaw);
      const hidden = twins(
        head,
        paintGrey(() => SKIN),
      ).filter(({ point, isHidden }) => isHidden && isAtTemple(head, point));
      const columns = hidden
        .map(({ point }) => -far * head.places[MIRROR_LANDMARKS[point]! * 2]!)
        .toSorted((a, b) => a - b);
      const shares = (part: number) => {
        const from = columns[Math.floor(part * columns.length)]!;
        const cheek = head.yaw > 0 ? CHEEKS[0]! : CHEEKS[1]!;
        const photo = paintGrey((x, y) => (-far * x > from && !isNear(head, cheek, x, y, 0.05) ? 25 : SKIN));
        const all = twins(head, photo);
        return hidden.map(({ point }) => all[point]!.share);
      };
      assert.ok(Math.max(...shares(0.85)) > 0.9, 'a little hair: the rest is mirrored');
      assert.ok(Math.max(...shares(0.4)) < 0.05, 'much hair: nothing is');
    }
  });

  test('can hardly be mirrored if hair covers most of the near side, and fully from visible skin', () => {
    const known = (heads: Head[], from: Planes) =>
      createHeadMover(from, 1, heads, createFrame(GROUP_SIZE.width, GROUP_SIZE.height)).traits.map(
        ({ mirrored }) => mirrored,
      );
    assert.deepEqual(
      known(
        [frontal],
        paintGrey(() => SKIN),
      ),
      [1],
    );
    for (const head of turned) {
      const cheek = head.yaw > 0 ? CHEEKS[0]! : CHEEKS[1]!;
      const hairy = paintGrey((x, y) => (isNear(head, cheek, x, y, 0.2) ? SKIN : 25));
      const [bare, covered] = [paintGrey(() => SKIN), hairy].map((from) => known([head], from)[0]!);
      assert.ok(bare! > 0.9 && covered! < 0.5, `${bare} and ${covered}`);
    }
  });

  test('is not drawn over hair in front of the far side, whatever the light', () => {
    for (const head of turnedLess) {
      const far = Math.sign(head.yaw);
      const middle = head.places[4 * 2]!;
      const beside = (inside: (x: number) => number) =>
        paintGrey((x) => (far * (x - middle) > 0.05 * head.width ? inside(x) : SKIN));
      const hidden = hiddenSkin(head);
      assert.ok(hidden.length > 0);
      const shares = (from: Planes) => hidden.map((point) => shareOf(head, from, point));
      assert.ok(
        shares(beside((x) => (x % 4 < 2 ? 1.3 : 0.7) * SKIN)).every((share) => share < 0.2),
        'strands of hair',
      );
      assert.ok(
        shares(beside(() => 0.7 * SKIN)).every((share) => share > 0.9),
        'skin in the shade',
      );
    }
  });

  test('replaces hair over a far side that is hardly visible, and nothing else', () => {
    for (const head of turnedFar) {
      const far = Math.sign(head.yaw);
      const middle = head.places[168 * 2]!;
      const plain = paintGrey(() => SKIN);
      const beside = (inside: (x: number) => number) => paintGrey((x) => (far * (x - middle) > 0 ? inside(x) : SKIN));
      const seen = twins(head, plain).filter(({ point, share }) => {
        const [x, y] = [head.form[point * 3]!, head.form[point * 3 + 1]!];
        return share === 0 && far * x > 0.05 && Math.abs(y) < 0.15 && far * (head.places[point * 2]! - middle) > 0;
      });
      assert.ok(seen.length > 0);
      const shares = (from: Planes) => {
        const all = twins(head, from);
        return seen.map(({ point }) => all.find((twin) => twin.point === point)!.share);
      };
      assert.ok(
        shares(beside((x) => (x % 4 < 2 ? 1.3 : 0.7) * SKIN)).every((share) => share > 0.9),
        'strands of hair',
      );
      assert.ok(
        shares(beside(() => 0.7 * SKIN)).every((share) => share === 0),
        'skin in the shade',
      );
    }
  });

  test('is not drawn over a hand or a mask before the mouth, but above it, and below a mouth that is in sight', () => {
    for (const head of turned) {
      const shares = (parts: { mouthHidden: boolean; mouthAgape?: boolean }) =>
        prepareHeads(photo, 1, [{ ...head, ...parts }], GROUP_SIZE).rigs[0]!.mirrored.share.slice(0, 468);
      const open = shares({ mouthHidden: false });
      const nose = head.form[NOSE_BASE * 3 + 1]!;
      const isBelow = (point: number) => head.form[point * 3 + 1]! > nose + 0.05;
      const isAbove = (point: number) => head.form[point * 3 + 1]! < nose - 0.05;
      assert.ok(open.some((share, point) => isBelow(point) && share > 0.5));
      shares({ mouthHidden: true }).forEach((share, point) => {
        if (isBelow(point)) assert.equal(share, 0, 'a hand may cover it');
        if (isAbove(point)) assert.equal(share, open[point], 'cheek and eye are in sight');
      });
      assert.deepEqual(shares({ mouthHidden: true, mouthAgape: true }), open, 'the mesh only misses a wide mouth');
    }
  });

  test("shows the near cheek's mole mirrored once the head turns towards the viewer", () => {
    for (const head of turned) {
      const [point] = hiddenSkin(head);
      const spotted = paintGrey((x, y) => (isNear(head, MIRROR_LANDMARKS[point!]!, x, y, 0.03) ? 105 : SKIN));
      const frame = createFrame(GROUP_SIZE.width, GROUP_SIZE.height);
      const mover = createHeadMover(spotted, 1, [head], frame);
      const darkOnFarSide = (yaw: number) => {
        mover.draw(frame, [{ yaw }]);
        const middle = head.places[4 * 2]!;
        let dark = 0;
        frame.y.forEach((value, i) => {
          const across = Math.sign(head.yaw) * ((i % GROUP_SIZE.width) - middle);
          if (value < 125 && across > -0.1 * head.width) dark++;
        });
        return dark;
      };
      assert.equal(darkOnFarSide(0), 0);
      assert.ok(darkOnFarSide(-Math.sign(head.yaw) * 22) > 0, 'the mole has a twin');
    }
  });
});

const twins = (head: Head, from: Planes) =>
  mirrorSkin(
    head,
    () => 0,
    () => 1,
    from,
    1,
  );
const shareOf = (head: Head, from: Planes, point: number) =>
  twins(head, from).find((twin) => twin.point === point)!.share;

/** Hidden landmarks on the cheek, the one furthest from all visible ones first. */
function hiddenSkin(head: Head): number[] {
  const plain = paintGrey(() => SKIN);
  const mouth = head.form[13 * 3 + 1]!;
  const eye = head.form[145 * 3 + 1]!;
  return twins(head, plain)
    .filter(({ point, share }) => {
      const y = head.form[point * 3 + 1]!;
      return share === 1 && y > eye + 0.12 && y < mouth;
    })
    .map(({ point }) => point)
    .toSorted((a, b) => Math.abs(head.form[a * 3]!) - Math.abs(head.form[b * 3]!));
}

/** Below the brow and above the nose's base. */
function isAtTemple(head: Head, point: number): boolean {
  const height = head.form[point * 3 + 1]!;
  return height > featureBands(head).eyes.top && height < head.form[NOSE_BASE * 3 + 1]! - 0.05;
}

function isNear(head: Head, point: number, x: number, y: number, widths: number): boolean {
  // `Math.hypot` takes ten times as long, which counts where each pixel of a photo is compared.
  const [across, down] = [head.places[point * 2]! - x, head.places[point * 2 + 1]! - y];
  return across * across + down * down < (widths * head.width) ** 2;
}
