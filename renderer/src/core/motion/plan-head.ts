import type { ExpressionRequest, FaceTraits, Plan } from './performance.ts';
import type { Random } from './random.ts';
import { keyframes, pulses } from './timing.ts';
import { within } from './turn-reach.ts';

export function nod(request: ExpressionRequest, _: FaceTraits, random: Random): Plan {
  const times = Math.round(random.between(1.6, 3.4));
  const depth = random.between(8, 12);
  const curve = pulses(request, random, times, { shut: 0.42, hold: 0.05, open: 0.5 });
  return { act: (at) => ({ pitch: depth * curve(at), down: 0.02 * curve(at) }) };
}

export function turn(_: ExpressionRequest, traits: FaceTraits, random: Random): Plan {
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

export function lookAround(_: ExpressionRequest, traits: FaceTraits, random: Random): Plan {
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
