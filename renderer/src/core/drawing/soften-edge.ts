import type { PlaneSet } from '../picture/planes.ts';
import type { Size } from '../picture/framing.ts';

/** Separable binomial kernels over three and five pixels. */
const NARROW = [0, 4, 8, 4, 0].map((weight) => weight / 16);
const BROAD = [1, 4, 6, 4, 1].map((weight) => weight / 16);

export interface Blur {
  /** Opacity of the blur, 0 to 1. */
  strength: number;
  /** Width of the kernel: 0 for three pixels, 1 for five. */
  breadth: number;
}

/** Blurs the pixels along an outline, as a lens does. `places` comes from `outlinePixels`. */
export function softenEdge({ planes, width }: PlaneSet, places: readonly number[], { strength, breadth }: Blur): void {
  const bell = NARROW.map((narrow, i) => narrow + (BROAD[i]! - narrow) * breadth);
  const weights = Float64Array.from(bell.flatMap((down) => bell.map((across) => down * across)));
  const offsets = Int32Array.from(bell.flatMap((_, row) => bell.map((__, k) => (row - AROUND) * width + k - AROUND)));
  for (const pixels of planes) {
    const values = new Uint8Array(places.length);
    places.forEach((at, k) => {
      let blurred = 0;
      for (let i = 0; i < weights.length; i++) blurred += weights[i]! * pixels[at + offsets[i]!]!;
      values[k] = Math.round(pixels[at]! + strength * (blurred - pixels[at]!));
    });
    places.forEach((at, i) => (pixels[at] = values[i]!));
  }
}

/** A rectangle in whole pixels, bounds included. */
export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Every outline pixel has at least this many pixels around it inside the picture. */
export const AROUND = 2;

/**
 * Indices of the pixels at which the mask changes, and their direct neighbours, except close to the picture's border.
 */
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

/** Added to the mask temporarily, so that no pixel is listed twice. */
const KNOWN = 2;
