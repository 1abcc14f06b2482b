import type { Model } from '../model.ts';
import type { MeshFit } from '../face/fit-mesh.ts';
import { FOREHEAD, CHIN, LEFT_EDGE, RIGHT_EDGE } from '../face/landmarks.ts';
import { type Crop, fromCrop, type Pyramid, samplePyramid } from '../picture/sample-crop.ts';

export interface Point {
  x: number;
  y: number;
}

/** A joint of a body, in pixels of the picture. */
export interface Joint extends Point {
  /** From 0 to 1. */
  visibility: number;
}

/** A body's joints, in the order of MediaPipe's BlazePose (33 points). */
export interface Body {
  joints: readonly Joint[];
}

/** Points of BlazePose. Sides are the person's own. */
export const LEFT = { shoulder: 11, elbow: 13, wrist: 15, little: 17, index: 19 } as const;
export const RIGHT = { shoulder: 12, elbow: 14, wrist: 16, little: 18, index: 20 } as const;

const SIDE = 256;
const JOINTS = 33;
/** The first of two further points: the middle of the hips, and how far a body reaches around it. */
const HIPS = 33;
const VALUES = 5;
/** Where the hips of a standing person are below the middle of the face, and how wide a crop shows all of it, in face widths. */
const BELOW_FACE = 3.6;
const CROP_SIDE = 13;
const MIN_CONFIDENCE = 0.5;

/**
 * Finds the joints of the person with this face by MediaPipe's BlazePose, whose own detector only tells where the hips are. Runs
 * twice: the second crop is centred on what the first has found. Undefined if the model sees no person.
 */
export async function findBody(model: Model, picture: Pyramid, face: MeshFit): Promise<Body | undefined> {
  const first = await runModel(model, picture, cropBelow(face));
  const second = await runModel(model, picture, first.next);
  return second.confidence >= MIN_CONFIDENCE ? { joints: second.joints } : undefined;
}

export function landmarkOf({ points }: MeshFit, i: number): Point {
  return { x: points[i * 3]!, y: points[i * 3 + 1]! };
}

function cropBelow(face: MeshFit): Crop {
  const at = (i: number) => landmarkOf(face, i);
  const [left, right, top, chin] = [at(LEFT_EDGE), at(RIGHT_EDGE), at(FOREHEAD), at(CHIN)];
  // A turned face is narrow, a face that looks down is low: the larger of both tells its size.
  const size = Math.max(
    Math.hypot(right.x - left.x, right.y - left.y),
    0.8 * Math.hypot(chin.x - top.x, chin.y - top.y),
  );
  return { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2 + BELOW_FACE * size, side: CROP_SIDE * size, angle: 0 };
}

async function runModel(
  model: Model,
  picture: Pyramid,
  crop: Crop,
): Promise<{ joints: Joint[]; confidence: number; next: Crop }> {
  const pixels = samplePyramid(picture, crop, SIDE);
  for (let i = 0; i < pixels.length; i++) pixels[i]! /= 255;
  const [values, flag] = await model.run(pixels, SIDE, ['Identity_2', 'Identity_3']);
  const joint = (i: number): Joint => ({
    ...fromCrop(crop, values![i * VALUES]! / SIDE, values![i * VALUES + 1]! / SIDE),
    visibility: sigmoid(values![i * VALUES + 3]!),
  });
  const hips = joint(HIPS);
  const reach = joint(HIPS + 1);
  return {
    joints: Array.from({ length: JOINTS }, (_, i) => joint(i)),
    confidence: flag![0]!,
    next: {
      x: hips.x,
      y: hips.y,
      side: 2.5 * Math.hypot(reach.x - hips.x, reach.y - hips.y),
      angle: Math.PI / 2 + Math.atan2(reach.y - hips.y, reach.x - hips.x),
    },
  };
}

function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
