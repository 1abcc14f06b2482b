import type { Box, Size } from '../picture/framing.ts';
import type { Random } from './random.ts';
import { approach, type Curve } from './timing.ts';

/** The picture is enlarged about its centre, then moved; film pixels. Whatever the pose, it covers the film. */
export interface CameraPose {
  scale: number;
  x: number;
  y: number;
}

export type Camera = (progress: number) => CameraPose;

/**
 * Moves in on a point of the picture, given in fractions of its sides: what is there stays where it is. `zoom` is the
 * enlargement reached, at least 1.
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

/** What a camera moves in on, in fractions of the picture's sides, and the enlargement that it reaches. */
export interface Approach {
  zoom: number;
  towards: { x: number; y: number };
}

/** A picture that is full of people from side to side is still moved in on by so much. */
const MIN_ZOOM = 1.03;

/** Moves in no further, and on no other point, than lets `kept` stay in the picture. */
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

/** What lies `from`..`to` goes away from the point moved in on by its distance times `growth`: both ends stay within 0..1. */
function keepBetween(from: number, to: number, at: number, growth: number): number {
  const least = to - (1 - to) / growth;
  const most = from + from / growth;
  if (least > most) return (least + most) / 2;
  return Math.max(least, Math.min(most, at));
}

/** What a drifting camera keeps in the picture: film pixels but for `heads`. */
export interface Sight {
  /** The height that stays put, so that no head leaves the picture. */
  eyeLevel: number;
  /** In fractions of the film; absent where none was found or looked for. */
  heads?: Box | undefined;
  /** Nothing between them leaves it sideways; who fills it from side to side is cut alike on both. */
  left?: number;
  right?: number;
}

/** A slow approach that drifts to one side. */
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
