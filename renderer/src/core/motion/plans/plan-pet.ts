import type { Animal, Ear } from '../../animal/find-animal.ts';
import type { Size } from '../../picture/framing.ts';
import { drift } from '../camera.ts';
import { EDGE, inSight, WIDE_EDGE, type Motion, type MotionRequest } from '../motion.ts';
import type { Random } from '../random.ts';
import { breathe, lean, type Subject, turnAbout, type Move, type Offset } from '../subject-moves.ts';
import { breaths, keyframes, sway, type Curve } from '../timing.ts';
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
  { size, area }: { size: Size; area: Size },
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
      tiltAnimal(animal, mostTilt(animal, area) * (angle / 6), tilt),
      breathe(subject, random.between(0.006, 0.01), breaths(random, random.between(1.8, 2.6), duration)),
    ],
  };
}

/** Largest tilt in degrees; further, the throat would be folded. A large head tilts less: its top would be squeezed against the picture's border. */
function mostTilt({ side }: Animal, { width, height }: Size): number {
  const room = 0.45 * WIDE_EDGE * Math.min(width, height);
  return Math.min(11, ((room / (1.6 * side)) * 180) / Math.PI);
}

/** The ears prick up, and twitch one after the other: each turns outwards and dips, stays there for a moment, and comes back. */
export function earMotion(
  { duration, loop }: MotionRequest,
  { size, area }: { size: Size; area: Size },
  subject: Subject,
  animal: Animal,
  random: Random,
): Motion {
  const camera = drift(size, random, random.between(1.015, 1.03), random.side(), inSight(subject, random), loop);
  const start = random.between(0.02, 0.06);
  const pricked = keyframes([
    [0, 0],
    [start, 0],
    [start + 0.5 / duration, 1],
    [0.85, random.between(0.85, 1)],
    [0.97, 0],
  ]);
  const first = random.side() < 0 ? 0 : 1;
  const twitches = planTwitches(duration, random);
  const furthest = Math.max(...animal.ears.map(({ tip, skull }) => (skull - tip.y) * animal.side)) / 2;
  return {
    camera,
    edge: Math.max(EDGE, Math.min(WIDE_EDGE, (2 * furthest) / Math.min(area.width, area.height))),
    moves: [
      ...animal.ears.map((ear, i) => {
        const isOwn = (twitch: number) => animal.ears.length === 1 || (twitch + first) % 2 === i;
        const turned = keyframes([[0, 0], ...twitches.filter((_, twitch) => isOwn(twitch)).flat(), [1, 0]]);
        return moveEar(animal, ear, {
          angle: random.between(MOST_TURN.least, MOST_TURN.most),
          turned,
          growth: random.between(0.08, 0.12),
          pricked,
        });
      }),
      breathe(subject, random.between(0.006, 0.01), breaths(random, random.between(1.8, 2.6), duration)),
    ],
  };
}

/** Degrees by which an ear turns: further, its tip would melt. */
const MOST_TURN = { least: 19, most: 22 };
/** Seconds that an ear takes to turn, stays, and takes to come back. */
const TWITCH = { turn: 0.3, stay: 0.5, back: 0.45 };

/** Keyframes of twitches spread over the film, none of which overlap: one every 1.5 to 1.9 seconds. */
function planTwitches(duration: number, random: Random): [number, number][][] {
  const length = TWITCH.turn + TWITCH.stay + TWITCH.back;
  const count = Math.max(2, Math.floor(duration / 1.6));
  const slot = (0.92 * duration) / count;
  return Array.from({ length: count }, (_, i) => {
    const at = 0.04 * duration + i * slot + (slot - length) * random.between(0.1, 0.9);
    return [
      [at / duration, 0],
      [(at + TWITCH.turn) / duration, 1],
      [(at + TWITCH.turn + TWITCH.stay) / duration, random.between(0.88, 1)],
      [(at + length) / duration, 0],
    ];
  });
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

/** How an ear moves: it turns outwards by `angle` degrees, and is stretched from its base towards its tip by `growth`. */
interface EarMove {
  angle: number;
  turned: Curve;
  growth: number;
  pricked: Curve;
}

function moveEar(animal: Animal, ear: Ear, { angle, turned, growth, pricked }: EarMove): Move {
  const base = { x: 0.8 * ear.tip.x, y: ear.skull + 0.05 };
  const outwards = Math.sign(ear.tip.x);
  return inHead(animal, (at) => {
    const turn = ((angle * Math.PI) / 180) * outwards * turned(at);
    // A turned ear dips: the growth is taken back.
    const grown = growth * (pricked(at) - DIP * turned(at));
    const displace = (x: number, y: number): Offset => {
      const part = partOfEar(ear, x, y);
      if (part === 0) return { x: 0, y: 0 };
      const moved = turnAbout(base.x, base.y, x, y, turn * part);
      return { x: moved.x, y: moved.y + (y - ear.skull) * grown * part };
    };
    return (x, y) => inverted(displace, x, y);
  });
}

/** How far a turned ear is shortened, as a multiple of the growth of a pricked one. */
const DIP = 1.3;

/** The displacement that leads to a point, by fixed-point iterations: frames are drawn from where a point comes from. */
function inverted(displace: (x: number, y: number) => Offset, x: number, y: number): Offset {
  let offset = displace(x, y);
  for (let step = 0; step < 4; step++) offset = displace(x - offset.x, y - offset.y);
  return offset;
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
