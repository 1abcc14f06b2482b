import type { Animal, Ear } from '../animal/find-animal.ts';
import { turnAbout, type Move, type Offset } from './subject-moves.ts';
import { smootherstep } from '../smoothstep.ts';
import type { Curve } from './timing.ts';

/** How far from the ear's tip to its sides it moves, in sides of the face. */
const EAR_WIDTH = 0.45;

/**
 * Tilts an animal's head about its throat, the ears with it, and lets the neck follow. `angle` in degrees, to the right of the
 * picture where `progress` is positive.
 */
export function tiltAnimal(animal: Animal, angle: number, progress: Curve): Move {
  return inHead(animal, (at) => {
    const turn = ((angle * Math.PI) / 180) * progress(at);
    return (x, y) => {
      const along = smootherstep((0.95 - y) / 0.7) * smootherstep((y + 1.9) / 0.7);
      const across = smootherstep((1.5 - Math.abs(x)) / 0.75);
      return turnAbout(0, 0.7, x, y, turn * along * across);
    };
  });
}

/** Flicks an ear: it turns outwards about its base, by `angle` degrees. */
export function flickEar(animal: Animal, ear: Ear, angle: number, progress: Curve): Move {
  const base = { x: 0.8 * ear.tip.x, y: ear.skull + 0.05 };
  const outwards = Math.sign(ear.tip.x);
  return inHead(animal, (at) => {
    const turn = ((angle * Math.PI) / 180) * outwards * progress(at);
    return (x, y) => turnAbout(base.x, base.y, x, y, turn * partOfEar(ear, x, y));
  });
}

/** Pricks an ear up: it grows by `growth` from its base, towards its tip. */
export function prickEar(animal: Animal, ear: Ear, growth: number, progress: Curve): Move {
  return inHead(animal, (at) => {
    const grown = growth * progress(at);
    return (x, y) => ({ x: 0, y: (y - ear.skull) * grown * partOfEar(ear, x, y) });
  });
}

/** 0 on the skull, 1 on the upper half of the ear, and 0 again beyond it. */
function partOfEar({ tip, skull }: Ear, x: number, y: number): number {
  const up = (skull + 0.08 - y) / (0.6 * (skull - tip.y) + 0.08);
  const above = (y - tip.y + 0.4) / 0.35;
  const aside = (EAR_WIDTH - Math.abs(x - tip.x)) / (0.8 * EAR_WIDTH);
  return smootherstep(up) * smootherstep(above) * smootherstep(aside);
}

/** A move in the head's own coordinates as one of the film. */
function inHead(
  { x: middleX, y: middleY, side, angle }: Animal,
  move: (progress: number) => (x: number, y: number) => Offset,
): Move {
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  return (at) => {
    const displace = move(at);
    return (filmX, filmY, sum) => {
      const [right, down] = [(filmX - middleX) / side, (filmY - middleY) / side];
      const moved = displace(right * cosine + down * sine, down * cosine - right * sine);
      sum.x += side * (moved.x * cosine - moved.y * sine);
      sum.y += side * (moved.x * sine + moved.y * cosine);
    };
  };
}
