import type { Head } from './head.ts';
import type { Planes } from '../picture/planes.ts';

/** Luma of black (limited range). */
export const BLACK = 16;
/** Chroma of a grey pixel. */
export const GREY = 128;

/** Luma and chroma. */
export interface Colour {
  y: number;
  u: number;
  v: number;
}

/** Mean colour and grain of a small patch of the photo. */
export interface Tone extends Colour {
  /** Standard deviation of luma relative to its mean above black: low on skin, high on strands of hair. */
  grain: number;
}

/** Half the side of a patch, in face widths. */
export const PATCH = 0.025;
/** Added before taking logarithms, so that black has a finite one: to luma above black, and to grain. */
export const LOG_FLOOR = { brightness: 6, grain: 0.03 };
/** Luma above black below which ratios are unreliable; used as a lower bound for divisors. */
export const DARKEST = 8;

/** The tone around a landmark; `photo` is at `scale` times the film's size. */
export function toneAt({ places, width }: Head, point: number, photo: Planes, scale: number): Tone {
  return toneAround(photo, places[point * 2]! * scale, places[point * 2 + 1]! * scale, PATCH * width * scale);
}

/** Brightness ratio of two tones, above black. */
export function brightnessBeside(one: Tone, other: Tone): number {
  return (one.y - BLACK) / Math.max(DARKEST, other.y - BLACK);
}

/** Chroma distance of two tones (L1). */
export function coloursApart(one: Colour, other: Colour): number {
  return Math.abs(one.u - other.u) + Math.abs(one.v - other.v);
}

/** The tone of a square patch at `x`, `y` in pixels of the photo; `reach` is half its side. */
export function toneAround({ y: luma, u, v, width, height }: Planes, x: number, y: number, reach: number): Tone {
  const radius = Math.max(1, Math.round(reach));
  const sum = { y: 0, squares: 0, u: 0, v: 0 };
  let count = 0;
  for (let row = Math.max(0, Math.round(y) - radius); row <= Math.min(height - 1, Math.round(y) + radius); row++) {
    for (
      let column = Math.max(0, Math.round(x) - radius);
      column <= Math.min(width - 1, Math.round(x) + radius);
      column++
    ) {
      const chroma = (row >> 1) * (width >> 1) + (column >> 1);
      const value = luma[row * width + column]!;
      sum.y += value;
      sum.squares += value * value;
      sum.u += u[chroma]!;
      sum.v += v[chroma]!;
      count++;
    }
  }
  count ||= 1;
  const mean = sum.y / count;
  const deviation = Math.sqrt(Math.max(0, sum.squares / count - mean * mean));
  return { y: mean, u: sum.u / count, v: sum.v / count, grain: deviation / Math.max(DARKEST, mean - BLACK) };
}
