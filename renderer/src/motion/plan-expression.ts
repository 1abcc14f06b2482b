import type { FaceEffect } from '../effects.ts';
import type { Head } from '../face/head.ts';
import type { Expression } from '../rig/pose-face.ts';
import { createRandom, type Random } from './random.ts';
import { share } from './share.ts';
import { keyframes, sway, type Curve } from './timing.ts';
import { within } from './turn-reach.ts';

export interface ExpressionRequest {
  effect: FaceEffect;
  seed: number;
  duration: number;
  loop: boolean;
}

/** What a face knows of itself that decides what it can do. */
export type FaceTraits = Pick<Head, 'yaw' | 'width' | 'mouthGap' | 'eyesOpen'>;

export type Performance = (progress: number) => Expression;

/** `index` is the face's number among those of the photo: in a group nobody moves quite like the neighbour. */
export function planExpression(request: ExpressionRequest, traits: FaceTraits, index: number): Performance {
  const random = createRandom(request.seed, request.effect);
  const own = createRandom(request.seed * 31 + index, `${request.effect} of one`);
  const delay = index === 0 ? 0 : own.between(0, 0.04);
  const plan = PLANS[request.effect](request, traits, random);
  const idle = plan.isStill ? stillness : idleMotion(request, own);
  return (progress) => {
    const rest = idle(progress);
    const acted = plan.act(Math.max(0, progress - delay * (1 - progress)));
    return add(rest, acted);
  };
}

interface Plan {
  act: Performance;
  /** The eyes alone tell the story: no other blink and no sway may blur it. */
  isStill?: boolean;
}

const PLANS: Record<FaceEffect, (request: ExpressionRequest, traits: FaceTraits, random: Random) => Plan> = {
  smile,
  laugh,
  wink,
  blink,
  nod,
  turn,
  'look-around': lookAround,
  surprise,
  kiss,
};

/** A head turned further than the first smiles to the viewer, and from the second on it turns back that far. Degrees. */
const SMILES_BACK = { from: 18, to: 32, by: 10 };

/**
 * A small mouth draws its lips wide, or nobody would see it smile: the opposite of a kiss, by this much of one. One that is
 * open smiles already as a rule: its corners have little further to go up.
 */
const STRETCHED = { open: 0.4, shut: 0.15 };

function smile(request: ExpressionRequest, traits: FaceTraits, random: Random): Plan {
  const { yaw, mouthGap } = traits;
  const curve = holdUp(request, random, 0.9);
  const tilt = random.side() * random.between(0.5, 1.8);
  const turned = share(Math.abs(yaw), SMILES_BACK.from, SMILES_BACK.to);
  const isOpen = mouthGap > 0.03;
  const stretched = (isOpen ? STRETCHED.open : STRETCHED.shut) * (1 - share(traits.width, 90, 140));
  const larger = isOpen ? 1 - 0.15 * stretched : 1 + 0.1 * smallness(traits);
  const size = random.between(1, 1.1) * larger * (1 - 0.08 * turned);
  const back = -Math.sign(yaw) * SMILES_BACK.by * turned;
  const opening = isOpen ? 0.12 * turned : 0;
  return {
    act: (at) => {
      const done = curve(at);
      const cheeks = { leftCheek: 0.7 * done, rightCheek: 0.7 * done };
      return {
        smile: size * done,
        ...cheeks,
        pucker: -stretched * done,
        jaw: opening * done,
        yaw: back * done,
        roll: tilt * done,
      };
    },
  };
}

/** Whoever shows teeth laughs aloud; closed lips stay closed and chuckle. */
function laugh(request: ExpressionRequest, { mouthGap }: FaceTraits, random: Random): Plan {
  const curve = holdUp(request, random, 0.7);
  const isAloud = mouthGap > 0.03;
  const smiling = random.between(0.8, 1) * (isAloud ? 0.75 : 1);
  const opening = isAloud ? random.between(0.35, 0.55) : 0;
  const back = random.between(2, 4);
  const beats = 2.6 * random.between(0.92, 1.08) * request.duration;
  return {
    act: (at) => {
      const done = curve(at);
      const bob = (0.5 - 0.5 * Math.cos(2 * Math.PI * beats * at)) * done;
      return {
        smile: smiling * done,
        leftCheek: done,
        rightCheek: done,
        jaw: opening * (0.65 * done + 0.35 * bob),
        pitch: -back * done + 1.6 * bob,
        down: 0.012 * bob,
      };
    },
  };
}

