import type { Arm } from './find-arms.ts';
import type { Point } from './find-body.ts';
import { HAND, pointOf } from './fit-hand.ts';
import type { Crop } from '../picture/sample-crop.ts';

/** Side of the square in which an arm is cut out. */
export const CROP = 320;
/** Room around an arm in the square, in widths of the palm. */
const ROOM = 1.1;

/** The elbow itself stays, within so many palms or this share of the forearm: there the upper arm begins, which is not cut out. */
const ELBOW = { palms: 0.7, share: 0.3 };

/** How far around the elbow nothing moves. */
export function stillRadius(palm: number, forearm: number): number {
  return Math.min(ELBOW.palms * palm, ELBOW.share * forearm);
}

/** The upright square around an arm: its forearm points up. */
export function cropAroundArm({ pivot, end, wrist, hand, palm }: Arm): Crop {
  const angle = Math.PI / 2 + Math.atan2(wrist.y - pivot.y, wrist.x - pivot.x);
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  const include = ({ x, y }: Point) => {
    left = Math.min(left, x * cosine + y * sine);
    right = Math.max(right, x * cosine + y * sine);
    top = Math.min(top, y * cosine - x * sine);
    bottom = Math.max(bottom, y * cosine - x * sine);
  };
  for (let i = 0; i < hand.length / 2; i++) include(pointOf(hand, i));
  include(end);
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return {
    x: x * cosine - y * sine,
    y: x * sine + y * cosine,
    side: Math.max(right - left, bottom - top) + 2 * ROOM * palm,
    angle,
  };
}

/** Where a point of the picture lies in a crop's square of `CROP` pixels. */
export function toCrop({ x, y, side, angle }: Crop, point: Point): Point {
  const [dx, dy] = [point.x - x, point.y - y];
  return {
    x: ((dx * Math.cos(angle) + dy * Math.sin(angle)) / side + 0.5) * CROP,
    y: ((dy * Math.cos(angle) - dx * Math.sin(angle)) / side + 0.5) * CROP,
  };
}

/** How far each pixel of the square is from the bones, relative to how thick a hand or a forearm is there. */
export interface ArmShape {
  hand: Float32Array;
  forearm: Float32Array;
}

interface Bone {
  from: Point;
  to: Point;
  /** Half the thickness at both ends. */
  thick: readonly [number, number];
}

/** Half the thickness in widths of the palm, which is measured between the middles of its outer knuckles. */
const FINGER = [0.19, 0.165, 0.15, 0.13] as const;
const THUMB = [0.28, 0.22, 0.17, 0.15] as const;
const PALM = 0.22;
const WRIST = 0.4;
const FOREARM = 0.6;

export function measureShape(arm: Arm, crop: Crop): ArmShape {
  const scale = (arm.palm / crop.side) * CROP;
  const at = (i: number) => toCrop(crop, pointOf(arm.hand, i));
  const bone = (a: number, b: number, from: number, to = from): Bone => ({
    from: at(a),
    to: at(b),
    thick: [from * scale, to * scale],
  });
  const finger = (base: number, [a, b, c, d]: typeof FINGER | typeof THUMB) => [
    bone(base, base + 1, a, b),
    bone(base + 1, base + 2, b, c),
    bone(base + 2, base + 3, c, d),
  ];
  const { wrist, thumb, index, middle, ring, little } = HAND;
  const bones = [
    ...finger(thumb, THUMB),
    ...[index, middle, ring, little].flatMap((base) => finger(base, FINGER)),
    bone(wrist, thumb, WRIST, THUMB[0]),
    bone(thumb, index, 0.22),
    ...[index, middle, ring, little].map((base) => bone(wrist, base, 0.28, PALM)),
    bone(index, middle, PALM),
    bone(middle, ring, PALM),
    bone(ring, little, PALM),
  ];
  const forearm: Bone = { from: toCrop(crop, arm.pivot), to: at(wrist), thick: [FOREARM * scale, WRIST * scale] };
  return { hand: nearest(bones), forearm: nearest([forearm]) };
}

/** Distances beyond this many thicknesses are not told apart. */
const FAR = 6;

function nearest(bones: readonly Bone[]): Float32Array {
  const result = new Float32Array(CROP * CROP).fill(FAR * FAR);
  for (const { from, to, thick } of bones) {
    const [fromX, fromY, dx, dy] = [from.x, from.y, to.x - from.x, to.y - from.y];
    const inverse = 1 / Math.max(1e-6, dx * dx + dy * dy);
    const [start, growth] = [thick[0], thick[1] - thick[0]];
    const reach = FAR * Math.max(...thick);
    const left = Math.max(0, Math.floor(Math.min(from.x, to.x) - reach));
    const right = Math.min(CROP - 1, Math.ceil(Math.max(from.x, to.x) + reach));
    const top = Math.max(0, Math.floor(Math.min(from.y, to.y) - reach));
    const bottom = Math.min(CROP - 1, Math.ceil(Math.max(from.y, to.y) + reach));
    for (let y = top; y <= bottom; y++) {
      for (let x = left, i = y * CROP + left; x <= right; x++, i++) {
        const px = x - fromX;
        const py = y - fromY;
        const along = Math.max(0, Math.min(1, (px * dx + py * dy) * inverse));
        const ax = px - along * dx;
        const ay = py - along * dy;
        const half = start + growth * along;
        const share = (ax * ax + ay * ay) / (half * half);
        if (share < result[i]!) result[i] = share;
      }
    }
  }
  return result.map(Math.sqrt);
}
