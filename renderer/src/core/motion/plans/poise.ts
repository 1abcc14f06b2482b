import type { ExpressionRequest, ExpressionTrack, FaceTraits } from '../expression-track.ts';
import { mannerOf } from '../manner.ts';
import type { Random } from '../random.ts';
import { linearStep } from '../../smoothstep.ts';
import { holdUp } from '../timing.ts';

/** A head that is turned between these angles turns less and less for its pose: it has turns of its own. Degrees. */
const TURNED = { from: 5, to: 12 };
/** Seconds in which the head takes its pose. */
const POISE_SECONDS = 0.9;

/** The pose of the head, taken when the effect begins and kept; `share` of it. */
export function poise(request: ExpressionRequest, traits: FaceTraits, random: Random, share: number): ExpressionTrack {
  const manner = mannerOf(request.seed);
  const curve = holdUp(request, random, POISE_SECONDS);
  const size = share * random.between(0.92, 1.08);
  const roll = size * manner.roll;
  const pitch = size * manner.pitch;
  const isTurning = request.effect === 'turn' || request.effect === 'look-around';
  const ahead = isTurning ? 0 : 1 - linearStep(Math.abs(traits.yaw), TURNED.from, TURNED.to);
  const yaw = size * ahead * manner.yaw;
  return (at) => {
    const done = curve(at);
    return { roll: roll * done, pitch: pitch * done, yaw: yaw * done };
  };
}
