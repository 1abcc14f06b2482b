import { smootherstep } from '../smoothstep.ts';
import type { Random } from './random.ts';

/** An animation curve; progress runs from 0 to 1 over the film. */
export type Curve = (progress: number) => number;

/** Duration in seconds, and whether the last frame leads back to the first. */
export interface FilmTime {
  duration: number;
  loop: boolean;
}

/** Share of the time for acceleration, and for deceleration. */
const RAMP = 0.15;

/** Trapezoidal easing from 0 to 1: constant speed with a smooth start and stop. */
function glide(x: number): number {
  const t = Math.max(0, Math.min(1, x));
  if (t > 0.5) return 1 - glide(1 - t);
  const ramp = Math.min(1, t / RAMP);
  // Integral of the speed: smoothstep while accelerating, then constant.
  return (RAMP * (ramp ** 3 - ramp ** 4 / 2) + Math.max(0, t - RAMP)) / (1 - RAMP);
}

/** Interpolates `[progress, value]` keyframes with smootherstep easing. */
export function keyframes(points: readonly (readonly [number, number])[]): Curve {
  return (progress) => {
    const next = points.findIndex(([at]) => at > progress);
    if (next === 0) return points[0]![1];
    if (next === -1) return points.at(-1)![1];
    const [from, before] = points[next - 1]!;
    const [to, after] = points[next]!;
    return before + (after - before) * smootherstep((progress - from) / (to - from));
  };
}

/** Eases from 0 to 1 over the whole film; in a loop there and back. */
export function approach(random: Random, loop: boolean): Curve {
  if (loop) {
    const there = random.between(0.44, 0.56);
    return (at) => glide(at < there ? at / there : (1 - at) / (1 - there));
  }
  const end = random.between(0.94, 1);
  return (at) => glide(at / end);
}

/**
 * Irregular oscillation between -1 and 1 with half-periods of about `seconds`. Starts at 0 and, in a loop, ends there.
 */
export function sway(random: Random, seconds: number, duration: number, loop: boolean): Curve {
  const turns = Math.max(2, Math.round(duration / seconds));
  const first = random.side();
  const points: [number, number][] = [[0, 0]];
  for (let turn = 1; turn < turns; turn++) {
    const side = turn % 2 === 1 ? first : -first;
    points.push([(turn + random.between(-0.18, 0.18)) / turns, side * random.between(0.6, 1)]);
  }
  points.push([1, loop ? 0 : (turns % 2 === 1 ? first : -first) * random.between(0.2, 0.5)]);
  return keyframes(points);
}

/** Breathing curve between 0 and 1: faster in than out, of varying depth, 0 at both ends. */
export function breaths(random: Random, seconds: number, duration: number): Curve {
  const count = Math.max(1, Math.round(duration / seconds));
  const points: [number, number][] = [[0, 0]];
  for (let breath = 0; breath < count; breath++) {
    points.push([(breath + random.between(0.36, 0.46)) / count, random.between(0.8, 1)], [(breath + 1) / count, 0]);
  }
  return keyframes(points);
}

/**
 * Pulses from 0 to 1 and back, spread over the film; `shape` gives the seconds of each phase. Drops pulses that do not
 * fit.
 */
export function pulses(
  { duration }: FilmTime,
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

/** Rises to 1 within about `seconds`, `delay` later than usual, and holds; in a loop it returns to 0. */
export function holdUp({ duration, loop }: FilmTime, random: Random, seconds: number, delay = 0): Curve {
  const start = delay + random.between(0.05, 0.1);
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

/** Blinks of 0.36 s: closing is faster than opening. */
export function blinks(random: Random, duration: number): Curve {
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
