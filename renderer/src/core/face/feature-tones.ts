import type { Head } from './head.ts';
import { LEFT_EYE_RIMS, MOUTH_RIMS, RIGHT_EYE_RIMS, type Eye, LEFT_CHEEK, RIGHT_CHEEK } from './landmarks.ts';
import type { Planes } from '../picture/planes.ts';
import { toneAt, type Tone, BLACK, DARKEST, GREY, PATCH, toneAround } from './tone.ts';

/**
 * Luma bounds of the mouth's inside. Within them it is as dark as the darkest of eyes, nostrils and lips: in a faded or
 * overexposed print nothing is black.
 */
const CAVITY = { least: 38, most: 130 };
/** Chroma of the mouth's inside relative to the lips', so that a grey photo gets a grey mouth. */
const CAVITY_COLOUR = 0.45;
/** Landmarks along the middle of the lower lip. */
const LIP = [90, 180, 85, 16, 315, 404, 320];
/** Landmarks of the rims of eyes and mouth, and of the nostrils. */
const DARK_PLACES = [
  ...[LEFT_EYE_RIMS, RIGHT_EYE_RIMS, MOUTH_RIMS].flatMap(({ upper, lower }) => [...upper, ...lower]),
  98,
  97,
  2,
  326,
  327,
];
/** Luma of the lip's shadow between the lip's and the darkest, 0 to 1, and its chroma relative to the lips'. */
const SHADE = { luma: 0.6, colour: 0.85 };
type Colour = Omit<Tone, 'grain'>;

/** The inside of a wide open mouth, and the shadow in a narrow gap. */
export type CavityTone = Colour & { shade: Colour };

export function measureCavity(head: Head, photo: Planes, scale: number): CavityTone {
  const lips = LIP.map((point) => toneAt(head, point, photo, scale));
  const mean = (name: 'y' | 'u' | 'v') => lips.reduce((sum, tone) => sum + tone[name], 0) / lips.length;
  const colour = (name: 'u' | 'v', share: number) => GREY + share * (mean(name) - GREY);
  const darkest = secondDarkest(photo, scale, head.places, DARK_PLACES);
  const y = Math.max(CAVITY.least, Math.min(CAVITY.most, darkest));
  const shade = {
    y: y + SHADE.luma * Math.max(0, mean('y') - y),
    u: colour('u', SHADE.colour),
    v: colour('v', SHADE.colour),
  };
  return { y, u: colour('u', CAVITY_COLOUR), v: colour('v', CAVITY_COLOUR), shade };
}

export interface Lashes {
  left: Lash;
  right: Lash;
}

export interface Lash {
  /** Luma of the lashes, 16 to 235. */
  tone: number;
  /** Width of the transition from lid to eye in film pixels; large in a blurred photo. */
  softness: number;
}

/** Measures the lashes at the second darkest point along each upper lid: fair lashes stay fair, made-up ones black. */
export function measureLashes(photo: Planes, scale: number, places: Float32Array): Lashes {
  const measure = (eye: Eye): Lash => {
    const tone = secondDarkest(photo, scale, places, eye.upper);
    return { tone, softness: softnessOf(eye, photo, scale, places) };
  };
  return { left: measure(LEFT_EYE_RIMS), right: measure(RIGHT_EYE_RIMS) };
}

/** Edge width along a line from above the eye to its lower lid: the luma range divided by the steepest step. */
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

/** Luma of the second darkest point; the darkest may be a flaw in the photo. */
function secondDarkest(photo: Planes, scale: number, places: Float32Array, points: readonly number[]): number {
  const seen = points.map((point) => lumaAt(photo, scale, places, point));
  return seen.toSorted((a, b) => a - b)[1]!;
}

function lumaAt(photo: Planes, scale: number, places: Float32Array, point: number): number {
  return pixelAt(photo, places[point * 2]! * scale, places[point * 2 + 1]! * scale);
}

/** Luma of the nearest pixel, clamped to the picture. */
function pixelAt({ y: luma, width, height }: Planes, x: number, y: number): number {
  const column = Math.max(0, Math.min(width - 1, Math.round(x)));
  const row = Math.max(0, Math.min(height - 1, Math.round(y)));
  return luma[row * width + column]!;
}

/** Indices of the middle points of a lid's rim. */
const MIDDLE = [3, 4, 5];

/**
 * How visible the closing of each eye would be (left in the picture first): how much brighter the skin above is than
 * the eye, relative to the cheek. 0 for a lid as dark as its eye, under a cap or a strand of hair, and for an eye cut
 * off by the picture's border.
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

/** Centre between the lids, in pixels of the photo. */
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
