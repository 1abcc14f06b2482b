import { CROP, toCrop } from './arm-shape.ts';
import type { ArmMatte } from './segment-arm.ts';
import { inpaint } from '../layers/inpaint.ts';
import { synthesise } from '../layers/synthesise.ts';
import { boxMax, boxMean, createMap, mapValues, type FloatMap } from '../layers/float-map.ts';
import type { Planes } from '../picture/planes.ts';
import { fromCrop } from '../picture/sample-crop.ts';
import { smoothstep } from '../smoothstep.ts';

/**
 * An arm as an additive matte over what is behind it, as in `SubjectLayer`, in a part of the picture. Sides and place are even. Where the
 * picture cuts the arm the layer goes on beyond its border, with the outermost pixels: a little of that comes into sight as the arm turns.
 */
export interface ArmLayer {
  left: number;
  top: number;
  width: number;
  height: number;
  /** Pairs [residual, transmission] per pixel. */
  y: Int16Array;
  u: Int16Array;
  v: Int16Array;
}

/** Pixels of the square by which an arm is widened where it is filled: its outline and shadow leave no ghost. */
const MARGIN = 8;
/** Beside a head less, which would lose its rim. */
const MARGIN_AT_HEADS = 2;

/** What is behind arms: filled under their mattes alone, and close around them too, where their shadows and outlines are. */
export interface BehindArms {
  close: Planes;
  wide: Planes;
}

/** Cuts arms out of a picture. `behind` starts as two copies of it, which are filled where the arms were. */
export function cutOutArms(photo: Planes, behind: BehindArms, mattes: readonly ArmMatte[]): ArmLayer[] {
  return mattes.map((matte) => {
    const arm = square((i) => (matte.alpha[i]! > 0.05 ? 1 : 0));
    const [wide, tight] = [boxMax(arm, MARGIN), boxMax(arm, MARGIN_AT_HEADS)];
    const { x, y, radius, still } = matte.end;
    const soft = boxMean(
      square((i) => (matte.isHead[i] ? tight : wide).data[i]!),
      2,
    );
    const zone = square((i) => {
      const [right, down] = [(i % CROP) - x, Math.floor(i / CROP) - y];
      const far = Math.hypot(right, down);
      // The elbow stays in the photo: cut out and drawn in its place, a soft outline would get a bright rim.
      if (down > 0 || far < still / 2 || (far < radius && tight.data[i] === 0)) return 0;
      return smoothstep(soft.data[i]!) * smoothstep((2 * far) / still - 1);
    });
    const known = mapValues(zone, (share) => (share > 0 ? 0 : 1));
    // Beyond the photo's border pixels are repeated: they are no pattern to go on with.
    const usable = square((i) => (matte.seen[i] && !matte.isHead[i] ? 1 : 0));
    const picture = channels(matte.pixels);
    const tones = picture.map((map) => tonesOf(map, matte));
    const people = matte.isPerson && peopleBehind(matte.isPerson, matte.isHead, known);
    return split(photo, behind, matte, zone, synthesise(picture, known, { usable, people }), tones);
  });
}

/** By how much a patch of a person is unlike its surroundings, as a difference of luma. */
const PERSON = 120;
/** The outline of people is coarse: so close to the arm, in pixels of the square, it may be the arm's. */
const COARSE = 14;

/** Where people are. Behind the arm this is guessed from what is around it, but not from heads, of which no patches are taken. */
function peopleBehind(isPerson: Uint8Array, isHead: Uint8Array, known: FloatMap): FloatMap {
  const unsure = boxMax(
    mapValues(known, (share) => 1 - share),
    COARSE,
  );
  const sure = square((i) => (unsure.data[i] === 0 && !isHead[i] ? 1 : 0));
  const share = inpaint(
    square((i) => isPerson[i]!),
    sure,
  );
  return mapValues(share, (value) => (value > 0.5 ? PERSON : 0));
}

function square(value: (i: number) => number): FloatMap {
  const map = createMap(CROP, CROP);
  for (let i = 0; i < map.data.length; i++) map.data[i] = value(i);
  return map;
}

/** Luma and chroma of the square's pixels, as in `planesFromRgb`. */
function channels(pixels: Float32Array): [FloatMap, FloatMap, FloatMap] {
  const mix = (r: number, g: number, b: number, base: number) =>
    square((i) => r * pixels[i * 3]! + g * pixels[i * 3 + 1]! + b * pixels[i * 3 + 2]! + base);
  return [
    mix(0.18259, 0.61423, 0.06201, 16),
    mix(-0.10064, -0.33857, 0.43922, 128),
    mix(0.43922, -0.39895, -0.04027, 128),
  ];
}

/** The darkest and the brightest value of what is wholly arm: of the hand, and of the forearm, whose sleeve may be as dark as the coat behind a thumb. */
function tonesOf({ data }: FloatMap, matte: ArmMatte): { hand: Tones; forearm: Tones } {
  const values: Record<Part, number[]> = { hand: [], forearm: [] };
  for (let i = 0; i < data.length; i++) if (matte.alpha[i]! >= SOLID) values[partOf(matte, i)].push(data[i]!);
  const range = (part: Part): Tones => {
    const sorted = Float32Array.from(values[part]).toSorted();
    const [first, last] = [Math.floor(STRAY * sorted.length), Math.ceil((1 - STRAY) * sorted.length) - 1];
    return { least: sorted[first] ?? -Infinity, most: sorted[last] ?? Infinity };
  };
  return { hand: range('hand'), forearm: range('forearm') };
}

type Part = 'hand' | 'forearm';

