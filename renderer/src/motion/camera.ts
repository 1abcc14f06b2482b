import type { Size } from '../framing.ts';
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

/** A slow approach that drifts to one side; `eyeLevel` is the height that stays put, so that no head leaves the picture. */
export function drift(size: Size, random: Random, zoom: number, side: number, eyeLevel: number, loop: boolean): Camera {
  return moveIn(
    size,
    zoom,
    { x: 0.5 + side * random.between(0.25, 0.4), y: eyeLevel / size.height },
    approach(random, loop),
  );
}
