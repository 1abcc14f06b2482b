import type { FaceEffect } from '../../effects.ts';
import type { Expression } from '../../rig/pose-face.ts';
import { OPEN_MOUTH } from '../face-ability.ts';
import type { ExpressionRequest, FaceTraits, ExpressionTrack, Plan, Planner } from '../expression-track.ts';
import { blink, wink } from './plan-eyes.ts';
import { leanIn } from './plan-lean.ts';
import { lookAround, nod, turn } from './plan-head.ts';
import { laugh, smile } from './plan-smile.ts';
import { poise } from './poise.ts';
import { createRandom, type Random } from '../random.ts';
import { linearStep } from '../../smoothstep.ts';
import { blinks, holdUp, pulses, sway } from '../timing.ts';

/**
 * Plans a face's expression over the film. `index` is the face's number in the photo: in a group each face moves at its
 * own time.
 */
export function planExpression(request: ExpressionRequest, traits: FaceTraits, index: number): ExpressionTrack {
  const random = createRandom(request.seed, request.effect);
  const own = createRandom(request.seed * 31 + index, `${request.effect} of one`);
  const delay = index === 0 ? 0 : own.between(0, 0.04);
  const plan = PLANS[request.effect](request, traits, random);
  const idle = plan.isStill ? stillness : idleMotion(request, own);
  const isUnseen = plan.isStill && traits.eyesHidden;
  const pose = isUnseen ? stillness : poise(request, traits, random, POISED[request.effect]);
  const kept = whatKeepsStill(traits);
  return (progress) => {
    const acted = plan.act(Math.max(0, progress - delay * (1 - progress)));
    const rest = withoutBlinks(idle(progress), acted);
    return { ...add(add(rest, pose(progress)), acted), ...kept };
  };
}

/** A face that does nothing of its own while something else of the person moves. */
export function planCalm(
  request: Omit<ExpressionRequest, 'effect'>,
  traits: FaceTraits,
  index: number,
): ExpressionTrack {
  const idle = idleMotion(request, createRandom(request.seed * 31 + index, 'calm'));
  const kept = whatKeepsStill(traits);
  return (progress) => ({ ...idle(progress), ...kept });
}

function whatKeepsStill({ canTurn = true, eyesHidden = false, mouthHidden = false }: FaceTraits): Expression {
  return { ...(!canTurn && { yaw: 0 }), ...(eyesHidden && STILL_EYES), ...(mouthHidden && STILL_MOUTH) };
}

/** Behind dark glasses, moving lids would drag the glass along. */
const STILL_EYES: Expression = { leftLid: 0, rightLid: 0, gaze: 0 };

/** A mask would bend like skin. */
const STILL_MOUTH: Expression = {
  smile: 0,
  stretch: 0,
  jaw: 0,
  pucker: 0,
  kiss: 0,
  seal: 0,
  leftCheek: 0,
  rightCheek: 0,
};

/** Share of the pose of its manner that the head takes with each effect. Effects of the head itself leave less room for it. */
const POISED: Record<FaceEffect, number> = {
  smile: 1,
  laugh: 1,
  wink: 1,
  blink: 1,
  nod: 0.8,
  turn: 0.5,
  'look-around': 0.8,
  surprise: 1,
  kiss: 1,
  lean: 0.5,
};

const PLANS: Record<FaceEffect, Planner> = {
  smile,
  laugh,
  wink,
  blink,
  nod,
  turn,
  'look-around': lookAround,
  surprise,
  kiss,
  lean: leanIn,
};

/** How far the lids of a surprised face open beyond their rest, as a share of the eye's opening. */
const WIDE_EYES = 0.25;
/** How much further a head with glasses moves back, in degrees: its brows rest, because they would bend the rims. */
const HEAD_BACK = 3;

function surprise(request: ExpressionRequest, { mouthGap, rims = 0 }: FaceTraits, random: Random): Plan {
  const curve = holdUp(request, random, 0.35);
  const brows = random.between(0.95, 1.2) * (1 - rims);
  const opening = mouthGap > OPEN_MOUTH ? 0.35 : random.between(0.35, 0.5);
  const back = random.between(2, 4) + HEAD_BACK * rims;
  return {
    act: (at) => {
      const done = curve(at);
      const lids = { leftLid: -WIDE_EYES * done, rightLid: -WIDE_EYES * done };
      return { brows: brows * done, ...lids, jaw: opening * done, pucker: 0.5 * done, pitch: -back * done };
    },
  };
}

/** Lips that are apart close for a kiss, also if they show no more than a line of teeth. Face widths. */
const PARTED = { from: 0.004, to: 0.012 };

function kiss(request: ExpressionRequest, { mouthGap, mouthAgape = false }: FaceTraits, random: Random): Plan {
  if (mouthAgape) return { act: () => ({}) };
  const times = Math.round(random.between(0.6, 2.4));
  const curve = pulses(request, random, times, { shut: 0.5, hold: 0.55, open: 0.5 });
  const tilt = random.side() * random.between(2, 3.5);
  const closing = linearStep(mouthGap, PARTED.from, PARTED.to);
  return {
    act: (at) => {
      const done = curve(at);
      return { kiss: done, seal: closing * done, roll: tilt * done, pitch: -3 * done };
    },
  };
}

/** A slight sway of the head and natural blinks, added to every effect that does not exclude them. */
function idleMotion({ duration, loop }: Omit<ExpressionRequest, 'effect'>, random: Random): ExpressionTrack {
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

/** The wider eyes are opened, the less they blink. */
function withoutBlinks(rest: Expression, { leftLid = 0, rightLid = 0 }: Expression): Expression {
  const awake = linearStep(-Math.min(leftLid, rightLid), 0, WIDE_EYES);
  if (awake === 0) return rest;
  const { leftLid: left = 0, rightLid: right = 0 } = rest;
  return { ...rest, leftLid: left * (1 - awake), rightLid: right * (1 - awake) };
}

const stillness: ExpressionTrack = () => ({});

function add(one: Expression, other: Expression): Expression {
  const sum: Expression = { ...one };
  for (const [name, value] of Object.entries(other) as [keyof Expression, number][]) {
    sum[name] = (sum[name] ?? 0) + value;
  }
  for (const lid of ['leftLid', 'rightLid'] as const) if (sum[lid]) sum[lid] = Math.min(1, sum[lid]);
  return sum;
}
