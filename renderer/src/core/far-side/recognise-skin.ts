import type { Head } from '../face/head.ts';
import {
  BESIDE_LEFT_CHEEK,
  BESIDE_RIGHT_CHEEK,
  FRONT_OF_CHIN,
  LEFT_BROW,
  LEFT_CHEEK,
  LEFT_EYE_RIMS,
  NOSE_BASE,
  OVAL,
  RIGHT_BROW,
  RIGHT_CHEEK,
  RIGHT_EYE_RIMS,
  LIPS,
} from '../face/landmarks.ts';
import { SKIN_TRIANGLES } from '../face/skin-triangles.ts';
import { smoothstep } from '../smoothstep.ts';
import { brightnessBeside, coloursApart, type Tone } from '../face/tone.ts';

/** Brows, eyes and lips differ from the cheek and are part of the face all the same. */
export const FEATURES: ReadonlySet<number> = new Set([
  ...[LEFT_EYE_RIMS, RIGHT_EYE_RIMS].flatMap(({ upper, lower, above, below }) => [
    ...upper,
    ...lower,
    ...above[0]!,
    ...below[0]!,
  ]),
  ...[LEFT_BROW, RIGHT_BROW, LIPS].flat(),
]);
/** What has less of the near cheek's brightness than the one is hardly skin, and than the other is none: hair falls over it. */
const DARK = { hardly: 0.6, none: 0.42 };
/** The same for what is brighter, such as fair hair in the light, and for a difference of colours. */
const BRIGHT = { hardly: 1.2, none: 1.4 };
const OTHER_COLOUR = { hardly: 24, none: 40 };
/** And for strands of hair as fair as the skin itself: how much more the brightness varies than on the cheek. */
const ROUGH = { hardly: 0.1, none: 0.18 };
/** Nearer to the middle of the face, in face widths, strands may hang over the far side alone. */
const MIDDLE = 0.1;

/** What is less surely skin than this is hair, or a mark on skin. */
const MARK = 0.5;

/**
 * Hair does not fall over the front of a chin: what it looks like, a beard or deep shade, is the face, and so is what looks
 * like it below the nose. By how much the logarithms of the brightness may differ, the colours, and how much rougher it may
 * be: as little as the first is alike for certain, as much as the second is not.
 */
const LIKE_CHIN = { brightness: [0.5, 0.8], colours: [16, 28], grain: [0.15, 0.3] } as const;

/**
 * How surely the photo shows a face at each point of the mesh, from 0 to 1, and not hair that falls over it; a point beside
 * hair counts as hair.
 */
export function recogniseSkin({ yaw, form }: Head, tones: readonly Tone[]): readonly number[] {
  const cheek = cheekOf(yaw, tones);
  const alone = tones.map((tone, point) => {
    if (FEATURES.has(point)) return 1;
    const isNear = Math.sign(yaw) * form[point * 3]! < -MIDDLE;
    const brightness = brightnessBeside(tone, cheek);
    const apart = coloursApart(tone, cheek);
    return (
      surely(brightness, DARK) *
      surely(brightness, BRIGHT) *
      surely(apart, OTHER_COLOUR) *
      (isNear ? surely(tone.grain - cheek.grain, ROUGH) : 1)
    );
  });
  const asChin = tones.map((tone, point) => (isBelowNose(form, point) ? likeChin(tone, tones) : 0));
  return minOverNeighbours(withMarks(spread(alone, tones).map((skin, point) => Math.max(skin, asChin[point]!))));
}

/** From 1 up to where a value is hardly skin's down to 0 where it is none, whichever of the two is larger. */
function surely(value: number, { hardly, none }: { hardly: number; none: number }): number {
  return smoothstep((none - value) / (none - hardly));
}

/** From this grain on a rim of spectacles or a strand of hair lies over the cheek. */
const CROSSED = 0.2;

/** The skin of the near cheek. */
function cheekOf(yaw: number, tones: readonly Tone[]): Tone {
  const cheek = tones[yaw > 0 ? LEFT_CHEEK : RIGHT_CHEEK]!;
  if (cheek.grain < CROSSED) return cheek;
  const beside = (yaw > 0 ? BESIDE_LEFT_CHEEK : BESIDE_RIGHT_CHEEK).map((point) => tones[point]!);
  return [cheek, ...beside].reduce((even, tone) => (tone.grain < even.grain ? tone : even));
}

