import type { Head } from '../face/head.ts';
import { silhouetteAt, seenAcross } from '../face/silhouette.ts';
import { MIRROR_LANDMARKS } from '../face/landmarks.ts';
import type { Planes } from '../picture/planes.ts';
import { smoothstep } from '../smoothstep.ts';
import { minOverNeighbours } from './recognise-skin.ts';
import { brightnessBeside, coloursApart, toneAt, type Tone } from '../face/tone.ts';

/** What the photo shows at a point of the far side of a turned face, beside the same place of the near one. */
export interface Reading {
  point: number;
  light: Light;
  /** How surely it is the face, and not hair or a hand before it or what is behind it: 0 to 1. */
  bare: number;
  /** The same where a point beside one that is covered counts as covered itself. */
  surelyBare: number;
}

/** What brings the near side's brightness and colours to those of the far one. */
export interface Light {
  /** Of what is brighter than black, which is 16. */
  gain: number;
  u: number;
  v: number;
}

/** A head turned less than this hides nothing that a turn could show. Degrees. */
export const HIDES_FROM = 14;
/** From the outline inwards, in face widths: so near it the photo shows a point too much from the side to be of use. */
const HIDDEN = 0.012;
const SEEN = 0.06;
/** Points nearer to the middle of the face tell nothing of its sides. */
const MIN_ACROSS = 0.05;
/** How far a place tells of another, in face widths. */
const NEAR = 0.16;
/** From this share of its surroundings on a place counts as bare. */
export const MAX_BARE = 0.7;
const GAIN = { least: 0.6, most: 1.6 };
/**
 * What differs so much from the same place of the near side is not in another light but something else: by how much more it
 * varies, how far its colours are apart, and how dark or bright it is in proportion. From the first to the second.
 */
const COVERED = {
  grain: [0.08, 0.16],
  colours: [24, 40],
  dark: [0.42, 0.3],
  bright: [1.7, 2.3],
} as const;

/** Of each point of the mesh, how much the head itself hides it, from 0 to 1: the near side's are all seen. */
export function hiddenShares(head: Head, edgeWithin: (height: number) => number): readonly number[] {
  return MIRROR_LANDMARKS.map((twin, point) => (twin === point ? 0 : hiddenShare(head, edgeWithin, point)));
}

/** Reads the far side wherever the photo shows it: at the points that nothing is `hidden` of. */
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

/** How near two points are to each other, from 0 to 1: how well the photo at one tells what it would show at the other. */
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
