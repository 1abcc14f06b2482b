import { LEFT_EYE_RIMS, MOUTH_RIMS, RIGHT_EYE_RIMS, type Eye } from '../face/landmarks.ts';
import type { Frame } from '../picture/planes.ts';
import { linearStep, smoothstep } from '../smoothstep.ts';
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

/**
 * The dark inside of the mouth begins softly below the teeth: over this share of the gap, or of the face's width, but at
 * least over some pixels. A narrow gap is hardly darker than the lip's own shadow; it is black from `black` face widths on.
 */
const SOFT = { gap: 0.65, share: 0.03, pixels: 2 };
const GAP = { shade: 0.03, black: 0.14 };
/** How far above the gap the tone is taken with which it begins, in pixels. */
const ABOVE = 1.5;

/**
 * Fills the dark inside of the mouth: the area between `held`, where its visible inside ends, and the lower lip. `width`
 * is the face's, in film pixels.
 */
export function darkenMouth(
  frame: Frame,
  places: Float32Array,
  held: Float32Array,
  width: number,
  cavity: CavityTone,
): void {
  const lower = MOUTH_RIMS.lower;
  const upperEnd = lower.flatMap((_, i) => [held[i * 2]!, held[i * 2 + 1]!]);
  const lip = lower.flatMap((point) => [places[point * 2]!, places[point * 2 + 1]!]);
  for (const { pixels, step, tone, shade } of [
    { pixels: frame.y, step: 1, tone: cavity.y, shade: cavity.shade.y },
    { pixels: frame.u, step: 2, tone: cavity.u, shade: cavity.shade.u },
    { pixels: frame.v, step: 2, tone: cavity.v, shade: cavity.shade.v },
  ]) {
    const place = (value: number) => (step === 1 ? value : (value - 0.5) / 2);
    const gap = { held: upperEnd.map(place), lip: lip.map(place), width: width / step, tone, shade };
    fillGap(pixels, frame.width / step, frame.height / step, gap);
  }
}

interface Gap {
  held: readonly number[];
  lip: readonly number[];
  width: number;
  tone: number;
  shade: number;
}

function fillGap(
  pixels: Uint8Array,
  width: number,
  height: number,
  { held, lip, width: face, tone, shade }: Gap,
): void {
  const outline = [...held];
  for (let i = lip.length - 2; i >= 0; i -= 2) outline.push(lip[i]!, lip[i + 1]!);
  const above = { x: 0, y: 0, apart: 0 };
  const below = { x: 0, y: 0, apart: 0 };
  fillOutline(pixels, width, height, outline, (x, y) => {
    nearestOn(held, x, y, above);
    nearestOn(lip, x, y, below);
    const gap = above.apart + below.apart;
    const deep = linearStep(gap, GAP.shade * face, GAP.black * face);
    const inside = shade + (tone - shade) * deep;
    const soft = Math.max(SOFT.pixels, Math.min(SOFT.gap * gap, SOFT.share * face));
    const share = smoothstep(above.apart / soft);
    if (share >= 1) return inside;
    const away = ABOVE / (gap || 1);
    const fromX = Math.round(above.x + (above.x - below.x) * away);
    const fromY = Math.round(above.y + (above.y - below.y) * away);
    const isInside = fromX >= 0 && fromX < width && fromY >= 0 && fromY < height;
    const begin = isInside ? pixels[fromY * width + fromX]! : inside;
    return begin + (inside - begin) * share;
  });
}

/** Finds the nearest point of a line and its distance. */
function nearestOn(line: readonly number[], x: number, y: number, into: { x: number; y: number; apart: number }): void {
  into.apart = Infinity;
  for (let i = 0; i + 3 < line.length; i += 2) {
    const [ax, ay] = [line[i]!, line[i + 1]!];
    const [dx, dy] = [line[i + 2]! - ax, line[i + 3]! - ay];
    const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    const apart = Math.hypot(ax + along * dx - x, ay + along * dy - y);
    if (apart >= into.apart) continue;
    into.apart = apart;
    into.x = ax + along * dx;
    into.y = ay + along * dy;
  }
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

/** Fills a closed polygon with antialiasing: each pixel's value is blended by its coverage. */
function fillOutline(
  pixels: Uint8Array,
  width: number,
  height: number,
  outline: readonly number[],
  valueAt: (x: number, y: number) => number,
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
      if (share > 0) pixels[at]! += (valueAt(left + i, y) - pixels[at]!) * Math.min(1, share);
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
