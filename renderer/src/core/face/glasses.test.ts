import assert from 'node:assert/strict';
import { beforeAll, describe, test } from 'vitest';
import { groupHeads, paintGrey } from '../../../test/group-heads.ts';
import type { Head } from './head.ts';
import { LEFT_EYE_RIMS, RIGHT_EYE_RIMS, LEFT_CHEEK, RIGHT_CHEEK } from './landmarks.ts';
import type { Planes } from '../picture/planes.ts';
import { BLACK } from './tone.ts';
import { hasRims, wearsDarkGlasses, wearsSpectacles } from './glasses.ts';
import { limitTurn } from '../motion/plans/plan-head.ts';
import { measureBesideLens, lensStrain } from '../far-side/far-side.ts';
import { mirrorSkin } from '../far-side/mirror-skin.ts';

const BLACK_GLASS = 24;
/** Chroma of a blue mirror. */
const BLUE = { u: 160, v: 112 };
let photo: Planes;
let heads: readonly Head[];
/** The heads seen from the front. */
let frontal: readonly Head[];

beforeAll(async () => {
  const group = await groupHeads();
  ({ photo, heads } = group);
  frontal = heads.filter(({ yaw }) => Math.abs(yaw) < 35);
  assert.ok(frontal.length >= 3);
});