function partOf({ shape: { hand, forearm } }: ArmMatte, i: number): Part {
  return hand[i]! < forearm[i]! ? 'hand' : 'forearm';
}

interface Tones {
  least: number;
  most: number;
}

/** Share of an arm's darkest, and of its brightest, pixels that may not be its own. */
const STRAY = 0.03;
const SOLID = 0.98;
/** Transmission (of 256) below which a pixel counts as opaque, so that most of the arm is drawn without reading the background. */
const SOLID_RIM = 8;
/** Transmission (of 256) at which errors of the filled background are invisible. */
const OPAQUE = 12;

function split(
  photo: Planes,
  { close, wide }: BehindArms,
  matte: ArmMatte,
  zone: FloatMap,
  fill: readonly FloatMap[],
  tones: readonly Record<Part, Tones>[],
): ArmLayer {
  const { crop, alpha } = matte;
  const [across, down] = extentOf(zone);
  const corners = across.flatMap((u) => down.map((v) => fromCrop(crop, u, v)));
  const even = (value: number) => value & ~1;
  const left = even(Math.floor(Math.min(...corners.map(({ x }) => x))));
  const top = even(Math.floor(Math.min(...corners.map(({ y }) => y))));
  const width = even(Math.ceil(Math.max(...corners.map(({ x }) => x))) - left);
  const height = even(Math.ceil(Math.max(...corners.map(({ y }) => y))) - top);
  const layer: ArmLayer = {
    left,
    top,
    width,
    height,
    y: new Int16Array(width * height * 2),
    u: new Int16Array((width * height) / 2),
    v: new Int16Array((width * height) / 2),
  };
  const origin = toCrop(crop, { x: 0, y: 0 });
  const right = minus(toCrop(crop, { x: 1, y: 0 }), origin);
  const below = minus(toCrop(crop, { x: 0, y: 1 }), origin);
  for (const [plane, step, map, range] of [
    ['y', 1, fill[0]!, tones[0]!],
    ['u', 2, fill[1]!, tones[1]!],
    ['v', 2, fill[2]!, tones[2]!],
  ] as const) {
    const [stride, rows] = [photo.width / step, photo.height / step];
    const [from, to, pairs] = [photo[plane], wide[plane], layer[plane]];
    for (let row = 0, at = 0; row < height / step; row++) {
      for (let column = 0; column < width / step; column++, at += 2) {
        // Places in the square are those of pixels' middles.
        const px = left + (column + 0.5) * step;
        const py = top + (row + 0.5) * step;
        const x = origin.x + px * right.x + py * below.x - 0.5;
        const y = origin.y + px * right.y + py * below.y - 0.5;
        pairs[at + 1] = 256;
        if (x < 0 || y < 0 || x >= CROP - 1 || y >= CROP - 1) continue;
        const nearest = Math.round(y) * CROP + Math.round(x);
        if (zone.data[nearest] === 0) continue;
        const share = sample(zone.data, x, y);
        if (share <= 0.004) continue;
        const toRight = left / step + column;
        const toBottom = top / step + row;
        const isSeen = toRight >= 0 && toBottom >= 0 && toRight < stride && toBottom < rows;
        const i = Math.max(0, Math.min(rows - 1, toBottom)) * stride + Math.max(0, Math.min(stride - 1, toRight));
        const value = from[i]!;
        const behind = Math.max(0, Math.min(255, Math.round(value + (sample(map.data, x, y) - value) * share)));
        if (isSeen) to[i] = behind;
        const through = 256 - Math.round(256 * Math.min(1, sample(alpha, x, y)));
        const transmission = through < SOLID_RIM ? 0 : through;
        // What is only near the arm must not travel with it.
        if (transmission > 250) continue;
        // Its rim has no tone that the arm has nowhere else: where the fill is unlike what was there, a halo would travel along. At rest
        // the frame is the photo nevertheless, as what is close behind makes up for the difference.
        const part = (256 - transmission) / 256;
        const { least, most } = range[partOf(matte, nearest)];
        const rest = value - ((transmission * behind + 128) >> 8);
        const own = Math.round(Math.max(least * part, Math.min(most * part, rest)));
        const isHalo = own !== rest && transmission > OPAQUE;
        if (isSeen)
          close[plane][i] = isHalo ? Math.max(0, Math.min(255, (256 * (value - own)) / transmission)) : behind;
        pairs[at] = isHalo ? own : rest;
        pairs[at + 1] = transmission;
      }
    }
  }
  return layer;
}

/** How far a square's map is not 0, with a little room, as shares of its sides: from left to right, and from top to bottom. */
function extentOf({ data }: FloatMap): [across: number[], down: number[]] {
  let [left, right, top, bottom] = [CROP, 0, CROP, 0];
  for (let i = 0; i < data.length; i++) {
    if (data[i] === 0) continue;
    left = Math.min(left, i % CROP);
    right = Math.max(right, i % CROP);
    top = Math.min(top, Math.floor(i / CROP));
    bottom = Math.max(bottom, Math.floor(i / CROP));
  }
  const shares = (first: number, last: number) => [(first - 3) / CROP, (last + 4) / CROP];
  return [shares(left, right), shares(top, bottom)];
}

function minus(a: { x: number; y: number }, b: { x: number; y: number }) {
  return { x: a.x - b.x, y: a.y - b.y };
}

/** Bilinear sample of a square's map. */
function sample(data: Float32Array, x: number, y: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const along = x - left;
  const below = y - top;
  const i = top * CROP + left;
  const upper = data[i]! + (data[i + 1]! - data[i]!) * along;
  const lower = data[i + CROP]! + (data[i + CROP + 1]! - data[i + CROP]!) * along;
  return upper + (lower - upper) * below;
}
