import type { Plane } from './plane.ts';

/** A rectangle of whole pixels, the last column and row included. */
export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** What a pixel at the edge takes from those up to so far around it, by column and by row: a bell. */
const REACH = 2;
const BELL = [1, 4, 6, 4, 1].map((weight) => weight / 16);

/**
 * Blurs what lies along the outline of what was drawn, since triangles end at whole pixels: where a turned face stands before
 * its surroundings, its edge would be a staircase. `strength` runs from 0 to 1.
 */
export function softenEdge(plane: Plane, mask: Uint8Array, area: Area, strength: number): void {
  const { pixels, width } = plane;
  const places = edgeOf(plane, mask, area);
  const values = places.map((at) => {
    let blurred = 0;
    for (let dy = -REACH; dy <= REACH; dy++) {
      for (let dx = -REACH; dx <= REACH; dx++) {
        blurred += BELL[dy + REACH]! * BELL[dx + REACH]! * pixels[at + dy * width + dx]!;
      }
    }
    return pixels[at]! + strength * (blurred - pixels[at]!);
  });
  places.forEach((at, i) => (pixels[at] = Math.round(values[i]!)));
}

/** The pixels beside which the mask changes, and their neighbours; none so near the picture's border that a look around leaves it. */
function edgeOf({ width, pixels }: Plane, mask: Uint8Array, area: Area): number[] {
  const height = pixels.length / width;
  const edge = new Set<number>();
  for (let y = Math.max(REACH + 1, area.top); y <= Math.min(height - REACH - 2, area.bottom); y++) {
    const from = y * width + Math.max(REACH + 1, area.left);
    const to = y * width + Math.min(width - REACH - 2, area.right);
    for (let at = from; at <= to; at++) {
      const own = mask[at];
      if (mask[at - 1] === own && mask[at + 1] === own && mask[at - width] === own && mask[at + width] === own)
        continue;
      for (const next of [at, at - 1, at + 1, at - width, at + width]) edge.add(next);
    }
  }
  return [...edge];
}
