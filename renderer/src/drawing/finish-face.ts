import type { Head } from '../face/head.ts';
import { LEFT_EYE_RIMS, MOUTH_RIMS, RIGHT_EYE_RIMS, type Eye } from '../face/landmarks.ts';
import type { Frame, Planes } from '../picture/planes.ts';
import { share } from '../share.ts';
import { toneAt, type Tone } from '../rig/tone.ts';

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
/** Breadth of the line where the lids meet, in face widths, and how much of it is of the lashes' own brightness. */
const LASH_BREADTH = 0.007;
const LASH_SHARE = 0.95;
/**
 * From lid to eye a photo in focus passes within so many pixels of the film, or this share of the face; where it takes more,
 * lashes are as blurred, by this much a pixel.
 */
const IN_FOCUS = { pixels: 3.5, share: 0.02 };
const BLURRED = 0.8;

/** Fills the mouth behind the teeth: the area between where its inside ends and where the jaw has taken the lower lip. */
export function darkenMouth(frame: Frame, places: Float32Array, held: Float32Array, cavity: CavityTone): void {
  const lower = MOUTH_RIMS.lower;
  const outline: number[] = [];
  lower.forEach((_, i) => outline.push(held[i * 2]!, held[i * 2 + 1]!));
  for (let i = lower.length - 1; i >= 0; i--) outline.push(places[lower[i]! * 2]!, places[lower[i]! * 2 + 1]!);
  fillOutline(frame.y, frame.width, frame.height, outline, cavity.y);
  const half = outline.map((value) => (value - 0.5) / 2);
  fillOutline(frame.u, frame.width / 2, frame.height / 2, half, cavity.u);
  fillOutline(frame.v, frame.width / 2, frame.height / 2, half, cavity.v);
}

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

interface Lash {
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

/** How far lids or lips are shut when a line begins to be seen where they meet, and when all of it is. */
const MEETING = { from: 0.5, to: 0.9 };

/** Draws a soft line of lashes along each upper lid, as far as it is shut. */
export function drawLashes(
  frame: Frame,
  places: Float32Array,
  width: number,
  lashes: Lashes,
  shut: { left: number; right: number },
): void {
  const eyes: [Eye, number, Lash][] = [
    [LEFT_EYE_RIMS, shut.left, lashes.left],
    [RIGHT_EYE_RIMS, shut.right, lashes.right],
  ];
  for (const [{ upper }, amount, { tone, softness }] of eyes) {
    const sharp = LASH_BREADTH * width;
    const blur = softness - Math.max(IN_FOCUS.pixels, IN_FOCUS.share * width);
    const breadth = Math.max(sharp, BLURRED * blur);
    const strength = LASH_SHARE * share(amount, MEETING.from, MEETING.to) * (sharp / breadth);
    if (strength > 0) darkenLine(frame, upper, places, breadth, tone, strength);
  }
}

/** Breadth of the shade between lips that have just shut, in face widths, and how much of it is as dark as a mouth's inside. */
const PARTING_BREADTH = 0.008;
const PARTING_SHARE = 0.6;

/** Draws the shade between the lips of a mouth that was open, as far as it is shut now. */
export function drawParting(frame: Frame, places: Float32Array, width: number, cavity: CavityTone, shut: number): void {
  const strength = PARTING_SHARE * share(shut, MEETING.from, MEETING.to);
  if (strength > 0) darkenLine(frame, MOUTH_RIMS.upper, places, PARTING_BREADTH * width, cavity.y, strength);
}

function darkenLine(
  { y: luma, width, height }: Frame,
  line: readonly number[],
  places: Float32Array,
  breadth: number,
  tone: number,
  strength: number,
): void {
  const xs = line.map((point) => places[point * 2]!);
  const ys = line.map((point) => places[point * 2 + 1]!);
  const reach = 2.5 * breadth;
  for (
    let y = Math.max(0, Math.floor(Math.min(...ys) - reach));
    y <= Math.min(height - 1, Math.max(...ys) + reach);
    y++
  ) {
    for (
      let x = Math.max(0, Math.floor(Math.min(...xs) - reach));
      x <= Math.min(width - 1, Math.max(...xs) + reach);
      x++
    ) {
      const apart = distanceToLine(x, y, xs, ys);
      if (apart > reach) continue;
      const share = strength * Math.exp(-((apart / breadth) ** 2));
      luma[y * width + x]! -= Math.max(0, luma[y * width + x]! - tone) * share;
    }
  }
}

function distanceToLine(x: number, y: number, xs: readonly number[], ys: readonly number[]): number {
  let nearest = Infinity;
  for (let i = 0; i + 1 < xs.length; i++) {
    const [ax, ay] = [xs[i]!, ys[i]!];
    const [dx, dy] = [xs[i + 1]! - ax, ys[i + 1]! - ay];
    const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    nearest = Math.min(nearest, Math.hypot(ax + along * dx - x, ay + along * dy - y));
  }
  return nearest;
}

/** How many lines of each row of pixels are looked at: a mouth opens by less than a pixel first. */
const LINES = 4;

/** Fills a closed outline row by row, and what it covers of a pixel only so far. */
function fillOutline(
  pixels: Uint8Array,
  width: number,
  height: number,
  outline: readonly number[],
  value: number,
): void {
  const xs = outline.filter((_, i) => i % 2 === 0);
  const ys = outline.filter((_, i) => i % 2 === 1);
  const left = Math.max(0, Math.floor(Math.min(...xs)));
  const right = Math.min(width - 1, Math.ceil(Math.max(...xs)));
  const covered = new Float32Array(Math.max(0, right - left + 1));
  const crossings = new Float64Array(outline.length / 2);
  for (let y = Math.max(0, Math.floor(Math.min(...ys))); y <= Math.min(height - 1, Math.ceil(Math.max(...ys))); y++) {
    covered.fill(0);
    for (let line = 0; line < LINES; line++) {
      const count = crossingsAt(outline, y + (line + 0.5) / LINES - 0.5, crossings);
      for (let i = 0; i + 1 < count; i += 2) {
        const from = crossings[i]!;
        const to = crossings[i + 1]!;
        for (let x = Math.max(left, Math.floor(from)); x <= Math.min(right, Math.ceil(to)); x++) {
          const share = Math.min(x + 0.5, to) - Math.max(x - 0.5, from);
          if (share > 0) covered[x - left]! += share / LINES;
        }
      }
    }
    covered.forEach((share, i) => {
      const at = y * width + left + i;
      if (share > 0) pixels[at]! += (value - pixels[at]!) * Math.min(1, share);
    });
  }
}

/** Where a line across meets an outline, from left to right. Returns how often. */
function crossingsAt(outline: readonly number[], y: number, into: Float64Array): number {
  let count = 0;
  let ax = outline[outline.length - 2]!;
  let ay = outline[outline.length - 1]!;
  for (let i = 0; i < outline.length; i += 2) {
    const bx = outline[i]!;
    const by = outline[i + 1]!;
    if (ay > y !== by > y) into[count++] = ax + ((bx - ax) * (y - ay)) / (by - ay);
    ax = bx;
    ay = by;
  }
  into.subarray(0, count).sort();
  return count;
}
