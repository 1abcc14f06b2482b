import { type Arm, distance, type Oval } from './find-arms.ts';
import { type ArmShape, CROP, cropAroundArm, measureShape, stillRadius, toCrop } from './arm-shape.ts';
import { boxMean } from '../layers/float-map.ts';
import { fitColours, MAX_SAMPLES } from './colour-model.ts';
import type { SubjectMask } from '../layers/subject-mask.ts';
import type { Size } from '../picture/framing.ts';
import { type Crop, fromCrop, type Pyramid, samplePyramid } from '../picture/sample-crop.ts';

/** An arm's matte in an upright square around it. */
export interface ArmMatte {
  crop: Crop;
  /** `CROP` × `CROP` shares of the arm, 0 to 1. */
  alpha: Float32Array;
  /** The square's pixels: RGB, 0 to 255. */
  pixels: Float32Array;
  shape: ArmShape;
  /** 1 where the square shows the photo, 0 beyond its border, where the outermost pixels are repeated. */
  seen: Uint8Array;
  /** 1 where a head is: nothing behind an arm looks like one. */
  isHead: Uint8Array;
  /** 1 where a person is, arms included; undefined if nobody looked. */
  isPerson?: Uint8Array;
  /** Where the matte is cut off across the arm: no outline is there. A circle in the square; within `still` nothing moves. */
  end: { x: number; y: number; radius: number; still: number };
}

/** Closer to the bones than this all is arm, beyond the other nothing is, in the shape's unit. */
const CORE = { hand: 0.4, forearm: 0.35 };
const OUTSIDE = { hand: 2.3, forearm: 1.8 };
/** Sweeps over the square, for a first guess and, with the colours of that guess, for the result. */
const SWEEPS = [10, 24] as const;
const RELAXATION = 1.7;
/** Around the elbow the upper arm continues the forearm, in palms, of a short forearm at most this share of its length. */
const END = { palms: 1.05, share: 0.5 };
const BEHIND = 0.7;

/**
 * Cuts a hand and its forearm out along their outline. A random walker (Grady, 2005, with priors): each pixel is arm or
 * not by its colour, learned from this photo, and by its distance from the bones; neighbours agree unless an edge is between them.
 */
export function segmentArm(picture: Pyramid, arm: Arm, heads: readonly Oval[]): ArmMatte {
  const crop = cropAroundArm(arm);
  const pixels = samplePyramid(picture, crop, CROP, Infinity);
  const colours = coloursOf(pixels);
  const half = (toCrop(crop, arm.wrist).y + toCrop(crop, arm.pivot).y) / 2;
  const shape = fitSleeve(measureShape(arm, crop), colours, half);
  const count = CROP * CROP;
  const seed = new Int8Array(count);
  let alpha: Float32Array = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const [hand, forearm] = [shape.hand[i]!, shape.forearm[i]!];
    seed[i] =
      hand < CORE.hand || forearm < CORE.forearm ? 1 : hand > OUTSIDE.hand && forearm > OUTSIDE.forearm ? -1 : 0;
    alpha[i] = seed[i] === 1 ? 1 : seed[i] === -1 ? 0 : 0.5;
  }
  const links = linksBetween(pixels);
  for (const [round, sweeps] of SWEEPS.entries()) {
    const likely = likelihood(colours, shape, alpha, round === 0);
    if (shape.isBare) freeStrangers(seed, likely, shape);
    alpha = walk(seed, likely, links, alpha, sweeps);
  }
  const palm = (arm.palm * CROP) / crop.side;
  const length = (distance(arm.pivot, arm.wrist) * CROP) / crop.side;
  const radius = Math.min(END.palms * palm, END.share * length);
  const end = { ...toCrop(crop, arm.pivot), radius, still: stillRadius(palm, length) };
  const whole = { width: CROP, height: CROP, data: keepConnected(alpha, seed) };
  // Behind the elbow the walk follows the upper arm, which stays.
  whole.data.forEach((share, i) => {
    const [right, down] = [(i % CROP) - end.x, Math.floor(i / CROP) - end.y];
    if (down > 0)
      whole.data[i] = share * Math.max(0, Math.min(1, (BEHIND * palm - Math.hypot(right, down)) / (0.15 * palm)));
  });
  // Averaged over neighbours: the outline would be as jagged as the pixels of a coarse photo.
  return {
    crop,
    alpha: boxMean(whole, 1).data,
    pixels,
    shape,
    seen: seenBy(crop, picture[0]!),
    isHead: headsIn(crop, heads),
    end,
  };
}

