import type { ExpressionRequest, FaceTraits, Plan } from '../expression-track.ts';
import { mannerOf } from '../manner.ts';
import type { Random } from '../random.ts';
import { holdUp } from '../timing.ts';

/** The head tilts towards the other and comes nearer, with a hint of a smile; one without another beside it only watches. */
export function leanIn(request: ExpressionRequest, { beside = 0, grin }: FaceTraits, random: Random): Plan {
  const { delay, strength } = mannerOf(request.seed);
  const curve = holdUp(request, random, 1.5, 0.3 * delay);
  const roll = beside * (7 + 3 * strength) * random.between(0.94, 1.06);
  const right = beside * random.between(0.09, 0.11);
  const smile = random.between(0.3, 0.42) * (1 - 0.5 * grin);
  return {
    act: (at) => {
      const done = curve(at);
      return { roll: roll * done, right: right * done, down: 0.02 * done * Math.abs(beside), smile: smile * done };
    },
  };
}
