import type { Model } from '../model.ts';
import type { Box } from '../picture/framing.ts';

/** How much of each pixel belongs to the people or animals of a picture, 0 to 255, row by row. */
export interface SubjectMask {
  width: number;
  height: number;
  alpha: Uint8Array;
}

/** Below this share of the picture there is no subject worth a layer, above it no background worth one. */
const MIN_COVERAGE = 0.02;
const MAX_COVERAGE = 0.9;

/** Pixels of the square picture in which the model looks for a subject, whatever the photo's shape. */
export const SEGMENTED_SIDE = 256;

/**
 * The people or animals of a picture, by MediaPipe's selfie segmentation, which knows groups and many animals as well as single people;
 * undefined where nobody stands out. `rgb` is the whole picture brought to `SEGMENTED_SIDE` both ways.
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

/** The rectangle that holds the subject but for stray pixels; undefined for an empty mask. */
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

/** Where the middle 99 % of a profile lie, as fractions of its length. */
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
