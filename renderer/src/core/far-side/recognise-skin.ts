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

/** Brows, eyes and lips belong to the face although their colour differs from the cheek's. */
export const FEATURES: ReadonlySet<number> = new Set([
  ...[LEFT_EYE_RIMS, RIGHT_EYE_RIMS].flatMap(({ upper, lower, above, below }) => [
    ...upper,
    ...lower,
    ...above[0]!,
    ...below[0]!,
  ]),
  ...[LEFT_BROW, RIGHT_BROW, LIPS].flat(),
]);
/** Brightness relative to the near cheek: at `hardly` skin is still likely, at `none` it is hair. */
const DARK = { hardly: 0.6, none: 0.42 };
/** The same for values brighter than the cheek (fair hair in the light), and for chroma distance. */
const BRIGHT = { hardly: 1.2, none: 1.4 };
const OTHER_COLOUR = { hardly: 24, none: 40 };
/** The same for strands of hair as fair as the skin: how much grain exceeds the cheek's. */
const ROUGH = { hardly: 0.1, none: 0.18 };
/** Nearer to the middle, in face widths, only the far side is checked for strands. */
const MIDDLE = 0.1;

/** Below this probability a vertex is hair or a mark on the skin. */
const MARK = 0.5;

/**
 * Hair does not fall over the front of the chin, so whatever it shows (a beard, deep shade) is the face, and so is
 * anything below the nose that looks like it. Largest differences in log brightness, chroma and grain: up to the first
 * value they are alike, from the second on not.
 */
const LIKE_CHIN = { brightness: [0.5, 0.8], colours: [16, 28], grain: [0.15, 0.3] } as const;

/**
 * Probability, per mesh vertex, that the photo shows the face and not hair over it: 0 to 1. A vertex beside hair counts
 * as hair.
 */
export function recogniseSkin({ yaw, form }: Head, tones: readonly Tone[]): readonly number[] {
  const cheek = cheekOf(yaw, tones);
  const alone = tones.map((tone, point) => {
    if (FEATURES.has(point)) return 1;
    const isNear = Math.sign(yaw) * form[point * 3]! < -MIDDLE;
    const brightness = brightnessBeside(tone, cheek);
    const apart = coloursApart(tone, cheek);
    return (
      probability(brightness, DARK) *
      probability(brightness, BRIGHT) *
      probability(apart, OTHER_COLOUR) *
      (isNear ? probability(tone.grain - cheek.grain, ROUGH) : 1)
    );
  });
  const asChin = tones.map((tone, point) => (isBelowNose(form, point) ? chinSimilarity(tone, tones) : 0));
  const most = tones.map((tone, point) => {
    const brightness = brightnessBeside(tone, cheek);
    return isBelowNose(form, point) ? 1 : probability(brightness, DARK) * probability(brightness, BRIGHT);
  });
  const grown = growSkin(alone, tones, most);
  return minOverNeighbours(acceptMarks(grown.map((skin, point) => Math.max(skin, asChin[point]!))));
}

/** Falls from 1 at `hardly` to 0 at `none`; works in either direction. */
function probability(value: number, { hardly, none }: { hardly: number; none: number }): number {
  return smoothstep((none - value) / (none - hardly));
}

/** From this grain on, a rim of glasses or a strand of hair crosses the cheek. */
const CROSSED = 0.2;

/** The reference tone: the near cheek, or the smoothest patch beside it. */
function cheekOf(yaw: number, tones: readonly Tone[]): Tone {
  const cheek = tones[yaw > 0 ? LEFT_CHEEK : RIGHT_CHEEK]!;
  if (cheek.grain < CROSSED) return cheek;
  const beside = (yaw > 0 ? BESIDE_LEFT_CHEEK : BESIDE_RIGHT_CHEEK).map((point) => tones[point]!);
  return [cheek, ...beside].reduce((even, tone) => (tone.grain < even.grain ? tone : even));
}

/**
 * Hair grows in from the contour, across brows and eyes. Isolated patches (creases, lipstick, nostrils) are the face.
 */
