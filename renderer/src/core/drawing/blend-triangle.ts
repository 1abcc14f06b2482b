import type { PlaneSet } from '../picture/planes.ts';
import { triangleRows } from './triangle-rows.ts';

/** A second texture that is alpha-blended over triangles already drawn; all values per point. */
export interface Overlay {
  /** Texture coordinates in the source, x and y in turn. */
  source: Float32Array;
  /** Opacity, 0 to 1. */
  share: Float32Array;
  /** Factor for the sampled value; `shifts` are added afterwards. */
  gain: Float32Array;
  /** One array for each plane. */
  shifts: readonly Float32Array[];
}

/**
 * Alpha-blends one triangle of an overlay into the target; `a`, `b` and `c` are point indices. Must rasterise exactly
 * the pixels that `drawTriangles` drew: a pixel blended twice would be visible.
 */
export function blendTriangle(
  from: PlaneSet,
  to: PlaneSet,
  target: Float32Array,
  { source, share, gain, shifts }: Overlay,
  a: number,
  b: number,
  c: number,
): void {
  const ax = target[a * 2]!;
  const ay = target[a * 2 + 1]!;
  const bx = target[b * 2]! - ax;
  const by = target[b * 2 + 1]! - ay;
  const cx = target[c * 2]! - ax;
  const cy = target[c * 2 + 1]! - ay;
  const area = bx * cy - by * cx;
  const rows = triangleRows(to, target, a * 2, b * 2, c * 2);
  for (let y = rows.top; y <= rows.bottom; y++) {
    const last = rows.last[y]!;
    for (let x = rows.first[y]!; x <= last; x++) {
      // At the border of a thin triangle, weights would be extrapolated; negative ones are set to 0.
      const ofB = ((x - ax) * cy - (y - ay) * cx) / area;
      const ofC = ((y - ay) * bx - (x - ax) * by) / area;
      let wA = Math.max(0, 1 - ofB - ofC);
      let wB = Math.max(0, ofB);
      let wC = Math.max(0, ofC);
      const sum = wA + wB + wC;
      wA /= sum;
      wB /= sum;
      wC /= sum;
      const seen = Math.min(1, wA * share[a]! + wB * share[b]! + wC * share[c]!);
      if (seen <= 0) continue;
      const fromX = wA * source[a * 2]! + wB * source[b * 2]! + wC * source[c * 2]!;
      const fromY = wA * source[a * 2 + 1]! + wB * source[b * 2 + 1]! + wC * source[c * 2 + 1]!;
      const gained = wA * gain[a]! + wB * gain[b]! + wC * gain[c]!;
      const inX = Math.max(0, Math.min(from.width - 1.001, fromX));
      const inY = Math.max(0, Math.min(from.height - 1.001, fromY));
      const pixel = Math.floor(inY) * from.width + Math.floor(inX);
      const below = pixel + from.width;
      const across = inX - Math.floor(inX);
      const down = inY - Math.floor(inY);
      const at = y * to.width + x;
      for (let plane = 0; plane < shifts.length; plane++) {
        const shift = shifts[plane]!;
        const into = to.planes[plane]!;
        const pixels = from.planes[plane]!;
        const upper = pixels[pixel]! + (pixels[pixel + 1]! - pixels[pixel]!) * across;
        const lower = pixels[below]! + (pixels[below + 1]! - pixels[below]!) * across;
        const taken = (upper + (lower - upper) * down) * gained + wA * shift[a]! + wB * shift[b]! + wC * shift[c]!;
        into[at] = Math.max(0, Math.min(255, Math.round(into[at]! + (taken - into[at]!) * seen)));
      }
    }
  }
}
