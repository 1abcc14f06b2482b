import type { Sheet } from '../picture/sheet.ts';
import { AROUND } from './outline-pixels.ts';

/** What a pixel at the edge takes from those up to `AROUND` of it, by column and by row: a bell, over three pixels or five. */
const NARROW = [0, 4, 8, 4, 0].map((weight) => weight / 16);
const BROAD = [1, 4, 6, 4, 1].map((weight) => weight / 16);

export interface Blur {
  /** From 0 to 1. */
  strength: number;
  /** From 0, three pixels, to 1, five. */
  breadth: number;
}

/** Blurs what lies along the outline of what was drawn, as a lens would: `places` are those of `outlinePixels`. */
export function softenEdge({ planes, width }: Sheet, places: readonly number[], { strength, breadth }: Blur): void {
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