function seenBy(crop: Crop, { width, height }: Size): Uint8Array {
  return markPlaces(crop, (x, y) => x >= 0 && y >= 0 && x < width && y < height);
}

/** Where people are in the square of a matte; `size` is that of the picture in which the arm was found. */
export function peopleIn(crop: Crop, { width, height, alpha }: SubjectMask, size: Size): Uint8Array {
  const place = (at: number, length: number, cells: number) =>
    Math.max(0, Math.min(cells - 1, Math.floor((at / length) * cells)));
  return markPlaces(crop, (x, y) => alpha[place(y, size.height, height) * width + place(x, size.width, width)]! > 127);
}

/** A mask of the square: 1 for pixels whose position in the picture satisfies `isOfKind`. */
function markPlaces(crop: Crop, isOfKind: (x: number, y: number) => boolean): Uint8Array {
  const marks = new Uint8Array(CROP * CROP);
  const origin = fromCrop(crop, 0.5 / CROP, 0.5 / CROP);
  const [right, down] = [Math.cos(crop.angle), Math.sin(crop.angle)].map((share) => (share * crop.side) / CROP) as [
    number,
    number,
  ];
  for (let row = 0, i = 0; row < CROP; row++) {
    for (let column = 0; column < CROP; column++, i++) {
      const x = origin.x + column * right - row * down;
      const y = origin.y + column * down + row * right;
      if (isOfKind(x, y)) marks[i] = 1;
    }
  }
  return marks;
}

/** A head with its hair is so much larger than the oval of its face. */
const HEAD = 1.5;

function headsIn(crop: Crop, heads: readonly Oval[]): Uint8Array {
  return markPlaces(crop, (px, py) =>
    heads.some(({ x, y, across, down }) => ((px - x) / across) ** 2 + ((py - y) / down) ** 2 < HEAD ** 2),
  );
}

/** A bare forearm is as much thinner than one in a sleeve, and has the hand's colour: its mean differs by less than this. */
const BARE = 0.8;
const SAME_SKIN = 30;

interface FittedShape extends ArmShape {
  /** Whether the forearm is without a sleeve, at least near the wrist. */
  isBare: boolean;
  /** The row in the square's middle between wrist and elbow. */
  half: number;
}

/** Takes a forearm without a sleeve as thinner. The elbow may be elsewhere than the body's model says: the half at the wrist tells. */
function fitSleeve(shape: ArmShape, colours: Float32Array, half: number): FittedShape {
  const means = (['hand', 'forearm'] as const).map((part) => {
    const sum = [0, 0, 0];
    let n = 0;
    for (let i = 0; i < shape.hand.length && i < half * CROP; i++) {
      if (surePart(shape.hand[i]!, shape.forearm[i]!) !== part) continue;
      n++;
      for (const channel of [0, 1, 2]) sum[channel]! += colours[i * 3 + channel]!;
    }
    return sum.map((value) => value / Math.max(1, n));
  });
  const isBare = Math.hypot(...means[0]!.map((value, channel) => value - means[1]![channel]!)) < SAME_SKIN;
  return { ...shape, isBare, half, forearm: isBare ? shape.forearm.map((share) => share / BARE) : shape.forearm };
}

/** Log-odds of a pixel by the distance from the bones. */
function shapeOdds(hand: number, forearm: number): number {
  return Math.max(LEAST, Math.min(4, Math.max((1.2 - hand) * 6, (1.3 - forearm) * 5)));
}

