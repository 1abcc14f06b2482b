import { fromCrop, sampleCrop, type Crop } from '../src/core/picture/sample-crop.ts';
import { eyePatches, likeness } from './eye-patches.ts';
import { measureLook, type Look } from './measure-face.ts';
import type { Frames } from './read-frames.ts';
import { THRESHOLDS } from './thresholds.ts';
import type { SeenFace, Witness } from './witness.ts';

/** Measurements of one face over a film; lists have one value per sample. */
export interface FaceStory {
  width: number;
  /** Position of the eyes. */
  eyes: Look['eyes'][];
  yawAtRest: number;
  rise: number[];
  widening: number[];
  yaw: number[];
  /** Correlation of each eye's patch with the first frame; 1 is identical. */
  leftEye: number[];
  rightEye: number[];
  /** The largest descriptor distance from the face at rest. */
  strangeness: number;
}

/** Several crops per face, whose landmarks are averaged: one alone jitters. */
const CROPS = [
  { scale: 1, x: 0, y: 0 },
  { scale: 1.08, x: 0.02, y: -0.015 },
  { scale: 0.95, x: -0.02, y: 0.02 },
];
const CROP_SIDE = 112;
/** Bounds of the crop's size relative to rest; a zoom reaches 1.2. */
const CROP_GROWTH = { least: 0.85, most: 1.3 };

/** Tracks the faces of the first frame through the film. */
export async function watchFaces(witness: Witness, frames: Frames, faces: readonly SeenFace[]): Promise<FaceStory[]> {
  if (faces.length === 0) return [];
  const found = faces.map(({ landmarks }) => measureLook(landmarks).eyes);
  // A crop of the face gives more precise eye positions, and yaw for profiles, than the whole picture.
  const first = await measureFaces(witness, { ...frames, data: frames.pictures[0]! }, found);
  const atRest = first.map(({ eyes }) => eyes);
  let places = atRest;
  const looks: Look[][] = faces.map(() => []);
  for (const data of frames.pictures) {
    const now = await measureFaces(witness, { ...frames, data }, places);
    now.forEach((look, face) => looks[face]!.push(look));
    places = now.map(({ eyes }, face) => clampCropSize(atRest[face]!, eyes));
  }
  const stories: FaceStory[] = [];
  for (const [i, face] of faces.entries()) stories.push(await measureStory(witness, frames, face, looks[i]!));
  return stories;
}

async function measureStory(
  witness: Witness,
  frames: Frames,
  face: SeenFace,
  looks: readonly Look[],
): Promise<FaceStory> {
  const first = looks[0]!;
  const patchesAtRest = eyePatches({ ...frames, data: frames.pictures[0]! }, first.eyes);
  const alike = looks.map((look, i) => {
    const patches = eyePatches({ ...frames, data: frames.pictures[i]! }, look.eyes);
    return [likeness(patchesAtRest.left, patches.left), likeness(patchesAtRest.right, patches.right)] as const;
  });
  return {
    width: face.box.width,
    eyes: looks.map(({ eyes }) => eyes),
    yawAtRest: first.yaw,
    rise: looks.map(({ cornersHeight }) => cornersHeight - first.cornersHeight),
    widening: looks.map(({ mouthWidth }) => mouthWidth - first.mouthWidth),
    yaw: looks.map(({ yaw }) => yaw),
    leftEye: alike.map(([left]) => left),
    rightEye: alike.map(([, right]) => right),
    strangeness: await strangeness(witness, frames, looks),
  };
}

type Place = Look['eyes'];
type Picture = { data: Buffer; width: number; height: number };

/**
 * A turning head shows its eyes closer together without being smaller: a crop that shrank with them would close in on
 * one eye.
 */
function clampCropSize(rest: Place, eyes: Place): Place {
  const { least, most } = CROP_GROWTH;
  return { ...eyes, distance: Math.max(least * rest.distance, Math.min(most * rest.distance, eyes.distance)) };
}

/** Measures every face once, averaged over several crops. */
async function measureFaces(witness: Witness, picture: Picture, places: readonly Place[]): Promise<Look[]> {
  const crops = places.flatMap((place) => CROPS.map((crop) => cropOf(place, crop)));
  const samples = crops.map((crop) => bytes(sampleCrop(picture, crop, CROP_SIDE)));
  const found = await witness.findLandmarks(samples, CROP_SIDE);
  return places.map((_, face) => {
    const sum = new Float32Array(136);
    for (let k = face * CROPS.length; k < (face + 1) * CROPS.length; k++) {
      const [points, crop] = [found[k]!, crops[k]!];
      for (let i = 0; i < 136; i += 2) {
        const { x, y } = fromCrop(crop, points[i]! / CROP_SIDE, points[i + 1]! / CROP_SIDE);
        sum[i]! += x / CROPS.length;
        sum[i + 1]! += y / CROPS.length;
      }
    }
    return measureLook(sum);
  });
}

