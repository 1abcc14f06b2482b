import { sampleCrop } from '../src/core/picture/sample-crop.ts';
import type { Look } from './measure-face.ts';

const SIDE = 32;
/** Rows of the crop used: the eye without its brow. */
const ROWS = [9, 23] as const;

/** A luma patch around each eye, upright and of fixed size. */
export function eyePatches(
  picture: { data: Buffer; width: number; height: number },
  { x, y, distance, angle }: Look['eyes'],
): { left: Float32Array; right: Float32Array } {
  const patch = (side: number) => {
    const crop = {
      x: x + (side * distance * Math.cos(angle)) / 2,
      y: y + (side * distance * Math.sin(angle)) / 2,
      side: 0.62 * distance,
      angle,
    };
    const rgb = sampleCrop(picture, crop, SIDE);
    return Float32Array.from(
      { length: SIDE * SIDE },
      (_, i) => (rgb[i * 3]! + 2 * rgb[i * 3 + 1]! + rgb[i * 3 + 2]!) / 4,
    );
  };
  return { left: patch(-1), right: patch(1) };
}

/** The highest normalised correlation of two patches over a few shifts, since eye positions are imprecise. */
export function likeness(one: Float32Array, other: Float32Array): number {
  let best = -1;
  for (let down = -3; down <= 3; down++) {
    for (let right = -3; right <= 3; right++) best = Math.max(best, correlation(one, other, right, down));
  }
  return best;
}

function correlation(one: Float32Array, other: Float32Array, right: number, down: number): number {
  let [sumA, sumB, sumAA, sumBB, sumAB, count] = [0, 0, 0, 0, 0, 0];
  for (let y = ROWS[0]; y < ROWS[1]; y++) {
    for (let x = 4; x < SIDE - 4; x++) {
      const a = one[y * SIDE + x]!;
      const b = other[(y + down) * SIDE + x + right]!;
      sumA += a;
      sumB += b;
      sumAA += a * a;
      sumBB += b * b;
      sumAB += a * b;
      count++;
    }
  }
  const spread = Math.sqrt((sumAA - (sumA * sumA) / count) * (sumBB - (sumB * sumB) / count));
  return spread < 1e-6 ? 0 : (sumAB - (sumA * sumB) / count) / spread;
}