const LEAST = -6;
/** How much more the shape of the forearm counts where its sleeve has the colour of what is behind: else a broad rim would be half arm. */
const FIRMER = 2;

/** Probability that each pixel is arm, by colour and shape. `colours` has three values per pixel. */
function likelihood(
  colours: Float32Array,
  { hand, forearm, isBare, half }: FittedShape,
  alpha: Float32Array,
  isFirst: boolean,
): Float32Array {
  const isUnsure = (i: number, part: Part | undefined) => part === 'forearm' && isBare && i > half * CROP;
  const partAt = (i: number) => {
    if (!isFirst) return foundPart(hand[i]!, forearm[i]!, alpha[i]!);
    const part = surePart(hand[i]!, forearm[i]!);
    return isUnsure(i, part) ? undefined : part;
  };
  const counts: Record<Part, number> = { hand: 0, forearm: 0, behind: 0 };
  for (let i = 0; i < alpha.length; i++) {
    const part = partAt(i);
    if (part) counts[part]++;
  }
  const samples: Record<Part, number[]> = { hand: [], forearm: [], behind: [] };
  const seen: Record<Part, number> = { hand: 0, forearm: 0, behind: 0 };
  for (let i = 0; i < alpha.length; i++) {
    const part = partAt(i);
    if (part && seen[part]++ % Math.ceil(counts[part] / MAX_SAMPLES) === 0)
      samples[part].push(colours[i * 3]!, colours[i * 3 + 1]!, colours[i * 3 + 2]!);
  }
  const ofHand = fitColours(samples.hand, 3);
  const ofForearm = fitColours(samples.forearm, 3) ?? ofHand;
  const behind = fitColours(samples.behind, 6);
  const result = new Float32Array(alpha.length);
  for (let i = 0; i < result.length; i++) {
    const nearHand = hand[i]!;
    const nearForearm = forearm[i]!;
    const byShape = shapeOdds(nearHand, nearForearm);
    if (byShape === LEAST) continue;
    const a = colours[i * 3]!;
    const b = colours[i * 3 + 1]!;
    const c = colours[i * 3 + 2]!;
    const own = Math.max(
      NEVER,
      nearHand < 3 && ofHand ? ofHand.logDensity(a, b, c) : NEVER,
      nearForearm < Math.min(3, SLEEVE * nearHand) && ofForearm ? ofForearm.logDensity(a, b, c) : NEVER,
    );
    const other = Math.max(NEVER, behind ? behind.logDensity(a, b, c) : NEVER);
    const byColour = Math.max(-4, Math.min(4, 0.6 * (own - other)));
    const firmness = nearForearm < nearHand ? 1 + FIRMER * (1 - Math.abs(byColour) / 4) : 1;
    result[i] = 1 / (1 + Math.exp(-byColour - byShape * firmness));
  }
  return result;
}

/** Less likely than this is a pixel on the bones whose colour is not the arm's, but that of what is behind. */
const STRANGE = 0.55;

/** The bones of a bare forearm may lie beside it: what there has the colour of what is behind need not be arm. */
function freeStrangers(seed: Int8Array, likely: Float32Array, { hand }: ArmShape): void {
  for (let i = 0; i < seed.length; i++) if (seed[i] === 1 && hand[i]! >= CORE.hand && likely[i]! < STRANGE) seed[i] = 0;
}

/**
 * A pixel that is this many times further from the forearm than from the hand is not compared with the sleeve's colours. Otherwise a coat of the
 * same colour would become the hand's rim.
 */
const SLEEVE = 1.5;

type Part = 'hand' | 'forearm' | 'behind';

/** Logarithm of a density that no colour reaches. */
const NEVER = -18;

function surePart(hand: number, forearm: number): Part | undefined {
  if (hand < forearm ? hand < 0.7 : forearm < 0.5) return hand < forearm ? 'hand' : 'forearm';
  return hand > 2 && forearm > 1.8 ? 'behind' : undefined;
}

function foundPart(hand: number, forearm: number, share: number): Part | undefined {
  if (share > 0.9) return hand < forearm ? 'hand' : 'forearm';
  return share < 0.1 && Math.min(hand, forearm) < 5 ? 'behind' : undefined;
}

