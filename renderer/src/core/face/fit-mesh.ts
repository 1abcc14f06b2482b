import type { Model } from '../model.ts';
import type { FaceBox } from './detect-boxes.ts';
import { samplePyramid, type Pyramid, fromCrop, type Crop } from '../picture/sample-crop.ts';
import { LEFT_EYE, LIPS, RIGHT_EYE } from './landmarks.ts';

/** The mesh's 468 points as x, y, z in turn: pixels of the picture, z towards the viewer being negative. */
export interface MeshFit {
  points: Float32Array;
  /** How sure the model is that it looks at a face, as logits: at its first look, which is roughly placed, and at its second. */
  confidence: readonly [number, number];
}

const SIDE = 192;
const POINTS = 468;
/** The square that the model wants to see, in sizes of the box that encloses the face. */
const ROOM = 1.5;

/** MediaPipe's face mesh with attention, on the face that a detector saw there. */
export async function fitMesh(model: Model, picture: Pyramid, box: Omit<FaceBox, 'score'>): Promise<MeshFit> {
  const first = await look(model, picture, { x: box.x, y: box.y, side: box.size * ROOM, angle: box.angle });
  // The detector's box is rough: a second look, centred by the first, places lips and lids visibly better.
  const second = await look(model, picture, cropAround(first.points));
  return { points: second.points, confidence: [first.confidence, second.confidence] };
}

async function look(model: Model, picture: Pyramid, crop: Crop): Promise<{ points: Float32Array; confidence: number }> {
  const names = ['output_mesh_identity', 'conv_faceflag', 'output_lips', 'output_left_eye', 'output_right_eye'];
  // As where the model comes from, and unlike the detector: MediaPipe repeats the border for a face's mesh (`BORDER_REPLICATE`).
  const pixels = samplePyramid(picture, crop, SIDE, Infinity);
  for (let i = 0; i < pixels.length; i++) pixels[i]! /= 255;
  const [mesh, flag, lips, leftEye, rightEye] = await model.run(pixels, SIDE, names);
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
  return { points, confidence: flag![0]! };
}

function replace(points: Float32Array, which: readonly number[], values: ArrayLike<number>): void {
  which.forEach((point, i) => {
    points[point * 3] = values[i * 2]!;
    points[point * 3 + 1] = values[i * 2 + 1]!;
  });
}

function cropAround(points: Float32Array): Crop {
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
