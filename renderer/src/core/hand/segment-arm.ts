import type { Arm } from './find-arms.ts';
import { type ArmShape, CROP, cropAroundArm, measureShape } from './arm-shape.ts';
import { fitColours, type ColourModel } from './colour-model.ts';
import { type Crop, type Rgb, sampleCrop } from '../picture/sample-crop.ts';

/** An arm's matte in an upright square around it. */
export interface ArmMatte {
  crop: Crop;
  /** `CROP` × `CROP` shares of the arm, 0 to 1. */
  alpha: Float32Array;
  /** The square's pixels: RGB, 0 to 255. */
  pixels: Float32Array;
  shape: ArmShape;
}

/** Closer to the bones than this all is arm, beyond the other nothing is, in the shape's unit. */
const CORE = { hand: 0.4, forearm: 0.35 };
const OUTSIDE = { hand: 2.3, forearm: 2 };
const ROUNDS = 2;
const SWEEPS = 36;
const RELAXATION = 1.7;

/**
 * Cuts a hand and its forearm out along their outline. A random walker (Grady, 2005, with priors): each pixel is arm or
 * not by its colour, learned from this photo, and by its distance from the bones; neighbours agree unless an edge is between them.
 */
export function segmentArm(picture: Rgb, arm: Arm): ArmMatte {
  const crop = cropAroundArm(arm);
  const pixels = sampleCrop(picture, crop, CROP, Infinity);
  const shape = measureShape(arm, crop);
  const count = CROP * CROP;
  const seed = new Int8Array(count);
  let alpha: Float32Array = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const [hand, forearm] = [shape.hand[i]!, shape.forearm[i]!];
    seed[i] = hand < CORE.hand || forearm < CORE.forearm ? 1 : hand > OUTSIDE.hand && forearm > OUTSIDE.forearm ? -1 : 0;
    alpha[i] = seed[i] === 1 ? 1 : seed[i] === -1 ? 0 : 0.5;
  }
  const links = linksBetween(pixels);
  for (let round = 0; round < ROUNDS; round++) {
    const likely = likelihood(pixels, shape, alpha, round === 0);
    alpha = walk(seed, likely, links, alpha);
  }
  return { crop, alpha: keepConnected(alpha, seed), pixels, shape };
}

/** Log-odds of a pixel by the distance from the bones. */
function shapeOdds(hand: number, forearm: number): number {
  return Math.max(-5, Math.min(4, Math.max((1.2 - hand) * 6, (1.3 - forearm) * 4)));
}

/** Probability that each pixel is arm, by colour and shape. */
function likelihood(pixels: Float32Array, { hand, forearm }: ArmShape, alpha: Float32Array, isFirst: boolean): Float32Array {
  const samples: Record<'hand' | 'forearm' | 'behind', number[]> = { hand: [], forearm: [], behind: [] };
  for (let i = 0; i < alpha.length; i++) {
    const [ofHand, ofForearm] = [hand[i]!, forearm[i]!];
    const isHand = ofHand < ofForearm;
    const near = Math.min(ofHand, ofForearm);
    const into = isFirst
      ? near < (isHand ? 0.7 : 0.5) ? (isHand ? 'hand' : 'forearm') : ofHand > 2 && ofForearm > 1.8 ? 'behind' : undefined
      : alpha[i]! > 0.9 ? (isHand ? 'hand' : 'forearm') : alpha[i]! < 0.1 && near < 5 ? 'behind' : undefined;
    if (into) samples[into].push(...luminance(pixels, i));
  }
  const models = {
    hand: fitColours(samples.hand, 3),
    forearm: fitColours(samples.forearm, 3) ?? fitColours(samples.hand, 3),
    behind: fitColours(samples.behind, 6),
  };
  const odds = (model: ColourModel | undefined, [a, b, c]: [number, number, number]) => Math.max(-18, model?.logDensity(a, b, c) ?? -18);
  return alpha.map((_, i) => {
    const colour = luminance(pixels, i);
    const own = Math.max(
      hand[i]! < 3 ? odds(models.hand, colour) : -18,
      forearm[i]! < 3 ? odds(models.forearm, colour) : -18,
    );
    const byColour = Math.max(-4, Math.min(4, 0.6 * (own - odds(models.behind, colour))));
    return 1 / (1 + Math.exp(-byColour - shapeOdds(hand[i]!, forearm[i]!)));
  });
}

/** Brightness and two differences of colour, which tell skin apart better than brightness does. */
function luminance(pixels: Float32Array, i: number): [number, number, number] {
  const [r, g, b] = [pixels[i * 3]!, pixels[i * 3 + 1]!, pixels[i * 3 + 2]!];
  const y = 0.3 * r + 0.59 * g + 0.11 * b;
  return [0.7 * y, 1.2 * (r - y), 1.2 * (b - y)];
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
function walk(seed: Int8Array, likely: Float32Array, { right, below }: Links, start: Float32Array): Float32Array {
  const alpha = start.slice();
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (let i = CROP; i < alpha.length - CROP; i++) {
      if (seed[i] !== 0) continue;
      const own = OWN * (0.15 + Math.abs(2 * likely[i]! - 1));
      const [east, west, south, north] = [right[i]!, right[i - 1]!, below[i]!, below[i - CROP]!];
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
