import { linearStep } from '../smoothstep.ts';
import type { FaceTraits } from './performance.ts';

/**
 * How far a head goes that is turned so far already: further away, and back to the viewer, where what it hid is drawn from
 * the face's other side. That is made up, so that no head comes back further than it takes to be seen; a small one has to go
 * further for that. Degrees.
 */
const TURNED = [0, 12, 22, 32, 36, 40, 44, 50] as const;
const MOST_AWAY = [20, 18, 13.5, 12, 11.5, 10.5, 10, 9.5] as const;
const MOST_BACK = [20, 18, 17, 19, 22, 23, 22, 18] as const;
const MOST_BACK_OF_SMALL = [20, 20, 19, 26, 35, 36, 32, 20] as const;
/** Film pixels: a head is small up to the first width, and not at all from the second on. */
const SMALL = { from: 84, to: 120 };

/**
 * Hair over the near temple cannot stand for the far one, and what comes into sight is smeared there: such a head comes back
 * no further than both ways together take to be seen, which is more in a small head. Degrees, and between which shares of
 * what it hides that can be drawn.
 */
const BOTH_WAYS = { large: 28, small: 31 };
const MIRRORED = { little: 0.37, most: 0.62 };

/** Turns by `angle`, or as far as this head goes. Degrees. */
export function within(traits: Pick<FaceTraits, 'yaw' | 'width' | 'mirrored'>, angle: number): number {
  const turned = Math.abs(traits.yaw);
  const largeness = linearStep(traits.width, SMALL.from, SMALL.to);
  const bySize = (small: number, large: number) => small + (large - small) * largeness;
  const away = most(turned, MOST_AWAY);
  const back = bySize(most(turned, MOST_BACK_OF_SMALL), most(turned, MOST_BACK));
  const needed = Math.min(back, bySize(BOTH_WAYS.small, BOTH_WAYS.large) - away);
  const reach = traits.yaw * angle > 0 ? away : needed + (back - needed) * knownness(traits);
  return Math.max(-reach, Math.min(reach, angle));
}

/** How well it is known what the head shows that comes back: 1 where its near side can stand for it, 0 where all is made up. */
export function knownness({ mirrored = 1 }: Pick<FaceTraits, 'mirrored'>): number {
  return linearStep(mirrored, MIRRORED.little, MIRRORED.most);
}

function most(turned: number, values: readonly number[]): number {
  const next = Math.max(
    1,
    TURNED.findIndex((each) => each >= Math.min(turned, TURNED.at(-1)!)),
  );
  const [from, to] = [TURNED[next - 1]!, TURNED[next]!];
  return values[next - 1]! + ((values[next]! - values[next - 1]!) * Math.min(to - from, turned - from)) / (to - from);
}