/** The lids of one eye shut, its cheek comes up and its brow down: the whole corner of the face takes part. */
function wink(request: ExpressionRequest, traits: FaceTraits, random: Random): Plan {
  const side = winkingSide(traits, random.side());
  const depth = random.between(0.96, 1);
  const curve = pulses(request, random, Math.round(random.between(0.5, 2.5)), { shut: 0.16, hold: 0.5, open: 0.32 });
  const tilt = side * random.between(0.6, 1.8);
  // An eye that is narrow already has little to shut: cheek and brow have to show it.
  const narrow = 1 - share(traits.eyesOpen[side < 0 ? 0 : 1], 0.16, 0.4);
  const squeeze = random.between(1.1, 1.25) * (1 + 0.6 * narrow);
  return {
    isStill: true,
    act: (at) => {
      const done = curve(at);
      const [lid, pressed] = [depth * done, squeeze * done];
      const eye =
        side < 0
          ? { leftLid: lid, leftCheek: pressed, leftFrown: pressed }
          : { rightLid: lid, rightCheek: pressed, rightFrown: pressed };
      return { ...eye, roll: tilt * done };
    },
  };
}

/** Either eye where both are seen alike; else the one that is clearly wider open, or nearer to the viewer. */
function winkingSide({ yaw, eyesOpen: [left, right] }: FaceTraits, either: number): number {
  if (left > 1.3 * right) return -1;
  if (right > 1.3 * left) return 1;
  return Math.abs(yaw) > 8 ? -Math.sign(yaw) : either;
}

function blink(request: ExpressionRequest, _: FaceTraits, random: Random): Plan {
  const times = Math.round(random.between(1.6, 4.4));
  const curve = pulses(request, random, times, { shut: 0.13, hold: random.between(0.08, 0.3), open: 0.26 });
  return { isStill: true, act: (at) => ({ leftLid: curve(at), rightLid: curve(at) }) };
}

function nod(request: ExpressionRequest, _: FaceTraits, random: Random): Plan {
  const times = Math.round(random.between(1.6, 3.4));
  const depth = random.between(8, 12);
  const curve = pulses(request, random, times, { shut: 0.42, hold: 0.05, open: 0.5 });
  return { act: (at) => ({ pitch: depth * curve(at), down: 0.02 * curve(at) }) };
}

function turn(_: ExpressionRequest, traits: FaceTraits, random: Random): Plan {
  const first = random.side();
  // Where one side has no room left, the other has to show the turn.
  const size = 1 + 1.05 * Math.min(1, Math.abs(traits.yaw) / 35) ** 2;
  const there = within(traits, first * size * random.between(16, 19));
  const across = within(traits, -first * size * random.between(16, 19));
  const tilt = random.between(0.03, 0.09);
  const start = random.between(0.05, 0.1);
  const curve = keyframes([
    [0, 0],
    [start, 0],
    [start + random.between(0.17, 0.22), there],
    [random.between(0.36, 0.4), there * random.between(0.95, 1)],
    [random.between(0.6, 0.66), across],
    [random.between(0.74, 0.8), across * random.between(0.95, 1)],
    [random.between(0.95, 0.99), 0],
    [1, 0],
  ]);
  return { act: (at) => ({ yaw: curve(at), roll: tilt * curve(at) }) };
}

function lookAround(_: ExpressionRequest, traits: FaceTraits, random: Random): Plan {
  const side = random.side();
  const stops = [0.18, 0.42, 0.66].map((at) => at + random.between(-0.03, 0.03));
  const looks = [side * random.between(4.8, 6), -side * random.between(4.8, 6), side * random.between(2, 5)].map(
    (angle) => within(traits, angle),
  );
  const lifts = [random.between(-6, -3), random.between(1, 4), random.between(-5, -2)];
  const path = (values: readonly number[], lead = 0) =>
    keyframes([
      [0, 0],
      [0.05, 0],
      ...stops.flatMap((at, i): [number, number][] => [
        [at - lead, values[i]!],
        [at + 0.1 - lead, values[i]! * 0.95],
      ]),
      [0.97 - lead, 0],
      [1, 0],
    ]);
  const across = path(looks);
  const down = path(lifts);
  // The eyes lead: they are where they look before the head is.
  const gaze = path(
    looks.map((angle) => angle / 6),
    0.05,
  );
  return { act: (at) => ({ yaw: across(at), pitch: down(at), roll: 0.06 * across(at), gaze: gaze(at) }) };
}

