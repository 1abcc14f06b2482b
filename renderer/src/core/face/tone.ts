import type { Head } from './head.ts';
import type { Planes } from '../picture/planes.ts';

/** The luma of black. */
export const BLACK = 16;

/** Brightness and colours. */
export interface Colour {
  y: number;
  u: number;
  v: number;
}

/** What a small patch of the photo looks like: its mean colour, and how much it varies. */
export interface Tone extends Colour {
  /** The standard deviation of the brightness, as a share of what is above black: skin is even, strands of hair are not. */
  grain: number;
}

/** Half the side of a patch, in face widths. */
export const PATCH = 0.025;
/** What is darker has no shares worth telling. */
export const DARKEST = 8;

/** The tone around a point of the mesh; `photo` is at `scale` times the film's size. */
export function toneAt({ places, width }: Head, point: number, photo: Planes, scale: number): Tone {
  return toneAround(photo, places[point * 2]! * scale, places[point * 2 + 1]! * scale, PATCH * width * scale);
}

/** How bright one tone is as a share of another. */
export function brightnessBeside(one: Tone, other: Tone): number {
  return (one.y - BLACK) / Math.max(DARKEST, other.y - BLACK);
}

/** How far the colours of two tones lie apart. */
export function coloursApart(one: Tone, other: Tone): number {
  return Math.abs(one.u - other.u) + Math.abs(one.v - other.v);
}

/** The tone of the square around a place of the photo, in its pixels; `reach` is half the square's side. */
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
