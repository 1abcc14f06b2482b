import type { Plane } from './plane.ts';

/** A rectangle of whole pixels, the last column and row included. */
export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** How much of the other side a pixel at the edge takes on. */
const SHARE = 0.36;

/**
 * Blends the pixels on both sides of what was drawn, since triangles end at whole pixels: where a turned face stands before
 * its surroundings, its edge would be a staircase. `strength` runs from 0 to 1.
 */
export function softenEdge({ pixels, width }: Plane, mask: Uint8Array, area: Area, strength: number): void {
  const places: number[] = [];
  const values: number[] = [];
  for (let y = area.top + 1; y < area.bottom; y++) {
    for (let at = y * width + area.left + 1; at < y * width + area.right; at++) {
      const own = mask[at]!;
      if (mask[at - 1] === own && mask[at + 1] === own && mask[at - width] === own && mask[at + width] === own)
        continue;
      const others = [at - 1, at + 1, at - width, at + width].filter((next) => mask[next] !== own);
      const mean = others.reduce((sum, next) => sum + pixels[next]!, 0) / others.length;
      places.push(at);
      values.push(pixels[at]! + strength * SHARE * (mean - pixels[at]!));
    }
  }
  places.forEach((at, i) => (pixels[at] = Math.round(values[i]!)));
}
