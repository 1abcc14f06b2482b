import type { Head } from '../face/head.ts';
import { LEFT_EYE_RIMS, LOWER_LIP, MOUTH_RIMS, RIGHT_EYE_RIMS } from '../face/landmarks.ts';
import { type FaceRig, OPENING_RIMS, OPENINGS } from './face-rig.ts';
import { turnedOffset, type Expression } from './pose-face.ts';

/** Eyes are cut out slightly larger than they are; otherwise a gap shows where the lids turn further than the eye. */
const WIDER = 0.06;

export function openingPlaces({ places }: Head): number[] {
  return OPENING_RIMS.flatMap((rims) =>
    [
      [rims.upper, rims.lower],
      [rims.lower, rims.upper],
    ].flatMap(([rim, other]) =>
      rim!.flatMap((point, i) =>
        [0, 1].map((k) => {
          const [own, opposite] = [places[point * 2 + k]!, places[other![i]! * 2 + k]!];
          return own + (rims === MOUTH_RIMS ? 0 : WIDER * (own - opposite));
        }),
      ),
    ),
  );
}

/** How far the lids may overlap, as a share of the eye's opening at rest. */
const MAX_OVERLAP = 0.1;

/**
 * When the upper lid closes while the cheek pushes up the lower one, two lash lines would show: moves the lower lid
 * back.
 */
export function keepLidsApart({ rest, places }: FaceRig): void {
  for (const { upper, lower } of [LEFT_EYE_RIMS, RIGHT_EYE_RIMS]) {
    upper.forEach((above, i) => {
      const below = lower[i]!;
      const [x, y] = [0, 1].map((k) => rest[below * 2 + k]! - rest[above * 2 + k]!) as [number, number];
      const [dx, dy] = [0, 1].map((k) => places[below * 2 + k]! - places[above * 2 + k]!) as [number, number];
      const open = (dx * x + dy * y) / (x * x + y * y);
      if (!(open < -MAX_OVERLAP)) return;
      places[below * 2]! -= (MAX_OVERLAP + open) * x;
      places[below * 2 + 1]! -= (MAX_OVERLAP + open) * y;
    });
  }
}

/**
 * How far an iris moves at gaze 1, where it lies at rest, and where the corner that stays ends: shares of the eye's length.
 */
const GAZE = { by: 0.18, iris: [0.28, 0.72], corner: 0.06 } as const;

/** Moves the gaze by shifting the texture between the lids along the eye: the iris as a whole, while the white stretches on one side and shrinks on the other. */
export function shiftGaze({ rest, source }: FaceRig, gaze: number): void {
  let at = OPENINGS;
  for (const rims of OPENING_RIMS) {
    const length = rims.upper.length;
    if (rims !== MOUTH_RIMS) {
      for (let i = 0; i < length; i++) {
        const from = seenAt(i / (length - 1), gaze) * (length - 1);
        const left = Math.min(length - 2, Math.floor(from));
        for (const rim of [at, at + length]) {
          for (const k of [0, 1]) {
            const [a, b] = [rest[(rim + left) * 2 + k]!, rest[(rim + left + 1) * 2 + k]!];
            source[(rim + i) * 2 + k] = a + (b - a) * (from - left);
          }
        }
      }
    }
    at += 2 * length;
  }
}

/** Which place of the resting eye is seen at `share` of its length; both from the left corner, 0 to 1. */
function seenAt(share: number, gaze: number): number {
  if (gaze === 0) return share;
  if (gaze < 0) return 1 - seenAt(1 - share, -gaze);
  const shift = GAZE.by * Math.min(1, gaze);
  const [from, to] = GAZE.iris;
  const between = (a: number, b: number, into: number, end: number) => into + ((share - a) * (end - into)) / (b - a);
  if (share <= GAZE.corner) return share;
  if (share < from + shift) return between(GAZE.corner, from + shift, GAZE.corner, from);
  return share < to + shift ? share - shift : between(to + shift, 1, to, 1);
}

/**
 * How much the mouth's inside stretches with the jaw before the lower lip leaves it, as a share of the gap at rest. In
 * a wide open mouth the tongue and lower teeth go down too; a narrow gap below them would look like a dark line along
 * the lip.
 */
const STRETCH = 0.15;

/**
 * Places the insides of eyes and mouth. Eyes turn with the head and ignore the lids. The mouth's inside follows the
 * upper lip; the jaw pulls the lower lip away from it, and both lips close over it.
 */
export function poseOpenings(
  { head, depthsAtRest, rest, places, freedom, pose: { offsets }, jawDrop, lipsShut }: FaceRig,
  expression: Expression,
): void {
  const dropped = Math.hypot(jawDrop[LOWER_LIP * 2]!, jawDrop[LOWER_LIP * 2 + 1]!);
  const parted = 1 - Math.min(1, (STRETCH * Math.max(0, head.mouthGap) * head.width) / (dropped || 1));
  let at = OPENINGS;
  for (const rims of OPENING_RIMS) {
    for (const rim of [rims.upper, rims.lower]) {
      const held = rim === MOUTH_RIMS.lower ? parted : 0;
      for (const point of rim) {
        const turned = rims === MOUTH_RIMS ? undefined : turnedOffset(head, depthsAtRest, expression, point);
        for (const k of [0, 1] as const) {
          const offset = turned
            ? turned[k] * freedom[point]!
            : offsets[point * 2 + k]! - held * jawDrop[point * 2 + k]! - lipsShut[point * 2 + k]!;
          places[at * 2 + k] = rest[at * 2 + k]! + offset;
        }
        at++;
      }
    }
  }
}
