import { LEFT_EYE_RIMS, MOUTH_RIMS, RIGHT_EYE_RIMS, type Eye } from '../face/landmarks.ts';
import type { Frame } from '../picture/planes.ts';
import { linearStep } from '../smoothstep.ts';
import type { CavityTone, Lashes, Lash } from '../face/feature-tones.ts';

/** Width of the lash line in face widths, and its opacity. */
const LASH_BREADTH = 0.007;
const LASH_SHARE = 0.95;
/**
 * Softness of lids in a focused photo, in film pixels or as a share of the face width (the larger counts). Beyond it
 * the lash line gets wider by `BLURRED` per pixel.
 */
const IN_FOCUS = { pixels: 3.5, share: 0.02 };
const BLURRED = 0.8;

/** Fills the dark inside of the mouth: the area between `held`, where its visible inside ends, and the lower lip. */
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

/** Closure of lids or lips at which the line between them begins to show, and at which it is fully opaque. */
const MEETING = { from: 0.5, to: 0.9 };

/** Draws a soft lash line along each upper lid, with opacity by closure. */
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
    const strength = LASH_SHARE * linearStep(amount, MEETING.from, MEETING.to) * (sharp / breadth);
    if (strength > 0) darkenLine(frame, upper, places, breadth, tone, strength);
  }
}

/** Width of the shadow between lips that have just closed, in face widths, and its opacity. */
const PARTING_BREADTH = 0.008;
const PARTING_SHARE = 0.6;

/** Draws the shadow between the lips of a mouth that was open, with opacity by closure. */
export function drawParting(frame: Frame, places: Float32Array, width: number, cavity: CavityTone, shut: number): void {
  const strength = PARTING_SHARE * linearStep(shut, MEETING.from, MEETING.to);
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

/** Scanlines per row of pixels, for antialiasing: a mouth opens by less than a pixel at first. */
const LINES = 4;

/** Fills a closed polygon with antialiasing: the value is blended by each pixel's coverage. */
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

/** Writes the x positions at which the line `y` crosses a polygon, sorted; returns their number. */
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