/** Brightness and two differences of colour, which tell skin apart better than brightness does. */
function coloursOf(pixels: Float32Array): Float32Array {
  const colours = new Float32Array(pixels.length);
  for (let i = 0; i < pixels.length; i += 3) {
    const r = pixels[i]!;
    const g = pixels[i + 1]!;
    const b = pixels[i + 2]!;
    const y = 0.3 * r + 0.59 * g + 0.11 * b;
    colours[i] = 0.7 * y;
    colours[i + 1] = 1.2 * (r - y);
    colours[i + 2] = 1.2 * (b - y);
  }
  return colours;
}

interface Links {
  right: Float32Array;
  below: Float32Array;
}

/** How much each pixel agrees with its right and its lower neighbour. */
function linksBetween(pixels: Float32Array): Links {
  const difference = (i: number, j: number) =>
    (pixels[i * 3]! - pixels[j * 3]!) ** 2 +
    (pixels[i * 3 + 1]! - pixels[j * 3 + 1]!) ** 2 +
    (pixels[i * 3 + 2]! - pixels[j * 3 + 2]!) ** 2;
  const count = CROP * CROP;
  let sum = 0;
  for (let i = 0; i + CROP < count; i++) sum += difference(i, i + CROP);
  const sharpness = 1 / Math.max(20, (2 * sum) / count);
  const link = (i: number, j: number) => Math.exp(-sharpness * difference(i, j)) + 1e-3;
  const [right, below] = [new Float32Array(count), new Float32Array(count)];
  for (let i = 0; i < count; i++) {
    if (i % CROP < CROP - 1) right[i] = link(i, i + 1);
    if (i + CROP < count) below[i] = link(i, i + CROP);
  }
  return { right, below };
}

/** Weight of a pixel's own likelihood against that of a neighbour of the same colour. */
const OWN = 0.12;

/** Solves for the shares by successive over-relaxation. */
function walk(
  seed: Int8Array,
  likely: Float32Array,
  { right, below }: Links,
  start: Float32Array,
  sweeps: number,
): Float32Array {
  const alpha = start.slice();
  const unknown = new Int32Array(CROP * (CROP - 2));
  let count = 0;
  for (let i = CROP; i < CROP * (CROP - 1); i++) if (seed[i] === 0) unknown[count++] = i;
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (let k = 0; k < count; k++) {
      const i = unknown[k]!;
      const own = OWN * (0.15 + Math.abs(2 * likely[i]! - 1));
      const east = right[i]!;
      const west = right[i - 1]!;
      const south = below[i]!;
      const north = below[i - CROP]!;
      const sum =
        own * likely[i]! +
        east * alpha[i + 1]! +
        west * alpha[i - 1]! +
        south * alpha[i + CROP]! +
        north * alpha[i - CROP]!;
      alpha[i]! += RELAXATION * (sum / (own + east + west + south + north) - alpha[i]!);
    }
  }
  return alpha.map((share) => Math.max(0, Math.min(1, share)));
}

/** Drops what is not connected with the arm's core. */
function keepConnected(alpha: Float32Array, seed: Int8Array): Float32Array {
  const kept = new Uint8Array(alpha.length);
  const queue: number[] = [];
  const visit = (i: number) => {
    if (kept[i] || alpha[i]! < 0.5) return;
    kept[i] = 1;
    queue.push(i);
  };
  seed.forEach((value, i) => value === 1 && visit(i));
  while (queue.length > 0) {
    const i = queue.pop()!;
    if (i % CROP > 0) visit(i - 1);
    if (i % CROP < CROP - 1) visit(i + 1);
    if (i >= CROP) visit(i - CROP);
    if (i + CROP < alpha.length) visit(i + CROP);
  }
  return alpha.map((share, i) => {
    if (kept[i]) return share;
    const isRim = [i - 1, i + 1, i - CROP, i + CROP].some((next) => kept[next]);
    return isRim ? share : 0;
  });
}