function surprise(request: ExpressionRequest, { mouthGap }: FaceTraits, random: Random): Plan {
  const curve = holdUp(request, random, 0.35);
  const brows = random.between(0.85, 1.15);
  const opening = mouthGap > 0.03 ? 0.3 : random.between(0.3, 0.5);
  const back = random.between(2, 4);
  return {
    act: (at) => {
      const done = curve(at);
      const lids = { leftLid: -0.16 * done, rightLid: -0.16 * done };
      return { brows: brows * done, ...lids, jaw: opening * done, pucker: 0.35 * done, pitch: -back * done };
    },
  };
}

function kiss(request: ExpressionRequest, { mouthGap }: FaceTraits, random: Random): Plan {
  const times = Math.round(random.between(0.6, 2.4));
  const curve = pulses(request, random, times, { shut: 0.5, hold: 0.55, open: 0.5 });
  const tilt = random.side() * random.between(1, 2.5);
  // Teeth cannot be pressed together.
  const depth = mouthGap > 0.03 ? 0.55 : 0.88;
  return {
    act: (at) => ({ pucker: depth * curve(at), roll: tilt * curve(at), pitch: 2 * curve(at) }),
  };
}

/** From 0 to 1 and back, several times over the film; `shape` gives the seconds that each part of it takes. */
function pulses(
  { duration }: ExpressionRequest,
  random: Random,
  times: number,
  shape: { shut: number; hold: number; open: number },
): Curve {
  const count = Math.max(
    1,
    Math.min(times, Math.floor((duration - 0.6) / (shape.shut + shape.hold + shape.open + 0.3))),
  );
  const length = (shape.shut + shape.hold + shape.open) / duration;
  const room = (0.92 - count * length) / count;
  const points: [number, number][] = [[0, 0]];
  for (let i = 0; i < count; i++) {
    const at = 0.05 + i * (length + room) + room * random.between(0.25, 0.75);
    const shut = at + shape.shut / duration;
    points.push([at, 0], [shut, 1], [shut + shape.hold / duration, random.between(0.97, 1)], [at + length, 0]);
  }
  points.push([1, 0]);
  return keyframes(points);
}

/** Up within `seconds`, held, and in a loop down again. */
function holdUp({ duration, loop }: ExpressionRequest, random: Random, seconds: number): Curve {
  const start = random.between(0.06, 0.14);
  const up = start + (seconds * random.between(0.85, 1.3)) / duration;
  const points: [number, number][] = [
    [0, 0],
    [start, 0],
    [up, 1],
    [random.between(0.45, 0.6), random.between(0.86, 0.95)],
    [random.between(0.68, 0.76), 1],
  ];
  points.push(loop ? [0.78, 1] : [0.97, 0.93], [1, loop ? 0 : 0.93]);
  return keyframes(points);
}

/** Nobody keeps quite still: a slight sway of the head, and natural blinks. */
function idleMotion({ duration, loop }: ExpressionRequest, random: Random): Performance {
  const roll = sway(random, random.between(1.7, 2.4), duration, loop);
  const nod = sway(random, random.between(1.3, 2), duration, loop);
  const yaw = sway(random, random.between(1.8, 2.6), duration, loop);
  const blink = blinks(random, duration);
  return (at) => ({
    roll: 0.5 * roll(at),
    pitch: 0.7 * nod(at),
    yaw: 0.8 * yaw(at),
    leftLid: blink(at),
    rightLid: blink(at),
  });
}

/** A small face has to move further to be seen to move: 1 where it is that small, 0 where it is not. */
function smallness({ width }: FaceTraits): number {
  return 1 - share(width, 60, 100);
}

const stillness: Performance = () => ({});

/** A blink takes a third of a second: shut fast, opened slower. */
function blinks(random: Random, duration: number): Curve {
  const every = 2.6;
  const count = Math.max(1, Math.floor(duration / every));
  const points: [number, number][] = [[0, 0]];
  for (let i = 0; i < count; i++) {
    const at = (i + random.between(0.45, 0.8)) / count;
    const second = 1 / duration;
    points.push([at, 0], [at + 0.11 * second, 1], [at + 0.15 * second, 1], [at + 0.36 * second, 0]);
  }
  points.push([1.01, 0]);
  return keyframes(points);
}

function add(one: Expression, other: Expression): Expression {
  const sum: Expression = { ...one };
  for (const [name, value] of Object.entries(other) as [keyof Expression, number][]) {
    sum[name] = (sum[name] ?? 0) + value;
  }
  for (const lid of ['leftLid', 'rightLid'] as const) if (sum[lid]) sum[lid] = Math.min(1, sum[lid]);
  return sum;
}
