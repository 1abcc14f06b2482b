import { NECK } from '../../rig/pose-face.ts';
import type { ExpressionRequest, FaceTraits, Plan } from '../expression-track.ts';
import { mannerOf } from '../manner.ts';
import type { Random } from '../random.ts';
import { holdUp } from '../timing.ts';

/** Share of the room between two faces that is left between them when both have leaned in, at the height of their ears. */
const LEFT_FREE = 0.5;

/**
 * The head tilts towards the other and comes nearer, as far as there is room, with a hint of a smile; one without another beside it only watches.
 */
export function leanIn(request: ExpressionRequest, { beside = 0, room = 1, grin }: FaceTraits, random: Random): Plan {
  const { delay, strength } = mannerOf(request.seed);
  const curve = holdUp(request, random, 1.5, 0.3 * delay);
  const roll = beside * (7 + 3 * strength) * random.between(0.94, 1.06);
  const byTilt = NECK * Math.sin((Math.abs(roll) * Math.PI) / 180);
  const free = Math.max(0, ((1 - LEFT_FREE) * room) / 2 - byTilt);
  const right = beside * Math.min(random.between(0.09, 0.11), free);
  const smile = random.between(0.3, 0.42) * (1 - 0.5 * grin);
  return {
    act: (at) => {
      const done = curve(at);
      return { roll: roll * done, right: right * done, down: 0.02 * done * Math.abs(beside), smile: smile * done };
    },
  };
}
