import type { Sheet } from '../sheet.ts';

/** How far outside its edges a triangle still takes a pixel in, in pixels. */
export const RIM = 0.02;

/** What is blended over triangles already drawn: for each point, another place in the source, and how it is taken. */
export interface Overlay {
  /** Source pixels, x and y in turn. */
  source: Float32Array;
  /** How much of the overlay is seen, 0 to 1. */
  share: Float32Array;
  /** What is taken is multiplied by the one, and the other is added. */
  gain: Float32Array;
  /** For each of the planes. */
  shifts: readonly Float32Array[];
}

/**
 * Blends a triangle of an overlay into the target; `a`, `b` and `c` are its points' numbers. The triangle itself has just been
 * drawn, and the very same pixels are taken: what is blended twice would show.
 */
export function blendTriangle(
  from: Sheet,
  to: Sheet,
  target: Float32Array,
  { source, share, gain, shifts }: Overlay,
  a: number,
  b: number,
  c: number,
): void {
  const [ax, ay] = [target[a * 2]!, target[a * 2 + 1]!];
  const [bx, by] = [target[b * 2]! - ax, target[b * 2 + 1]! - ay];
  const [cx, cy] = [target[c * 2]! - ax, target[c * 2 + 1]! - ay];
  const area = bx * cy - by * cx;
  if (Math.abs(area) < 0.01) return;
  const slack = (-RIM * (Math.abs(bx) + Math.abs(by) + Math.abs(cx) + Math.abs(cy))) / Math.abs(area);
  const left = Math.max(0, Math.ceil(ax + Math.min(0, bx, cx) - 1));
  const right = Math.min(to.width - 1, Math.floor(ax + Math.max(0, bx, cx) + 1));
  const top = Math.max(0, Math.ceil(ay + Math.min(0, by, cy) - RIM));
  const bottom = Math.min(to.height - 1, Math.floor(ay + Math.max(0, by, cy) + RIM));
  const [stepB, stepC] = [cy / area, -by / area];
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const ofB = (x - ax) * stepB - ((y - ay) * cx) / area;
      const ofC = (x - ax) * stepC + (bx * (y - ay)) / area;
      const ofA = 1 - ofB - ofC;
      if (ofA < slack || ofB < slack || ofC < slack) continue;
      // A sliver's rim would be extrapolated far.
      const sum = Math.max(0, ofA) + Math.max(0, ofB) + Math.max(0, ofC);
      const [wA, wB, wC] = [Math.max(0, ofA) / sum, Math.max(0, ofB) / sum, Math.max(0, ofC) / sum];
      const seen = Math.min(1, wA * share[a]! + wB * share[b]! + wC * share[c]!);
      if (seen <= 0) continue;
      const fromX = wA * source[a * 2]! + wB * source[b * 2]! + wC * source[c * 2]!;
      const fromY = wA * source[a * 2 + 1]! + wB * source[b * 2 + 1]! + wC * source[c * 2 + 1]!;
      const gained = wA * gain[a]! + wB * gain[b]! + wC * gain[c]!;
      const at = y * to.width + x;
      for (let plane = 0; plane < shifts.length; plane++) {
        const shift = shifts[plane]!;
        const pixels = to.planes[plane]!;
        const taken = sample(from, plane, fromX, fromY) * gained + (wA * shift[a]! + wB * shift[b]! + wC * shift[c]!);
        pixels[at] = Math.max(0, Math.min(255, Math.round(pixels[at]! + (taken - pixels[at]!) * seen)));
      }
    }
  }
}

function sample({ planes, width, height }: Sheet, plane: number, x: number, y: number): number {
  const pixels = planes[plane]!;
  const inX = Math.max(0, Math.min(width - 1.001, x));
  const inY = Math.max(0, Math.min(height - 1.001, y));
  const at = Math.floor(inY) * width + Math.floor(inX);
  const [across, down] = [inX % 1, inY % 1];
  const upper = pixels[at]! + (pixels[at + 1]! - pixels[at]!) * across;
  const lower = pixels[at + width]! + (pixels[at + width + 1]! - pixels[at + width]!) * across;
  return upper + (lower - upper) * down;
}
