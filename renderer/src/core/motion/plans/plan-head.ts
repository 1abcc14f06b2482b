import type { ExpressionRequest, FaceTraits, Plan } from '../expression-track.ts';
import type { Random } from '../random.ts';
import { keyframes, pulses } from '../timing.ts';
import { mannerOf } from '../manner.ts';
import { linearStep } from '../../smoothstep.ts';

export function nod(request: ExpressionRequest, _: FaceTraits, random: Random): Plan {
  const times = Math.round(random.between(1.6, 3.4));
  const depth = random.between(8, 12);
  const curve = pulses(request, random, times, { shut: 0.42, hold: 0.05, open: 0.5 });
  return { act: (at) => ({ pitch: depth * curve(at), down: 0.02 * curve(at) }) };
}

export function turn({ seed }: ExpressionRequest, traits: FaceTraits, random: Random): Plan {
  const { side: first, delay } = mannerOf(seed);
  // A head that has little room on one side turns further to the other.
  const size = 1 + 1.05 * Math.min(1, Math.abs(traits.yaw) / 35) ** 2;
  const there = limitTurn(traits, first * size * random.between(16, 19));
  const across = limitTurn(traits, -first * size * random.between(16, 19));
  const tilt = random.between(0.03, 0.09);
  const start = random.between(0.04, 0.06) + 0.5 * delay;
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

/**
 * How far the head turns to each side to look around, in degrees: with eyes that are seen to lead it, and where they are hidden, narrow or
 * small, so that the head alone has to show it.
 */
const LOOKS = { withEyes: { from: 7, to: 8.5 }, alone: { from: 10, to: 12 } };
/** Between these yaws a head looks less far back to the viewer, and further away instead: such a turn uncovers nothing. Degrees. */
const LOOKS_ASIDE = { from: 30, to: 36, by: 3 };
/** Openings of the eyes (see `Head`) and face widths in film pixels between which a shifted gaze comes into sight. */
const GAZE_SEEN = { open: { from: 0.18, to: 0.3 }, width: { from: 50, to: 110 } };

/** Looks to one side and then to the other, and stays there long enough for it to be seen. */
export function lookAround(_: ExpressionRequest, traits: FaceTraits, random: Random): Plan {
  const side = random.side();
  const seen = gazeInSight(traits);
  const way = () => {
    const [alone, withEyes] = [LOOKS.alone, LOOKS.withEyes].map(({ from, to }) => random.between(from, to)) as [
      number,
      number,
    ];
    return alone + (withEyes - alone) * seen;
  };
  const aside =
    Math.sign(traits.yaw) * LOOKS_ASIDE.by * linearStep(Math.abs(traits.yaw), LOOKS_ASIDE.from, LOOKS_ASIDE.to);
  const looks = [side * way(), -side * way()].map((angle) => limitTurn(traits, angle + aside));
  const lifts = [random.between(-5, -2), random.between(0, 3)];
  const near = (at: number) => at + random.between(-0.03, 0.03);
  const stays = [
    [near(0.19), near(0.35)],
    [near(0.53), near(0.73)],
  ] as const;
  const path = (values: readonly number[], lead = 0) =>
    keyframes([
      [0, 0],
      [0.05 - lead / 2, 0],
      ...stays.flatMap(([from, to], i): [number, number][] => [
        [from - lead, values[i]!],
        [to - lead, values[i]! * 0.95],
      ]),
      [0.95 - lead, 0],
      [1, 0],
    ]);
  const across = path(looks);
  const down = path(lifts);
  // The gaze leads the head.
  const gaze = path([side, -side], 0.05);
  return { act: (at) => ({ yaw: across(at), pitch: down(at), roll: 0.06 * across(at), gaze: gaze(at) }) };
}

/** How well it is seen where the eyes look, 0 to 1. */
function gazeInSight({ eyesOpen, eyesHidden = false, width }: FaceTraits): number {
  if (eyesHidden) return 0;
  const { open, width: wide } = GAZE_SEEN;
  return linearStep(Math.max(...eyesOpen), open.from, open.to) * linearStep(width, wide.from, wide.to);
}

/**
 * Largest turns by the head's yaw at rest (`TURNED`), in degrees: away from the viewer, and back towards the viewer.
 * Turning back uncovers skin that is synthesised, so it is limited to what makes the turn visible, which is more for
 * small heads. Turning away uncovers nothing: a head that is turned far does so more.
 */
const TURNED = [0, 12, 22, 28, 30, 34, 40, 50] as const;
const MAX_AWAY = [20, 18, 13.5, 12.6, 12.3, 16, 16, 16] as const;
const MAX_BACK = [20, 18, 17, 18.2, 18.6, 14.5, 13.5, 8] as const;
const MAX_BACK_OF_SMALL = [20, 20, 19, 25.6, 27.8, 30, 17.5, 8] as const;
/** Face widths in film pixels: at `from` a head counts as small, at `to` it no longer does. */
const SMALL = { from: 84, to: 120 };

/**
 * If hair covers the near temple, the uncovered skin cannot be mirrored and smears. Such a head turns only so far that
 * both directions together are visible, in degrees by its yaw. `MIRRORED` gives the range of mirrorable shares over which the limit applies.
 */
const BOTH_WAYS = [28, 28, 28, 28, 28, 21, 21, 21] as const;
const BOTH_WAYS_OF_SMALL = [31, 31, 31, 31, 33.25, 21, 21, 21] as const;
const MIRRORED = { little: 0.37, most: 0.62 };

/**
 * Where little of the far cheek is in sight (`beyondNose`, see `Head`), what is uncovered looks like a second cheek. Between these face
 * widths a head turns back less, down to `mirrored` or `unmirrored` degrees by what its near side supplies.
 */
const FAR_CHEEK = { from: 0.19, to: 0.14, mirrored: 7.5, unmirrored: 4 };

/** Limits a turn by `angle` (degrees) to what the head allows. */
export function limitTurn(
  traits: Pick<FaceTraits, 'yaw' | 'width' | 'mirrored' | 'beyondNose'>,
  angle: number,
): number {
  const reach = traits.yaw * angle > 0 ? most(Math.abs(traits.yaw), MAX_AWAY) : mostBack(traits);
  return Math.max(-reach, Math.min(reach, angle));
}

function mostBack(traits: Parameters<typeof limitTurn>[0]): number {
  const turned = Math.abs(traits.yaw);
  const largeness = linearStep(traits.width, SMALL.from, SMALL.to);
  const bySize = (small: readonly number[], large: readonly number[]) =>
    between(most(turned, small), most(turned, large), largeness);
  const mirrored = mirrorConfidence(traits);
  const mirrorable = bySize(MAX_BACK_OF_SMALL, MAX_BACK);
  const needed = Math.min(mirrorable, bySize(BOTH_WAYS_OF_SMALL, BOTH_WAYS) - most(turned, MAX_AWAY));
  const back = between(needed, mirrorable, mirrored);
  const least = Math.min(back, between(FAR_CHEEK.unmirrored, FAR_CHEEK.mirrored, mirrored));
  return between(back, least, farCheekHidden(traits));
}

/** Whether a turn back would uncover a second cheek: 0 where enough of the far cheek is in sight, 1 where too little is. */
export function farCheekHidden({ beyondNose = Infinity }: Pick<FaceTraits, 'beyondNose'>): number {
  return linearStep(beyondNose, FAR_CHEEK.from, FAR_CHEEK.to);
}

function between(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

/** How far the near side can supply the uncovered skin: 1 fully, 0 not at all. */
export function mirrorConfidence({ mirrored = 1 }: Pick<FaceTraits, 'mirrored'>): number {
  return linearStep(mirrored, MIRRORED.little, MIRRORED.most);
}

/** The value at this yaw, of those at `TURNED`. */
function most(turned: number, values: readonly number[]): number {
  const next = Math.max(
    1,
    TURNED.findIndex((each) => each >= Math.min(turned, TURNED.at(-1)!)),
  );
  const [from, to] = [TURNED[next - 1]!, TURNED[next]!];
  return values[next - 1]! + ((values[next]! - values[next - 1]!) * Math.min(to - from, turned - from)) / (to - from);
}
