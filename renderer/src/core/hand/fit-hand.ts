import type { Model } from '../model.ts';
import type { Point } from './find-body.ts';
import { type Crop, fromCrop, type Pyramid, samplePyramid } from '../picture/sample-crop.ts';

/** A hand, in pixels of the picture. */
export interface HandFit {
  /** The 21 landmarks of MediaPipe's hand model as x and y in turn: wrist, then four of each finger from its base, thumb first. */
  points: Float32Array;
  /** Whether there is a hand, 0 to 1. */
  confidence: number;
}

export const HAND = { wrist: 0, thumb: 1, index: 5, middle: 9, ring: 13, little: 17 } as const;

const SIDE = 224;
/** The points that place the crop: they move little when fingers bend. */
const STEADY = [0, 1, 2, 3, 5, 6, 9, 10, 13, 14, 17, 18];
/** The crop relative to the box of these points, and how far it is moved towards the fingers, as in MediaPipe. */
const ROOM = 2;
const FORWARD = 0.1;

/** Confidence of the first pass below which the second never finds a hand. */
const HOPELESS = 0.02;

/** Fits MediaPipe's hand landmarks in two passes, the second centred on the first. */
export async function fitHand(model: Model, picture: Pyramid, crop: Crop): Promise<HandFit> {
  const first = await runModel(model, picture, crop);
  return first.confidence < HOPELESS ? first : runModel(model, picture, cropAround(first.points));
}

export function pointOf(points: Float32Array, i: number): Point {
  return { x: points[i * 2]!, y: points[i * 2 + 1]! };
}

async function runModel(model: Model, picture: Pyramid, crop: Crop): Promise<HandFit> {
  const pixels = samplePyramid(picture, crop, SIDE);
  for (let i = 0; i < pixels.length; i++) pixels[i]! /= 255;
  const [values, flag] = await model.run(pixels, SIDE, ['Identity', 'Identity_1']);
  const points = new Float32Array((values!.length / 3) * 2);
  for (let i = 0; i < points.length / 2; i++) {
    const { x, y } = fromCrop(crop, values![i * 3]! / SIDE, values![i * 3 + 1]! / SIDE);
    points[i * 2] = x;
    points[i * 2 + 1] = y;
  }
  return { points, confidence: flag![0]! };
}

function cropAround(points: Float32Array): Crop {
  const mean = (a: Point, b: Point) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  const ahead = mean(
    pointOf(points, HAND.middle + 1),
    mean(pointOf(points, HAND.index + 1), pointOf(points, HAND.ring + 1)),
  );
  const wrist = pointOf(points, HAND.wrist);
  const angle = Math.PI / 2 + Math.atan2(ahead.y - wrist.y, ahead.x - wrist.x);
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const i of STEADY) {
    const { x, y } = pointOf(points, i);
    const [across, down] = [x * cosine + y * sine, y * cosine - x * sine];
    left = Math.min(left, across);
    right = Math.max(right, across);
    top = Math.min(top, down);
    bottom = Math.max(bottom, down);
  }
  const x = (left + right) / 2;
  const y = (top + bottom) / 2 - FORWARD * (bottom - top);
  return {
    x: x * cosine - y * sine,
    y: x * sine + y * cosine,
    side: Math.max(right - left, bottom - top) * ROOM,
    angle,
  };
}
