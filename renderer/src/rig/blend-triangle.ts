import { RIM, type Plane } from './plane.ts';

/** What is blended over triangles already drawn: for each point, another place in the source, and how it is taken. */
export interface Overlay {
  /** Source pixels, x and y in turn. */
  source: Float32Array;
  /** How much of the overlay is seen, 0 to 1. */
  share: Float32Array;
  /** What is taken is multiplied by the one, and the other is added. */
  gain: Float32Array;
  shift: Float32Array;
}

/**
 * Blends a triangle of an overlay into the target; `a`, `b` and `c` are its points' numbers. The triangle itself has just been
 * drawn, and the very same pixels are taken: what is blended twice would show.
 */
export function blendTriangle(
  from: Plane,
  to: Plane,
  target: Float32Array,
  { source, share, gain, shift }: Overlay,
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
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const ofB = ((x - ax) * cy - (y - ay) * cx) / area;
      const ofC = (bx * (y - ay) - by * (x - ax)) / area;
      const ofA = 1 - ofB - ofC;
      if (ofA < slack || ofB < slack || ofC < slack) continue;
      // A sliver's rim would be extrapolated far.
      const [wA, wB, wC] = [Math.max(0, ofA), Math.max(0, ofB), Math.max(0, ofC)];
      const mean = (values: Float32Array, step = 1, k = 0) =>
        (wA * values[a * step + k]! + wB * values[b * step + k]! + wC * values[c * step + k]!) / (wA + wB + wC);
      const taken = sample(from, mean(source, 2), mean(source, 2, 1)) * mean(gain) + mean(shift);
      const at = y * to.width + x;
      const blended = to.pixels[at]! + (taken - to.pixels[at]!) * Math.max(0, Math.min(1, mean(share)));
      to.pixels[at] = Math.max(0, Math.min(255, Math.round(blended)));
    }
  }
}

function sample({ pixels, width, height }: Plane, x: number, y: number): number {
  const inX = Math.max(0, Math.min(width - 1.001, x));
  const inY = Math.max(0, Math.min(height - 1.001, y));
  const at = Math.floor(inY) * width + Math.floor(inX);
  const [across, down] = [inX % 1, inY % 1];
  const upper = pixels[at]! + (pixels[at + 1]! - pixels[at]!) * across;
  const lower = pixels[at + width]! + (pixels[at + width + 1]! - pixels[at + width]!) * across;
  return upper + (lower - upper) * down;
}
