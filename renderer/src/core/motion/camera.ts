import type { Box, Size } from '../picture/framing.ts';
import type { Random } from './random.ts';
import { approach, type Curve } from './timing.ts';

/** Scales the picture about its centre, then translates it (film pixels). In every pose the picture covers the film. */
export interface CameraPose {
  scale: number;
  x: number;
  y: number;
}

export type Camera = (progress: number) => CameraPose;

/**
 * Zooms in on a point, given in fractions of the picture's sides, which stays fixed. `zoom` is the final scale, at
 * least 1.
 */
export function moveIn(size: Size, zoom: number, towards: { x: number; y: number }, progress: Curve): Camera {
  return (at) => {
    const growth = (zoom - 1) * progress(at);
    return {
      scale: 1 + growth,
      x: (0.5 - towards.x) * size.width * growth,
      y: (0.5 - towards.y) * size.height * growth,
    };
  };
}

/** Target of a camera move, in fractions of the picture's sides, and its final scale. */
export interface Approach {
  zoom: number;
  towards: { x: number; y: number };
}

/** Minimum zoom, used even if people fill the picture from side to side. */
const MIN_ZOOM = 1.03;

/** Limits zoom and target so that `kept` stays inside the picture. */
export function keepInView(kept: Box | undefined, { zoom, towards }: Approach): Approach {
  if (!kept) return { zoom, towards };
  const { left, top, right, bottom } = kept;
  const reached = Math.min(zoom, Math.max(MIN_ZOOM, Math.min(1 / (right - left), 1 / (bottom - top))));
  return {
    zoom: reached,
    towards: {
      x: keepBetween(left, right, towards.x, reached - 1),
      y: keepBetween(top, bottom, towards.y, reached - 1),
    },
  };
}

/**
 * Clamps the fixed point so that the interval `from`..`to` (0 to 1) stays visible when it grows by `growth` about that
 * point.
 */
function keepBetween(from: number, to: number, at: number, growth: number): number {
  const least = to - (1 - to) / growth;
  const most = from + from / growth;
  if (least > most) return (least + most) / 2;
  return Math.max(least, Math.min(most, at));
}

/** What a drifting camera keeps in view. Film pixels, except for `heads`. */
export interface Sight {
  /** The height that stays fixed, so that no head leaves the picture. */
  eyeLevel: number;
  /** In fractions of the film; undefined if no heads were found or searched for. */
  heads?: Box | undefined;
  /** Horizontal range kept in view; if it fills the picture, both sides are cropped equally. */
  left?: number;
  right?: number;
}

/** A slow zoom that drifts to one side. */
export function drift(size: Size, random: Random, zoom: number, side: number, sight: Sight, loop: boolean): Camera {
  const { eyeLevel, heads, left = size.width / 2, right = size.width / 2 } = sight;
  const x = 0.5 + side * random.between(0.25, 0.4);
  const towards = {
    x: keepBetween(left / size.width, right / size.width, x, zoom - 1),
    y: eyeLevel / size.height,
  };
  const seen = keepInView(heads, { zoom, towards });
  return moveIn(size, seen.zoom, seen.towards, approach(random, loop));
}
