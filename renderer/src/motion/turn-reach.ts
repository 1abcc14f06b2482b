import type { Head } from '../face/head.ts';

/**
 * How far a head goes that is turned so far already: further away, and back to the viewer, where what it hid is drawn from
 * the face's other side. Degrees.
 */
const TURNED = [0, 12, 22, 32, 36, 42, 48] as const;
const MOST_AWAY = [20, 19, 15.5, 14.5, 14, 12, 10] as const;
const MOST_BACK = [20, 20, 22, 27, 30, 30, 20] as const;

/** Turns by `angle`, or as far as this head goes. Degrees. */
export function within({ yaw }: Pick<Head, 'yaw'>, angle: number): number {
  const reach = most(Math.abs(yaw), yaw * angle > 0 ? MOST_AWAY : MOST_BACK);
  return Math.max(-reach, Math.min(reach, angle));
}

function most(turned: number, values: readonly number[]): number {
  const next = Math.max(
    1,
    TURNED.findIndex((each) => each >= Math.min(turned, TURNED.at(-1)!)),
  );
  const [from, to] = [TURNED[next - 1]!, TURNED[next]!];
  return values[next - 1]! + ((values[next]! - values[next - 1]!) * Math.min(to - from, turned - from)) / (to - from);
}
