import type { Head } from '../face/head.ts';
import { silhouetteAt, seenAcross } from '../face/silhouette.ts';
import { MIRROR_LANDMARKS } from '../face/landmarks.ts';
import type { Planes } from '../picture/planes.ts';
import { smoothstep } from '../smoothstep.ts';
import { minOverNeighbours } from './recognise-skin.ts';
import { brightnessBeside, coloursApart, toneAt, type Tone } from '../face/tone.ts';

/** A sample of the photo at a visible far-side vertex, compared with its mirror vertex. */
export interface Reading {
  point: number;
  light: Light;
  /** Probability that it shows the face, not hair, a hand or the background: 0 to 1. */
  bare: number;
  /** The same, as the minimum over the vertex and its neighbours. */
  surelyBare: number;
}

/** A colour transform from the near side's light to the far side's. */
export interface Light {
  /** Factor for luma above black (16). */
  gain: number;
  u: number;
  v: number;
}

/** A head turned less than this hides nothing that a turn could uncover. Degrees. */
export const HIDES_FROM = 14;
/**
 * Within `HIDDEN` of the silhouette the view is too grazing to be used, beyond `SEEN` it is fully usable. Face widths.
 */
const HIDDEN = 0.012;
const SEEN = 0.06;
/** Vertices nearer to the middle belong to neither side. Face widths. */
const MIN_ACROSS = 0.05;
/** Distance at which the weight between two vertices falls to 1/e, in face widths. */
const NEAR = 0.16;
/** From this weighted mean on, the surroundings count as fully visible. */
export const MAX_BARE = 0.7;
const GAIN = { least: 0.6, most: 1.6 };
/**
 * Differences from the mirror vertex that no lighting explains, so something covers the face: in grain, in chroma
 * distance, and in brightness ratio. Ramps from the first value (certainly skin) to the second (certainly covered).
 */
const COVERED = {
  grain: [0.08, 0.16],
  colours: [24, 40],
  dark: [0.42, 0.3],
  bright: [1.7, 2.3],
} as const;

/** How far the head itself occludes each vertex, 0 to 1; 0 on the near side. `edgeWithin` is that of `findEdge`. */
export function hiddenShares(head: Head, edgeWithin: (height: number) => number): readonly number[] {
  return MIRROR_LANDMARKS.map((twin, point) => (twin === point ? 0 : hiddenShare(head, edgeWithin, point)));
}

/** Samples every far-side vertex whose `hidden` share is 0. */
export function readFarSide({ form, yaw }: Head, hidden: readonly number[], tones: readonly Tone[]): Reading[] {
  const far = Math.sign(yaw);
  const isSeen = (point: number) => hidden[point] === 0 && far * form[point * 3]! >= MIN_ACROSS;
  const bare = tones.map((own, point) =>
    isSeen(point) ? likenessOf(own, tones[MIRROR_LANDMARKS[point]!]!) : undefined,
  );
  const surelyBare = minOverNeighbours(bare);
  return tones.flatMap((own, point) => {
    if (!isSeen(point)) return [];
    const twin = tones[MIRROR_LANDMARKS[point]!]!;
    const gain = Math.max(GAIN.least, Math.min(GAIN.most, brightnessBeside(own, twin)));
    const light = { gain, u: own.u - twin.u, v: own.v - twin.v };
    return { point, light, bare: bare[point]!, surelyBare: surelyBare[point]! };
  });
}

export function tonesOf(head: Head, photo: Planes, scale: number): readonly Tone[] {
  return MIRROR_LANDMARKS.map((_, point) => toneAt(head, point, photo, scale));
}

/** Gaussian weight between two vertices, 0 to 1: how well the photo at one predicts the other. */
export function nearness(form: Float32Array, point: number, other: number): number {
  const across = form[point * 3]! - form[other * 3]!;
  const along = form[point * 3 + 1]! - form[other * 3 + 1]!;
  return Math.exp(-(across ** 2 + along ** 2) / NEAR ** 2);
}

export function isFarSide({ form, yaw }: Head, point: number): boolean {
  return Math.sign(yaw) * form[point * 3]! > 0;
}

function hiddenShare(head: Head, edgeWithin: (height: number) => number, point: number): number {
  const [x, y, z] = [head.form[point * 3]!, head.form[point * 3 + 1]!, head.form[point * 3 + 2]!];
  const across = Math.sign(head.yaw) * x;
  const silhouette = silhouetteAt(head, y);
  if (!silhouette || across <= 0) return 0;
  if (across > silhouette.across) return 1;
  const within = silhouette.reach - seenAcross(across, z, head.yaw) - edgeWithin(y);
  return 1 - smoothstep((within - HIDDEN) / (SEEN - HIDDEN));
}

function likenessOf(own: Tone, twin: Tone): number {
  const brightness = brightnessBeside(own, twin);
  const differs = [
    beyond(own.grain - twin.grain, COVERED.grain),
    beyond(coloursApart(own, twin), COVERED.colours),
    beyond(brightness, COVERED.dark),
    beyond(brightness, COVERED.bright),
  ];
  return 1 - Math.max(...differs);
}

function beyond(value: number, [from, to]: readonly [number, number]): number {
  return smoothstep((value - from) / (to - from));
}