function cropOf(place: Place, { scale, x, y }: (typeof CROPS)[number]): Crop {
  const side = 2.6 * scale * place.distance;
  return {
    x: place.x + x * side - 0.22 * side * Math.sin(place.angle),
    y: place.y + y * side + 0.22 * side * Math.cos(place.angle),
    side,
    angle: place.angle,
  };
}

/** Sampled six times over the film, since identity changes slowly. */
async function strangeness(witness: Witness, frames: Frames, looks: readonly Look[]): Promise<number> {
  const describe = (i: number) => {
    const { eyes } = looks[i]!;
    const side = 2.7 * eyes.distance;
    const crop = {
      x: eyes.x - 0.2 * side * Math.sin(eyes.angle),
      y: eyes.y + 0.2 * side * Math.cos(eyes.angle),
      side,
      angle: eyes.angle,
    };
    const picture = { data: frames.pictures[i]!, width: frames.width, height: frames.height };
    return witness.describe(bytes(sampleCrop(picture, crop, 150)), 150);
  };
  const first = await describe(0);
  let furthest = 0;
  for (let look = 1; look <= 6; look++) {
    const other = await describe(Math.round((look / 6.5) * (looks.length - 1)));
    furthest = Math.max(furthest, Math.hypot(...first.map((value, i) => value - other[i]!)));
  }
  return furthest;
}

/** A round part of the picture, in pixels. */
export interface Disc {
  x: number;
  y: number;
  radius: number;
}

/** Lowest PSNR of the background over the film in dB, outside the heads with their hair, and outside what else may move. */
export function backgroundQuality(frames: Frames, faces: readonly SeenFace[], moving: readonly Disc[] = []): number {
  const { width, height, pictures } = frames;
  const isOutside = new Uint8Array(width * height).fill(1);
  for (const { landmarks } of faces) {
    const xs = landmarks.filter((_, i) => i % 2 === 0);
    const ys = landmarks.filter((_, i) => i % 2 === 1);
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const side = right - left;
    for (let y = Math.max(0, Math.floor(top - 1.1 * side)); y < Math.min(height, bottom + 0.75 * side); y++) {
      isOutside.fill(
        0,
        y * width + Math.max(0, Math.floor(left - 0.75 * side)),
        y * width + Math.min(width, Math.ceil(right + 0.75 * side)),
      );
    }
  }
  for (const { x, y, radius } of moving) {
    for (let row = Math.max(0, Math.ceil(y - radius)); row < Math.min(height, y + radius); row++) {
      const half = Math.sqrt(radius ** 2 - (row - y) ** 2);
      const [from, to] = [Math.max(0, Math.floor(x - half)), Math.min(width, Math.ceil(x + half))];
      if (from < to) isOutside.fill(0, row * width + from, row * width + to);
    }
  }
  const count = isOutside.reduce((sum, value) => sum + value, 0);
  if (count < 0.02 * width * height) return Infinity;
  const first = pictures[0]!;
  let worst = 0;
  for (let i = 6; i < pictures.length; i += 6) {
    const picture = pictures[i]!;
    let error = 0;
    for (let pixel = 0; pixel < isOutside.length; pixel++) {
      if (isOutside[pixel]) error += (luma(picture, pixel * 3) - luma(first, pixel * 3)) ** 2;
    }
    worst = Math.max(worst, error / count);
  }
  return 10 * Math.log10(255 ** 2 / Math.max(worst, 1e-9));
}

export function isNearProfile(story: FaceStory): boolean {
  return Math.abs(story.yawAtRest) > THRESHOLDS.nearProfile;
}

function luma(rgb: Buffer, at: number): number {
  return 0.2126 * rgb[at]! + 0.7152 * rgb[at + 1]! + 0.0722 * rgb[at + 2]!;
}

function bytes(pixels: Float32Array): Uint8Array {
  const rounded = new Uint8Array(pixels.length);
  for (let i = 0; i < pixels.length; i++) rounded[i] = pixels[i]! + 0.5;
  return rounded;
}
