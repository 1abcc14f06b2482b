import type { Model } from '../model.ts';
import type { FaceBox } from './detect-boxes.ts';
import { samplePyramid, type Pyramid, fromCrop, type Crop } from '../picture/sample-crop.ts';
import { LEFT_EYE, LIPS, RIGHT_EYE } from './landmarks.ts';

/** The 468 landmarks as x, y, z in turn, in pixels of the picture; negative z is towards the viewer. */
export interface MeshFit {
  points: Float32Array;
  /** The model's face score (a logit) in the first pass, on the detector's box, and in the second. */
  confidence: readonly [number, number];
  /** What the model made of the face in the second pass, a few layers before landmarks and score: 6 × 6 cells of 32 features. */
  features: Float32Array;
  /** Whether the mouth is opened so wide that the mesh does not follow it; false by default. */
  missesMouth?: boolean;
}

const SIDE = 192;
const POINTS = 468;
/** Side of the model's input crop relative to the face's bounding box. */
const ROOM = 1.5;

/** Runs MediaPipe's face mesh with attention in two passes on a detected face. */
export async function fitMesh(model: Model, picture: Pyramid, box: Omit<FaceBox, 'score'>): Promise<MeshFit> {
  const first = await runMesh(model, picture, { x: box.x, y: box.y, side: box.size * ROOM, angle: box.angle });
  // The detector's box is rough; a second pass centred on the first result places lips and lids visibly better.
  const second = await runMesh(model, picture, cropAround(first.points));
  const { points, features } = second;
  return { points, confidence: [first.confidence, second.confidence], features };
}

/** The layer whose features show what the face looks like, two blocks before mesh and score. */
const FEATURES = 'p_re_lu_17/Alpha_dequantize_prelu/Relu';

/** One pass of the mesh. */
export async function runMesh(
  model: Model,
  picture: Pyramid,
  crop: Crop,
): Promise<{ points: Float32Array; confidence: number; features: Float32Array }> {
  const outputs = ['output_mesh_identity', 'conv_faceflag', 'output_lips', 'output_left_eye', 'output_right_eye'];
  const names = [...outputs, FEATURES];
  // MediaPipe repeats the border pixels for the face mesh (`BORDER_REPLICATE`), unlike for the detector.
  const pixels = samplePyramid(picture, crop, SIDE, Infinity);
  for (let i = 0; i < pixels.length; i++) pixels[i]! /= 255;
  const [mesh, flag, lips, leftEye, rightEye, features] = await model.run(pixels, SIDE, names);
  const points = Float32Array.from(mesh!);
  replace(points, LIPS, lips!);
  replace(points, LEFT_EYE, leftEye!);
  replace(points, RIGHT_EYE, rightEye!);
  for (let i = 0; i < POINTS * 3; i += 3) {
    const { x, y } = fromCrop(crop, points[i]! / SIDE, points[i + 1]! / SIDE);
    points[i] = x;
    points[i + 1] = y;
    points[i + 2]! *= crop.side / SIDE;
  }
  return { points, confidence: flag![0]!, features: features! };
}

function replace(points: Float32Array, which: readonly number[], values: ArrayLike<number>): void {
  which.forEach((point, i) => {
    points[point * 3] = values[i * 2]!;
    points[point * 3 + 1] = values[i * 2 + 1]!;
  });
}

/** The crop for the next pass on a face that was fitted. */
export function cropAround(points: Float32Array): Crop {
  const angle = Math.atan2(points[263 * 3 + 1]! - points[33 * 3 + 1]!, points[263 * 3]! - points[33 * 3]!);
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 3) {
    const across = points[i]! * cos + points[i + 1]! * sin;
    const down = points[i + 1]! * cos - points[i]! * sin;
    left = Math.min(left, across);
    right = Math.max(right, across);
    top = Math.min(top, down);
    bottom = Math.max(bottom, down);
  }
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return { x: x * cos - y * sin, y: x * sin + y * cos, side: Math.max(right - left, bottom - top) * ROOM, angle };
}