function acceptMarks(skin: readonly number[]): number[] {
  const mayBeHair = skin.map((value, point) => value < MARK || (FEATURES.has(point) && !LIPS.includes(point)));
  const hair = new Set(OVAL.filter((point) => mayBeHair[point]));
  for (const point of hair) for (const beside of NEIGHBOURS_OF[point]!) if (mayBeHair[beside]) hair.add(beside);
  return skin.map((value, point) => (mayBeHair[point] && !hair.has(point) ? 1 : value));
}

function isBelowNose(form: Float32Array, point: number): boolean {
  return form[point * 3 + 1]! > form[NOSE_BASE * 3 + 1]!;
}

function chinSimilarity(tone: Tone, tones: readonly Tone[]): number {
  return Math.max(...FRONT_OF_CHIN.map((chin) => similarity(tone, tones[chin]!, LIKE_CHIN, tones[chin]!.grain)));
}

/**
 * Largest differences between neighbouring vertices that still count as gradual shading. Hair begins at an edge and is
 * rough. Ramps as in `LIKE_CHIN`.
 */
const GRADUAL = { brightness: [0.3, 0.5], colours: [12, 24], grain: [0.13, 0.27] } as const;
/** Lower bound for a brightness ratio, so that its logarithm is finite. */
const MIN_SHARE = 0.05;

/**
 * Shade lies on skin: grows the skin region along edges with gradual changes, at each vertex up to `most`. Below the nose
 * shade may be however deep; above it, what is as dark as hair is hair, whose edge in a soft photo is gradual too.
 */
function growSkin(skin: readonly number[], tones: readonly Tone[], most: readonly number[]): number[] {
  const grown = [...skin];
  const steps = MESH_EDGES.map(([from, to]) => similarity(tones[to]!, tones[from]!, GRADUAL));
  let isGrowing = true;
  while (isGrowing) {
    isGrowing = false;
    MESH_EDGES.forEach(([from, to], i) => {
      const reached = Math.min(grown[from]!, steps[i]!, most[to]!);
      if (reached <= grown[to]!) return;
      grown[to] = reached;
      isGrowing = true;
    });
  }
  return grown;
}

type Bounds = Record<'brightness' | 'colours' | 'grain', readonly [number, number]>;

/** Similarity of two tones, 0 to 1; grain counts only above `grain`. */
function similarity(one: Tone, other: Tone, bounds: Bounds, grain = 0): number {
  const within = (value: number, [all, none]: readonly [number, number]) => smoothstep((none - value) / (none - all));
  return (
    within(Math.abs(Math.log(Math.max(MIN_SHARE, brightnessBeside(one, other)))), bounds.brightness) *
    within(coloursApart(one, other), bounds.colours) *
    within(one.grain - grain, bounds.grain)
  );
}

/** For each vertex, its neighbours in the skin's triangles. */
const NEIGHBOURS_OF = listNeighbours();

function listNeighbours(): readonly (readonly number[])[] {
  const beside = Array.from({ length: Math.max(...SKIN_TRIANGLES) + 1 }, () => new Set<number>());
  SKIN_TRIANGLES.forEach((from, i) => {
    const to = SKIN_TRIANGLES[i % 3 === 2 ? i - 2 : i + 1]!;
    beside[from]!.add(to);
    beside[to]!.add(from);
  });
  return beside.map((each) => [...each]);
}

/** Directed edges of the mesh without eyes, brows and lips; next to a brow, a fringe would pass for one. */
const MESH_EDGES = SKIN_TRIANGLES.flatMap((from, i): [number, number][] => {
  const to = SKIN_TRIANGLES[i % 3 === 2 ? i - 2 : i + 1]!;
  return [
    [from, to],
    [to, from],
  ];
}).filter((pair) => !pair.some((point) => FEATURES.has(point)));

/** For each vertex, the minimum over itself and its neighbours. Undefined values stay undefined and are ignored. */
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
