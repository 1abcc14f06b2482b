import type { Size } from '../picture/framing.ts';

/** A rectangle of whole pixels, the last column and row included. */
export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** So many pixels around any of an outline are within the picture. */
export const AROUND = 2;

/** The pixels beside which the mask changes, and their neighbours; none so near the picture's border that a look around leaves it. */
export function outlinePixels({ width, height }: Size, mask: Uint8Array, area: Area): number[] {
  const changes: number[] = [];
  for (let y = Math.max(AROUND + 1, area.top); y <= Math.min(height - AROUND - 2, area.bottom); y++) {
    const from = y * width + Math.max(AROUND + 1, area.left);
    const to = y * width + Math.min(width - AROUND - 2, area.right);
    for (let at = from; at <= to; at++) {
      const own = mask[at];
      if (mask[at - 1] !== own || mask[at + 1] !== own || mask[at - width] !== own || mask[at + width] !== own)
        changes.push(at);
    }
  }
  const edge: number[] = [];
  for (const at of changes) {
    for (const next of [at, at - 1, at + 1, at - width, at + width]) {
      if (mask[next]! >= KNOWN) continue;
      mask[next]! += KNOWN;
      edge.push(next);
    }
  }
  for (const at of edge) mask[at]! -= KNOWN;
  return edge;
}

/** Added to the mask for a while, so that no pixel is taken twice. */
const KNOWN = 2;
