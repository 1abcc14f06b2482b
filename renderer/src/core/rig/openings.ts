import type { Head } from '../face/head.ts';
import { LEFT_EYE_RIMS, LOWER_LIP, MOUTH_RIMS, RIGHT_EYE_RIMS } from '../face/landmarks.ts';
import { type FaceRig, OPENING_RIMS, OPENINGS } from './face-rig.ts';
import { turnedOffset, type Expression } from './pose-face.ts';

/** Eyes are taken a little wider than they are open, or a gap would show where the lids turn further than the eye. */
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

/** How far lids may pass each other, as a share of what the eye is open. */
const MAX_OVERLAP = 0.1;

/** A lid that shuts while the cheek pushes up from below would leave two lines of lashes: the lower lid gives way. */
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

/** How far an iris goes, as a share of the eye's length. */
const GAZE = 0.13;

/**
 * Eyes look aside: what lies between the lids is taken from a little further along the eye, most of it in the middle and
 * none at the corners, so that the iris goes and the white on its one side gives way to that on the other.
 */
export function shiftGaze({ rest, source }: FaceRig, gaze: number): void {
  let at = OPENINGS;
  for (const rims of OPENING_RIMS) {
    for (const rim of [rims.upper, rims.lower]) {
      rim.forEach((_, i) => {
        if (rims !== MOUTH_RIMS) {
          const share = i / (rim.length - 1);
          const from = (share - GAZE * gaze * 4 * share * (1 - share)) * (rim.length - 1);
          const left = Math.max(0, Math.min(rim.length - 2, Math.floor(from)));
          for (const k of [0, 1]) {
            const [a, b] = [rest[(at + left) * 2 + k]!, rest[(at + left + 1) * 2 + k]!];
            source[(at + i) * 2 + k] = a + (b - a) * (from - left);
          }
        }
      });
      at += rim.length;
    }
  }
}

/**
 * By how much of its opening at rest a mouth's inside stretches with the jaw, before the lower lip leaves it: in a wide one the tongue
 * and the lower teeth go down too, and a narrow gap beneath them would be a dark line along the lip.
 */
const STRETCH = 0.15;

/**
 * Eyes turn with the head, whatever the lids do. What lies in the mouth hangs from the upper lip; the jaw takes the lower one away from
 * it, and both close over it.
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