/** Hair falls from the contour and over brows and eyes: what lies apart, such as a crease, lipstick or a nostril, is the face. */
function withMarks(skin: readonly number[]): number[] {
  const mayBeHair = skin.map((value, point) => value < MARK || (FEATURES.has(point) && !LIPS.includes(point)));
  const hair = new Set(OVAL.filter((point) => mayBeHair[point]));
  for (const point of hair) for (const beside of BESIDE[point]!) if (mayBeHair[beside]) hair.add(beside);
  return skin.map((value, point) => (mayBeHair[point] && !hair.has(point) ? 1 : value));
}

function isBelowNose(form: Float32Array, point: number): boolean {
  return form[point * 3 + 1]! > form[NOSE_BASE * 3 + 1]!;
}

function likeChin(tone: Tone, tones: readonly Tone[]): number {
  return Math.max(...FRONT_OF_CHIN.map((chin) => alike(tone, tones[chin]!, LIKE_CHIN, tones[chin]!.grain)));
}

/**
 * From one point to the next shade differs by so little of the logarithm, and so do its colours; hair begins at an edge, and
 * is rough. As little as the first is shade for certain, as much as the second is none.
 */
const GRADUAL = { brightness: [0.3, 0.5], colours: [12, 24], grain: [0.13, 0.27] } as const;
/** What is darker beside its neighbour is black. */
const MIN_SHARE = 0.05;

/** Shade lies on skin, however deep: what changes little by little from a point of skin to the next is skin as well. */
function spread(skin: readonly number[], tones: readonly Tone[]): number[] {
  const grown = [...skin];
  const steps = NEIGHBOURS.map(([from, to]) => gradually(tones[from]!, tones[to]!));
  let isGrowing = true;
  while (isGrowing) {
    isGrowing = false;
    NEIGHBOURS.forEach(([from, to], i) => {
      const reached = Math.min(grown[from]!, steps[i]!);
      if (reached <= grown[to]!) return;
      grown[to] = reached;
      isGrowing = true;
    });
  }
  return grown;
}

/** How surely one point beside another shows the same surface, from 0 to 1. */
function gradually(from: Tone, to: Tone): number {
  return alike(to, from, GRADUAL);
}

type Bounds = Record<'brightness' | 'colours' | 'grain', readonly [number, number]>;

/** How surely two places show the same, from 0 to 1; as rough as `grain` is no rougher than the other. */
function alike(one: Tone, other: Tone, bounds: Bounds, grain = 0): number {
  const within = (value: number, [all, none]: readonly [number, number]) => smoothstep((none - value) / (none - all));
  return (
    within(Math.abs(Math.log(Math.max(MIN_SHARE, brightnessBeside(one, other)))), bounds.brightness) *
    within(coloursApart(one, other), bounds.colours) *
    within(one.grain - grain, bounds.grain)
  );
}

/** Of each point those that share an edge of the skin's triangles with it. */
const BESIDE = besides();

function besides(): readonly (readonly number[])[] {
  const beside = Array.from({ length: Math.max(...SKIN_TRIANGLES) + 1 }, () => new Set<number>());
  SKIN_TRIANGLES.forEach((from, i) => {
    const to = SKIN_TRIANGLES[i % 3 === 2 ? i - 2 : i + 1]!;
    beside[from]!.add(to);
    beside[to]!.add(from);
  });
  return beside.map((each) => [...each]);
}

/** Pairs of points beside each other, either way, but for eyes, brows and lips: beside a brow a fringe would pass for one. */
const NEIGHBOURS = SKIN_TRIANGLES.flatMap((from, i): [number, number][] => {
  const to = SKIN_TRIANGLES[i % 3 === 2 ? i - 2 : i + 1]!;
  return [
    [from, to],
    [to, from],
  ];
}).filter((pair) => !pair.some((point) => FEATURES.has(point)));

/**
 * Of each point of the mesh the least value of those that it shares a triangle of the skin with, its own among them. Points
 * without a value have none and lower nobody's.
 */
export function minOverNeighbours<Value extends number | undefined>(values: readonly Value[]): Value[] {
  const least = [...values];
  for (let i = 0; i < SKIN_TRIANGLES.length; i += 3) {
    const corners = SKIN_TRIANGLES.slice(i, i + 3);
    const known = corners.flatMap((point) => values[point] ?? []);
    for (const point of corners) {
      for (const value of known) if (least[point] !== undefined && value < least[point]) least[point] = value;
    }
  }
  return least;
}
