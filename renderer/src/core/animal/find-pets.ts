import type { Model } from '../model.ts';
import type { Box } from '../picture/framing.ts';
import { buildPyramid, fromCrop, samplePyramid, type Crop, type Rgb } from '../picture/sample-crop.ts';

/** The bounding box of somebody or something, in pixels of the photo. */
export interface Detection extends Box {
  /** 0 to 1. */
  score: number;
}

/** A cat or dog. */
export type Pet = Detection;

/** Who is in a photo, the largest score first. One found as cat and dog is listed once, and may be listed as a person too. */
export interface PetsAndPeople {
  pets: Pet[];
  people: Detection[];
  /** Other animals, and stuffed ones; nobody by default. */
  others?: Detection[];
}

/** Finds who is in a photo, or in a square of it. */
export type LookForPets = (area?: Crop) => Promise<PetsAndPeople>;

const SIDE = 416;
/** Pixels per cell of the model's grids, each with its outputs: classes, and distances to the box's sides. */
const GRIDS = [
  { stride: 8, classes: 'Identity', distances: 'Identity_3' },
  { stride: 16, classes: 'Identity_1', distances: 'Identity_4' },
  { stride: 32, classes: 'Identity_2', distances: 'Identity_5' },
];
/** Number of classes (COCO's), and those among them that are searched for. */
const CLASSES = 80;
const PERSON = 0;
const CAT = 15;
const DOG = 16;
/** A bird, a horse and so on to a giraffe, and a stuffed animal. */
const OTHERS = [14, 17, 18, 19, 20, 21, 22, 23, 77];
/** A distance is a distribution over this many whole strides, from 0. */
const BINS = 11;
/** Blue, green and red, in the order in which the model was trained. */
const CHANNELS = [
  { from: 2, mean: 103.53, deviation: 57.375 },
  { from: 1, mean: 116.28, deviation: 57.12 },
  { from: 0, mean: 123.675, deviation: 58.395 },
];

/** Least score of what is looked at further. */
const LEAST_SCORE = 0.15;
/** From these scores on an animal or a person counts as seen where no face is found. Of things and landscapes nearly all have less. */
const SEEN_ANIMAL = 0.3;
const SEEN_PERSON = 0.4;

/** Finds cats, dogs and people by NanoDet, in the whole photo or in a square of it. */
export async function findPetsAndPeople(photo: Rgb, model: Model, area?: Crop): Promise<PetsAndPeople> {
  const { width, height } = photo;
  const whole = area ?? { x: width / 2, y: height / 2, side: Math.max(width, height), angle: 0 };
  const rgb = samplePyramid(buildPyramid(photo), whole, SIDE);
  const pixels = new Float32Array(rgb.length);
  CHANNELS.forEach(({ from, mean, deviation }, channel) => {
    for (let i = 0; i < SIDE * SIDE; i++) pixels[channel * SIDE * SIDE + i] = (rgb[i * 3 + from]! - mean) / deviation;
  });
  const outputs = await model.run(pixels, SIDE, [
    ...GRIDS.map(({ classes }) => classes),
    ...GRIDS.map(({ distances }) => distances),
  ]);
  const find = (...sought: number[]) => {
    const seen = GRIDS.flatMap(({ stride }, i) => readGrid(outputs[i]!, outputs[i + GRIDS.length]!, stride, sought));
    return keepBest(seen).map((box) => inPhoto(box, whole, photo));
  };
  return { pets: find(CAT, DOG), people: find(PERSON), others: find(...OTHERS) };
}

/** Whether an animal or a person is seen, so that whoever stands out breathes. */
export function seesSomebody({ pets, people, others = [] }: PetsAndPeople): boolean {
  const isSeen = (seen: readonly Detection[], least: number) => seen.some(({ score }) => score >= least);
  return isSeen(people, SEEN_PERSON) || isSeen([...pets, ...others], SEEN_ANIMAL);
}

/** Whether a point of the photo is in the box. */
export function isWithin({ left, top, right, bottom }: Box, x: number, y: number): boolean {
  return x > left && x < right && y > top && y < bottom;
}

/** The best score of what was seen at a point of the photo; 0 for nothing. */
export function bestScoreAt(seen: readonly Detection[], x: number, y: number): number {
  return Math.max(0, ...seen.filter((box) => isWithin(box, x, y)).map(({ score }) => score));
}

/** A square with the pet's box in its middle. */
export function squareAround({ left, top, right, bottom }: Pet): Crop {
  const side = 1.1 * Math.max(right - left, bottom - top);
  return { x: (left + right) / 2, y: (top + bottom) / 2, side, angle: 0 };
}

/** The boxes of the classes `sought`. */
function readGrid(
  classes: Float32Array,
  distances: Float32Array,
  stride: number,
  sought: readonly number[],
): Detection[] {
  const columns = SIDE / stride;
  const found: Detection[] = [];
  for (let cell = 0; cell < columns * columns; cell++) {
    const score = Math.max(...sought.map((kind) => classes[cell * CLASSES + kind]!));
    if (score < LEAST_SCORE) continue;
    const far = (side: number) => stride * expected(distances, (cell * 4 + side) * BINS);
    const x = ((cell % columns) + 0.5) * stride;
    const y = (Math.floor(cell / columns) + 0.5) * stride;
    found.push({ left: x - far(0), top: y - far(1), right: x + far(2), bottom: y + far(3), score });
  }
  return found;
}

/** Expected value of a distribution given by its logits. */
function expected(logits: Float32Array, at: number): number {
  let total = 0;
  let sum = 0;
  for (let bin = 0; bin < BINS; bin++) {
    const weight = Math.exp(logits[at + bin]!);
    total += weight;
    sum += weight * bin;
  }
  return sum / total;
}

/** Share of the area of both boxes that overlaps, above which they are of one being. */
const SAME = 0.5;

function keepBest(seen: readonly Detection[]): Detection[] {
  const kept: Detection[] = [];
  for (const box of seen.toSorted((a, b) => b.score - a.score)) {
    if (!kept.some((other) => overlap(other, box) > SAME)) kept.push(box);
  }
  return kept;
}

function overlap(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  const shared = Math.max(0, width) * Math.max(0, height);
  return shared / (area(a) + area(b) - shared);
}

function area({ left, top, right, bottom }: Box): number {
  return (right - left) * (bottom - top);
}

function inPhoto({ left, top, right, bottom, score }: Detection, whole: Crop, { width, height }: Rgb): Detection {
  const start = fromCrop(whole, left / SIDE, top / SIDE);
  const end = fromCrop(whole, right / SIDE, bottom / SIDE);
  return {
    left: Math.max(0, start.x),
    top: Math.max(0, start.y),
    right: Math.min(width, end.x),
    bottom: Math.min(height, end.y),
    score,
  };
}
