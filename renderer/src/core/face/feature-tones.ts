import type { Head } from './head.ts';
import { LEFT_EYE_RIMS, MOUTH_RIMS, RIGHT_EYE_RIMS, type Eye, LEFT_CHEEK, RIGHT_CHEEK } from './landmarks.ts';
import type { Planes } from '../picture/planes.ts';
import { toneAt, type Tone, BLACK, DARKEST, PATCH, toneAround } from './tone.ts';

/**
 * A mouth's inside is as dark as the darkest of eyes, nostrils and lips, within these bounds: in a faded print, or one that
 * was exposed for long, they are not black, even where hair is.
 */
const CAVITY = { least: 38, most: 130 };
/** Its colours are the lips' own, by this share: in a photo without colours it has none. */
const CAVITY_COLOUR = 0.45;
/** Along the middle of the lower lip. */
const LIP = [90, 180, 85, 16, 315, 404, 320];
/** Rims of eyes and mouth, and the nostrils. */
const DARK_PLACES = [
  ...[LEFT_EYE_RIMS, RIGHT_EYE_RIMS, MOUTH_RIMS].flatMap(({ upper, lower }) => [...upper, ...lower]),
  98,
  97,
  2,
  326,
  327,
];
/** Colours of a grey picture. */
const GREY = 128;
export type CavityTone = Omit<Tone, 'grain'>;

export function measureCavity(head: Head, photo: Planes, scale: number): CavityTone {
  const lips = LIP.map((point) => toneAt(head, point, photo, scale));
  const colour = (name: 'u' | 'v') =>
    GREY + (CAVITY_COLOUR * lips.reduce((sum, tone) => sum + tone[name] - GREY, 0)) / lips.length;
  const darkest = secondDarkest(photo, scale, head.places, DARK_PLACES);
  return { y: Math.max(CAVITY.least, Math.min(CAVITY.most, darkest)), u: colour('u'), v: colour('v') };
}

export interface Lashes {
  left: Lash;
  right: Lash;
}

export interface Lash {
  /** How bright they are. */
  tone: number;
  /** Over how many pixels of the film the photo passes from the lid to the eye: many where it is out of focus. */
  softness: number;
}

/**
 * As dark as the darkest that the photo shows along the lid, but for one point that may be a flaw: fair lashes stay fair,
 * painted ones black.
 */
export function measureLashes(photo: Planes, scale: number, places: Float32Array): Lashes {
  const measure = (eye: Eye): Lash => {
    const tone = secondDarkest(photo, scale, places, eye.upper);
    return { tone, softness: softnessOf(eye, photo, scale, places) };
  };
  return { left: measure(LEFT_EYE_RIMS), right: measure(RIGHT_EYE_RIMS) };
}

/** From the skin above the middle of the eye down to the lower lid: all the difference there is, by the steepest of it. */
function softnessOf({ above, lower }: Eye, photo: Planes, scale: number, places: Float32Array): number {
  const [from, to] = [above[0]![4]!, lower[4]!];
  const place = (point: number, k: 0 | 1) => places[point * 2 + k]! * scale;
  const [x, y] = [place(from, 0), place(from, 1)];
  const [across, down] = [place(to, 0) - x, place(to, 1) - y];
  const steps = Math.max(1, Math.ceil(Math.hypot(across, down)));
  const line = Array.from({ length: steps + 1 }, (_, i) =>
    pixelAt(photo, x + (across * i) / steps, y + (down * i) / steps),
  );
  const steepest = Math.max(1, ...line.slice(1).map((value, i) => Math.abs(value - line[i]!)));
  return (Math.max(...line) - Math.min(...line)) / steepest / scale;
}

/** As dark as the darkest of some points, but for one that may be a flaw of the photo. */
function secondDarkest(photo: Planes, scale: number, places: Float32Array, points: readonly number[]): number {
  const seen = points.map((point) => lumaAt(photo, scale, places, point));
  return seen.toSorted((a, b) => a - b)[1]!;
}

function lumaAt(photo: Planes, scale: number, places: Float32Array, point: number): number {
  return pixelAt(photo, places[point * 2]! * scale, places[point * 2 + 1]! * scale);
}

/** The brightness of the pixel nearest to a place of the photo, or to its edge. */
function pixelAt({ y: luma, width, height }: Planes, x: number, y: number): number {
  const column = Math.max(0, Math.min(width - 1, Math.round(x)));
  const row = Math.max(0, Math.min(height - 1, Math.round(y)));
  return luma[row * width + column]!;
}

/** The middle of a lid, among the points of its rim. */
const MIDDLE = [3, 4, 5];

/**
 * How much is seen of each eye when its lid comes down over it: how much brighter the skin above is than the eye, beside the
 * cheek below; the left of the picture first. Under a cap or a strand of hair, where the lid is as dark as the eye, it is 0, and
 * so is that of an eye that the picture's border cuts off.
 */
export function lidContrasts(head: Head, photo: Planes, scale: number): readonly [number, number] {
  const contrast = (eye: Eye, cheek: number) => {
    const gap = MIDDLE.map((i) => betweenLids(head, eye, i, scale));
    if (!gap.every((place) => liesWithin(photo, place))) return 0;
    const lid = mean(MIDDLE.map((i) => toneAt(head, eye.above[0]![i]!, photo, scale).y));
    const reach = 0.4 * PATCH * head.width * scale;
    const seen = mean(gap.map((place) => toneAround(photo, ...place, reach).y));
    const brightness = toneAt(head, cheek, photo, scale).y - BLACK;
    return Math.max(0, lid - seen) / Math.max(DARKEST, brightness);
  };
  return [contrast(LEFT_EYE_RIMS, LEFT_CHEEK), contrast(RIGHT_EYE_RIMS, RIGHT_CHEEK)];
}

/** In pixels of the photo. */
function betweenLids({ places }: Head, { upper, lower }: Eye, i: number, scale: number): [x: number, y: number] {
  const middle = (k: 0 | 1) => ((places[upper[i]! * 2 + k]! + places[lower[i]! * 2 + k]!) / 2) * scale;
  return [middle(0), middle(1)];
}

function liesWithin({ width, height }: Planes, [x, y]: readonly [number, number]): boolean {
  return x >= 0 && x < width && y >= 0 && y < height;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
