import { CROP } from './arm-shape.ts';
import type { ArmMatte } from './segment-arm.ts';

/** What tells a clean cut from an ugly one. */
export interface CutQuality {
  /** Area in relation to what bones of this thickness cover. */
  hand: number;
  forearm: number;
  /** Share of the outline on which inside and outside differ in colour. */
  handEdge: number;
  forearmEdge: number;
  /** Pixels that are neither arm nor background, per pixel of outline. */
  doubt: number;
}

export function isCleanCut(matte: ArmMatte): boolean {
  const { hand, forearm, handEdge, forearmEdge, doubt } = judgeCut(matte);
  return (
    hand > 0.6 && hand < 1.7 && forearm > 0.55 && forearm < 2.2 && handEdge > 0.6 && forearmEdge > 0.35 && doubt < 3.2
  );
}

/** Colours that differ by less than this are told apart by nobody. */
const SEEN = 22;
/** A forearm smaller than this share of the hand is not judged. */
const LEAST_FOREARM = 0.12;
/** Pixels from the outline at which its two sides are compared. */
const APART = 4;

function judgeCut({ alpha, pixels, shape, seen: isSeen }: ArmMatte): CutQuality {
  const area = { hand: 0, forearm: 0 };
  const expected = { hand: 0, forearm: 0 };
  const edge = { hand: 0, forearm: 0 };
  const seen = { hand: 0, forearm: 0 };
  let unsure = 0;
  for (let y = APART; y < CROP - APART; y++) {
    for (let x = APART; x < CROP - APART; x++) {
      const i = y * CROP + x;
      if (!isSeen[i]) continue;
      const part = shape.hand[i]! < 1.3 * shape.forearm[i]! ? 'hand' : 'forearm';
      if (Math.min(shape.hand[i]!, shape.forearm[i]!) < 1) expected[part]++;
      const share = alpha[i]!;
      if (share > 0.2 && share < 0.8) unsure++;
      if (share < 0.5) continue;
      area[part]++;
      for (const step of [1, -1, CROP, -CROP]) {
        if (alpha[i + step]! >= 0.5) continue;
        edge[part]++;
        if (difference(pixels, i - step * (APART - 2), i + step * APART) > SEEN) seen[part]++;
      }
    }
  }
  // Of a forearm that the photo cuts at the wrist hardly anything is left to judge.
  const isStub = expected.forearm < LEAST_FOREARM * expected.hand;
  return {
    hand: area.hand / expected.hand,
    forearm: isStub ? 1 : area.forearm / Math.max(1, expected.forearm),
    handEdge: seen.hand / Math.max(1, edge.hand),
    forearmEdge: isStub ? 1 : seen.forearm / Math.max(1, edge.forearm),
    doubt: unsure / Math.max(1, edge.hand + edge.forearm),
  };
}

function difference(pixels: Float32Array, i: number, j: number): number {
  return Math.hypot(
    pixels[i * 3]! - pixels[j * 3]!,
    pixels[i * 3 + 1]! - pixels[j * 3 + 1]!,
    pixels[i * 3 + 2]! - pixels[j * 3 + 2]!,
  );
}
