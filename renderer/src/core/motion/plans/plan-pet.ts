import type { Animal, Ear } from '../../animal/find-animal.ts';
import type { Size } from '../../picture/framing.ts';
import { drift } from '../camera.ts';
import { EDGE, inSight, WIDE_EDGE, type Motion, type MotionRequest } from '../motion.ts';
import type { Random } from '../random.ts';
import { breathe, lean, type Subject, turnAbout, type Move, type Offset } from '../subject-moves.ts';
import { breaths, keyframes, pulses, sway, type Curve } from '../timing.ts';
import { smootherstep } from '../../smoothstep.ts';

export function breathMotion({ duration, loop }: MotionRequest, size: Size, subject: Subject, random: Random): Motion {
  return {
    edge: EDGE,
    camera: drift(size, random, random.between(1.015, 1.03), random.side(), inSight(subject, random), loop),
    moves: [
      breathe(subject, random.between(0.014, 0.022), breaths(random, random.between(1.4, 2.7), duration)),
      lean(subject, random.between(0.2, 0.4), sway(random, random.between(1.8, 2.4), duration, loop)),
    ],
  };
}

/** Tilts the head to one side, holds it, and back. */
export function tiltMotion(
  { duration, loop }: MotionRequest,
  size: Size,
  subject: Subject,
  animal: Animal,
  random: Random,
): Motion {
  const start = random.between(0.08, 0.16);
  const end = random.between(0.64, 0.72);
  const turning = 1.3 / duration;
  const held = random.between(0.85, 1);
  const tilt = keyframes([
    [0, 0],
    [start, 0],
    [start + turning, 1],
    [end, held],
    [Math.min(0.98, end + turning), 0],
  ]);
  const camera = drift(size, random, random.between(1.015, 1.03), random.side(), inSight(subject, random), loop);
  const angle = random.side() * random.between(5, 6);
  return {
    camera,
    edge: WIDE_EDGE,
    moves: [
      tiltAnimal(animal, mostTilt(animal, size) * (angle / 6), tilt),
      breathe(subject, random.between(0.006, 0.01), breaths(random, random.between(1.8, 2.6), duration)),
    ],
  };
}

/** Largest tilt in degrees; further, the throat would be folded. A large head tilts less: its top would be squeezed against the picture's border. */
function mostTilt({ side }: Animal, { width, height }: Size): number {
  const room = 0.45 * WIDE_EDGE * Math.min(width, height);
  return Math.min(11, ((room / (1.6 * side)) * 180) / Math.PI);
}

/** The ears flick, each in its own time, and stay pricked for a while. */
export function earMotion(
  { duration, loop }: MotionRequest,
  size: Size,
  subject: Subject,
  animal: Animal,
  random: Random,
): Motion {
  const camera = drift(size, random, random.between(1.015, 1.03), random.side(), inSight(subject, random), loop);
  const start = random.between(0.25, 0.4);
  const rising = 0.5 / duration;
  const listening = keyframes([
    [0, 0],
    [start, 0],
    [start + rising, 1],
    [random.between(0.7, 0.8), random.between(0.85, 1)],
    [0.95, 0],
  ]);
  const shape = { shut: 0.26, hold: 0.04, open: 0.42 };
  return {
    camera,
    edge: EDGE,
    moves: [
      ...animal.ears.flatMap((ear) => {
        const flicks = pulses({ duration, loop }, random, Math.round(random.between(1.6, 3.4)), shape);
        return [
          flickEar(animal, ear, random.between(14, 18), flicks),
          prickEar(animal, ear, random.between(0.15, 0.22), listening),
        ];
      }),
      breathe(subject, random.between(0.006, 0.01), breaths(random, random.between(1.8, 2.6), duration)),
    ],
  };
}

/** Half the width of the moved area around an ear's tip, in sides of the face. */
const EAR_WIDTH = 0.45;

/**
 * Rotates an animal's head about its throat, with the neck following. `angle` in degrees, to the right for positive
 * progress.
 */
function tiltAnimal(animal: Animal, angle: number, progress: Curve): Move {
  return inHead(animal, (at) => {
    const turn = ((angle * Math.PI) / 180) * progress(at);
    return (x, y) => {
      const along = smootherstep((0.95 - y) / 0.7) * smootherstep((y + 1.9) / 0.7);
      const across = smootherstep((1.5 - Math.abs(x)) / 0.75);
      return turnAbout(0, 0.7, x, y, turn * along * across);
    };
  });
}

/** Rotates an ear outwards about its base by `angle` degrees. */
function flickEar(animal: Animal, ear: Ear, angle: number, progress: Curve): Move {
  const base = { x: 0.8 * ear.tip.x, y: ear.skull + 0.05 };
  const outwards = Math.sign(ear.tip.x);
  return inHead(animal, (at) => {
    const turn = ((angle * Math.PI) / 180) * outwards * progress(at);
    return (x, y) => turnAbout(base.x, base.y, x, y, turn * partOfEar(ear, x, y));
  });
}

/** Stretches an ear by `growth` from its base towards its tip. */
function prickEar(animal: Animal, ear: Ear, growth: number, progress: Curve): Move {
  return inHead(animal, (at) => {
    const grown = growth * progress(at);
    return (x, y) => ({ x: 0, y: (y - ear.skull) * grown * partOfEar(ear, x, y) });
  });
}

/** Weight of an ear: 0 on the skull, 1 on the ear's upper half, and 0 again beyond it. */
function partOfEar({ tip, skull }: Ear, x: number, y: number): number {
  const up = (skull + 0.08 - y) / (0.6 * (skull - tip.y) + 0.08);
  const above = (y - tip.y + 0.4) / 0.35;
  const aside = (EAR_WIDTH - Math.abs(x - tip.x)) / (0.8 * EAR_WIDTH);
  return smootherstep(up) * smootherstep(above) * smootherstep(aside);
}

/** Converts a displacement in head coordinates to film pixels. */
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
