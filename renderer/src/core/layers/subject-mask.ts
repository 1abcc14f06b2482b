import type { Model } from '../model.ts';
import type { Box } from '../picture/framing.ts';

/** Segmentation of people and animals: 0 to 255 per pixel, row by row. */
export interface SubjectMask {
  width: number;
  height: number;
  alpha: Uint8Array;
}

/** Shares of the picture between which a subject is worth separating from its background. */
const MIN_COVERAGE = 0.02;
const MAX_COVERAGE = 0.9;

/** Side of the square that the model segments; the photo is scaled to it without keeping its shape. */
export const SEGMENTED_SIDE = 256;

/**
 * Segments the people or animals of a picture by MediaPipe's selfie segmentation, which also finds groups and many
 * animals. `rgb` is the whole picture resized to `SEGMENTED_SIDE` both ways. Returns undefined if the subject covers
 * too little or too much.
 */
export async function segmentSubject(rgb: Uint8Array, model: Model): Promise<SubjectMask | undefined> {
  const pixels = Float32Array.from(rgb, (value) => value / 255);
  const [shares] = await model.run(pixels, SEGMENTED_SIDE);
  const alpha = Uint8Array.from(shares!, (share) => Math.round(share * 255));
  const mask = { width: SEGMENTED_SIDE, height: SEGMENTED_SIDE, alpha };
  return standsOut(mask) ? mask : undefined;
}

function standsOut(mask: SubjectMask): boolean {
  const coverage = mask.alpha.reduce((sum, alpha) => sum + alpha, 0) / (mask.alpha.length * 255);
  return coverage >= MIN_COVERAGE && coverage <= MAX_COVERAGE;
}

/** Bounding box of the subject without stray pixels; undefined for an empty mask. */
export function subjectBox({ width, height, alpha }: SubjectMask): Box | undefined {
  const columns = new Float64Array(width);
  const rows = new Float64Array(height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const value = alpha[y * width + x]!;
      if (value < 64) continue;
      columns[x]! += value;
      rows[y]! += value;
    }
  }
  const [left, right] = span(columns);
  const [top, bottom] = span(rows);
  return right > left && bottom > top ? { left, right, top, bottom } : undefined;
}

/** Range that holds the middle 99 % of a profile, as fractions of its length. */
function span(profile: Float64Array): [number, number] {
  const total = profile.reduce((sum, value) => sum + value, 0);
  let sum = 0;
  let first = profile.length;
  let last = 0;
  profile.forEach((value, index) => {
    if (sum + value > total * 0.005) first = Math.min(first, index);
    if (sum < total * 0.995) last = index + 1;
    sum += value;
  });
  return [first / profile.length, last / profile.length];
}