describe('dark glasses', () => {
  test('are not found in a group without any, in daylight or dusk', () => {
    const dusk = { ...photo, y: photo.y.map((luma) => 16 + (luma - 16) * 0.35) };
    for (const head of frontal) {
      assert.equal(wearsDarkGlasses(head, photo, 1), false);
      assert.equal(wearsDarkGlasses(head, dusk, 1), false);
    }
  });

  test('are found if black, and if they let an eighth of the light through', () => {
    for (const head of frontal) {
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

  test('are found if tinted so that nothing looks like an eye, but not without a bridge', () => {
    for (const head of frontal) {
      const lenses = behindLenses(head, () => 130);
      assert.equal(wearsDarkGlasses(head, withBridge(head, lenses), 1), true);
      assert.equal(wearsDarkGlasses(head, withBridge(head, photo), 1), false, 'clear glasses');
      assert.equal(wearsDarkGlasses(head, lenses, 1), false, 'a blurred face');
    }
  });

  test('are not clear glasses, nor black frames around visible eyes', () => {
    for (const head of frontal) {
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

  test('are found by the colour of both lenses, even if they reflect light, but not in a grey photo', () => {
    const mirror = (luma: number, fromRim: number) => BLACK + (luma - BLACK) * (fromRim > 0.5 ? 1.1 : 0.8);
    const grey = new Uint8Array(photo.u.length).fill(128);
    for (const head of frontal) {
      const seen = behindLenses(head, mirror, BLUE);
      assert.equal(wearsDarkGlasses(head, seen, 1), true);
      assert.equal(wearsDarkGlasses(head, { ...seen, u: grey, v: grey }, 1), false, 'a grey photo');
      assert.equal(wearsDarkGlasses(head, behindLenses(head, mirror), 1), false, 'of no colour');
      const light = behindLenses(head, (luma) => luma, BLUE, [LEFT_EYE_RIMS]);
      assert.equal(wearsDarkGlasses(head, light, 1), false, 'coloured light on one side');
    }
  });

  test('are not the skin above a coloured mask', () => {
    for (const head of frontal) {
      const from = (head.places[117 * 2 + 1]! + 0.08 * head.width) / 2;
      const blue = (plane: Uint8Array, colour: number) =>
        plane.map((value, i) => (Math.floor(i / (photo.width >> 1)) >= from ? colour : value));
      const masked = { ...photo, u: blue(photo.u, BLUE.u), v: blue(photo.v, BLUE.v) };
      assert.equal(wearsDarkGlasses(head, masked, 1), false);
    }
  });

  test('are not the shade of a cap, in which colours fade as well', () => {
    for (const head of frontal) {
      const below = head.places[118 * 2 + 1]! + 0.05 * head.width;
      const fade = (plane: Uint8Array, width: number, zero: number, end: number) =>
        plane.map((value, i) => (Math.floor(i / width) < end ? zero + (value - zero) / 2 : value));
      const shaded = {
        ...photo,
        y: fade(photo.y, photo.width, BLACK, below),
        u: fade(photo.u, photo.width >> 1, 128, below / 2),
        v: fade(photo.v, photo.width >> 1, 128, below / 2),
      };
      assert.equal(wearsDarkGlasses(head, shaded, 1), false);
    }
  });

  test('are not the shadow of a cap over brows and eyes', () => {
    for (const head of frontal) {
      const below = head.places[118 * 2 + 1]!;
      const y = photo.y.map((luma, i) => (Math.floor(i / photo.width) < below ? 16 + (luma - 16) / 3 : luma));
      assert.equal(wearsDarkGlasses(head, { ...photo, y }, 1), false);
    }
  });
});

/** The photo with a lens of rounded corners before each eye; `fromRim` goes from 0 at its rim to 1 in its middle. */
function behindLenses(
  head: Head,
  glass: (luma: number, fromRim: number) => number,
  colour?: typeof BLUE,
  eyes = [LEFT_EYE_RIMS, RIGHT_EYE_RIMS],
): Planes {
  const [y, u, v] = [photo.y, photo.u, photo.v].map((plane) => Uint8Array.from(plane)) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ];
  for (const { upper, lower } of eyes) {
    const rim = [...upper, ...lower];
    const middle = [0, 1].map((k) => rim.reduce((sum, point) => sum + head.places[point * 2 + k]!, 0) / rim.length);
    const [across, down] = [0.2 * head.width, 0.16 * head.width];
    const [x, level] = [middle[0]!, middle[1]! + 0.04 * head.width];
    for (let row = Math.ceil(level - down); row < level + down; row++) {
      for (let column = Math.ceil(x - across); column < x + across; column++) {
        const fromRim = 1 - (((column - x) / across) ** 4 + ((row - level) / down) ** 4) ** 0.25;
        if (fromRim < 0) continue;
        y[row * photo.width + column] = glass(y[row * photo.width + column]!, fromRim);
        if (!colour) continue;
        const chroma = (row >> 1) * (photo.width >> 1) + (column >> 1);
        [u[chroma], v[chroma]] = [colour.u, colour.v];
      }
    }
  }
  return { ...photo, y, u, v };
}

/** The photo with a dark bar across the nose between the eyes. */
function withBridge(head: Head, seen: Planes): Planes {
  const y = Uint8Array.from(seen.y);
  const [x, level] = [head.places[BRIDGE * 2]!, head.places[BRIDGE * 2 + 1]!];
  for (let row = Math.ceil(level - 0.025 * head.width); row < level + 0.025 * head.width; row++)
    for (let column = Math.ceil(x - 0.08 * head.width); column < x + 0.08 * head.width; column++)
      y[row * seen.width + column] = BLACK_GLASS;
  return { ...seen, y };
}

const [SKIN, FRAME] = [150, 40];
/** Landmarks between the brows, and where glasses rest on the nose. */
const [BROWS, BRIDGE] = [9, 6];
/** Where the lower rim of a lens runs, below the eye. */
const UPPER_CHEEK = 101;
describe('glasses', () => {
  test('are found by their bridge, and not in a group without any', () => {
    for (const head of heads) {
      assert.ok(wearsSpectacles(head, photo, 1) < 0.2, `${wearsSpectacles(head, photo, 1)}`);
      assert.equal(wearsSpectacles(head, barAcross(head, BRIDGE), 1), 1);
    }
  });

  test('are found by their lower rims too, and a bright bridge does not matter', () => {
    for (const head of heads) {
      assert.ok(hasRims(head, photo, 1) < 0.2, `${hasRims(head, photo, 1)}`);
      assert.equal(hasRims(head, barAcross(head, UPPER_CHEEK), 1), 1);
      assert.equal(wearsSpectacles(head, barAcross(head, UPPER_CHEEK), 1), 0);
      const brightness = (_: number, y: number) => SKIN - 0.3 * (y - heightOf(head, LEFT_EYE_RIMS.lower[4]!));
      assert.equal(hasRims(head, paintGrey(brightness), 1), 0, 'a gradual shadow');
    }
  });

  test('are not a mark between the brows, nor a gradual shadow', () => {
    for (const head of heads) {
      assert.equal(wearsSpectacles(head, barAcross(head, BROWS), 1), 0);
      const [top, bottom] = [heightOf(head, BROWS), heightOf(head, 195)];
      const shaded = paintGrey((_, y) => SKIN - 90 * Math.max(0, Math.min(1, (y - top) / (bottom - top))));
      assert.equal(wearsSpectacles(head, shaded, 1), 0);
    }
  });

  test('keep their far lens in front of uncovered skin, and do not affect cheek and chin', () => {
    const turned = heads.filter(({ yaw }) => Math.abs(yaw) > 16 && Math.abs(yaw) < 24);
    assert.ok(turned.length > 0);
    for (const head of turned) {
      const eye = head.form[LEFT_EYE_RIMS.lower[4]! * 3 + 1]!;
      const sharesOf = (worn: number) =>
        mirrorSkin(
          head,
          () => 0,
          measureBesideLens(head, worn),
          paintGrey(() => SKIN),
          1,
        );
      const [bare, worn] = [sharesOf(0), sharesOf(1)];
      const hidden = bare.filter(({ share }) => share === 1).map(({ point }) => point);
      const beside = hidden.filter((point) => Math.abs(head.form[point * 3 + 1]! - eye) < 0.05);
      const below = hidden.filter((point) => head.form[point * 3 + 1]! > head.form[2 * 3 + 1]!);
      assert.ok(beside.length > 0 && below.length > 0);
      const shown = (points: number[]) => points.map((point) => worn.find((twin) => twin.point === point)!.share);
      assert.deepEqual(new Set(shown(beside)), new Set([0]), 'nothing is drawn over the lens');
      assert.deepEqual(new Set(shown(below)), new Set([1]));
    }
  });

  test('have no effect on a head turned so far that their far lens is hardly visible', () => {
    const eye = ({ form }: Head) => form[LEFT_EYE_RIMS.lower[4]! * 3 + 1]!;
    const [head] = heads as [Head];
    const drawn = (yaw: number) => measureBesideLens({ ...head, yaw }, 1)(eye(head));
    assert.deepEqual([drawn(36), drawn(-36), drawn(46), drawn(-46)], [0, 0, 1, 1]);
    for (const cheek of [LEFT_CHEEK, RIGHT_CHEEK])
      assert.equal(measureBesideLens({ ...head, yaw: 20 }, 1)(head.form[cheek * 3 + 1]! + 0.1), 1);
  });

  test('limit how far a head turns back if their far lens is narrow', () => {
    assert.deepEqual(
      [20, -20, 34, -40].map((yaw) => lensStrain(yaw, 1)),
      [0, 0, 1, 1],
    );
    assert.equal(lensStrain(40, 0), 0);
    const backOf = (mirrored: number) => limitTurn({ yaw: 36, width: 200, mirrored }, -40);
    assert.ok(backOf(1 - lensStrain(36, 1)) > backOf(1) + 3);
  });
});

function heightOf({ places }: Head, point: number): number {
  return places[point * 2 + 1]!;
}

/** A grey face with a dark bar of a twentieth of its width at a point of the mesh. */
function barAcross(head: Head, point: number): Planes {
  const [x, y] = [head.places[point * 2]!, heightOf(head, point)];
  const [[alongX, alongY]] = head.axes;
  const length = Math.hypot(alongX, alongY);
  return paintGrey((atX, atY) => {
    const across = Math.abs((atY - y) * (alongX / length) - (atX - x) * (alongY / length));
    return across < 0.025 * head.width ? FRAME : SKIN;
  });
}
