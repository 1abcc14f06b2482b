import type { ArmPose } from '../../hand/draw-arms.ts';
import { MAX_SWING } from '../../hand/find-arms.ts';
import { mannerOf } from '../manner.ts';
import { createRandom } from '../random.ts';
import { keyframes, type Curve } from '../timing.ts';

/** What of an arm decides how it waves. Lengths have any unit. */
export interface WavingArm {
  /** How far the wrist travels to the side with each radian. */
  lever: number;
  shoulders: number;
  room: { from: number; to: number };
}

/** The wrist's way from side to side, in shoulder widths. */
const TRAVEL = { least: 0.4, most: 0.48 };
/** Turn of the hand about the wrist, to each side. */
const WRIST_TURN = 0.15;
/** Seconds before the first swing, of one swing to one side, and by which the hand follows the forearm. */
const START = 0.35;
const SWING = 0.46;
const LAG = 0.07;
/** The first swing begins in the middle; the last, back to the photo's pose, is slower; each differs a little. Shares of a swing. */
const FIRST = 0.8;
const LAST = 1.1;
const UNEVEN = 0.04;
/** An arm of the same photo begins this much later than the one before, in seconds. */
const NEXT = 0.16;

/** Plans a wave: two or three times there and back, once where there is no time for more, from the photo's pose and back to it. `index` is the arm's number. */
export function planWave(
  { seed, duration }: { seed: number; duration: number },
  { lever, shoulders, room }: WavingArm,
  index: number,
): (progress: number) => ArmPose {
  const random = createRandom(seed * 31 + index, 'wave');
  const { side, delay, strength } = mannerOf(seed);
  const travel = shoulders * (TRAVEL.least + (TRAVEL.most - TRAVEL.least) * strength);
  const angle = Math.min(MAX_SWING, room.to - room.from, travel / lever);
  const middle = Math.max(room.from + angle / 2, Math.min(room.to - angle / 2, 0));
  const liked = random.between(0, 1) < 0.5 && duration < 6 ? 2 : 3;
  const swing = SWING * random.between(0.95, 1.15);
  const secondsOf = (count: number) => LAG + swing * ((2 * count - 1 + FIRST) * (1 + UNEVEN) + LAST);
  const times = [liked, 2].find((count) => START + secondsOf(count) <= duration) ?? 1;
  const start = Math.min(START + delay * 2 + NEXT * index + random.between(0, 0.1), duration - secondsOf(times));
  const curve = (to: (side: number) => number, lag: number): Curve => {
    const points: [number, number][] = [
      [0, 0],
      [start + lag, 0],
    ];
    let at = start + lag;
    for (let turn = 0; turn < 2 * times; turn++) {
      at += swing * (turn === 0 ? FIRST : 1) * random.between(1 - UNEVEN, 1 + UNEVEN);
      points.push([at, to(turn % 2 === 0 ? side : -side) * random.between(0.97, 1)]);
    }
    points.push([at + swing * LAST, 0], [duration, 0]);
    return keyframes(points.map(([seconds, value]) => [Math.min(1, seconds / duration), value]));
  };
  const elbow = curve((way) => middle + (way * angle) / 2, 0);
  const wrist = curve((way) => way * WRIST_TURN * random.between(0.85, 1.1), LAG);
  return (progress) => ({ elbow: elbow(progress), wrist: wrist(progress) });
}
