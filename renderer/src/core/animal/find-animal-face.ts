import { buildPyramid, samplePyramid, type Pyramid, fromCrop, type Crop, type Rgb } from '../picture/sample-crop.ts';
import { scanCascade, type Cascade, type Grey } from './cascade.ts';

/** A cat's or dog's frontal face in pixels of the photo: a square from forehead to chin. */
export interface AnimalFace {
  /** Centre of the square. */
  x: number;
  y: number;
  side: number;
  /** Clockwise, in radians: 0 for an upright face. */
  angle: number;
}

/** Long side of the scaled picture that is searched, in pixels. */
const LONG_SIDE = 320;
/** Ratio between successive scales. */
const STEP = 1.1;
/** Smallest face searched for, as a share of the long side; a smaller one would hardly be seen to move. */
const MIN_SHARE = 0.09;
/**
 * The cascade knows upright faces only. If there is none, the picture is searched again at these rotations, in degrees.
 */
const LEANS = [20, -20];
/** Minimum number of overlapping detections. */
const MIN_PLACES = 5;

/** Finds frontal animal faces whose centre satisfies `accepts` (pixels of the photo), most detections first. */
export function findAnimalFaces(
  photo: Rgb,
  cascade: Cascade,
  accepts: (x: number, y: number) => boolean = () => true,
): AnimalFace[] {
  const pyramid = buildPyramid(photo);
  for (const lean of [0, ...LEANS]) {
    const faces = searchAtAngle(cascade, pyramid, (lean * Math.PI) / 180, accepts);
    if (faces.length > 0) return faces;
  }
  return [];
}

function searchAtAngle(
  known: Cascade,
  pyramid: Pyramid,
  angle: number,
  accepts: (x: number, y: number) => boolean,
): AnimalFace[] {
  const { width, height } = pyramid[0]!;
  const whole = { x: width / 2, y: height / 2, side: Math.max(width, height), angle };
  const seen: AnimalFace[] = [];
  for (let size = Math.min(LONG_SIDE, known.window / MIN_SHARE); size >= known.window; size /= STEP) {
    const picture = greyCrop(pyramid, whole, Math.round(size));
    const inPhoto = (x: number, y: number) => fromCrop(whole, x / picture.width, y / picture.width);
    const acceptsInPicture = (x: number, y: number) => {
      const at = inPhoto(x, y);
      return accepts(at.x, at.y);
    };
    const half = known.window / 2;
    for (const { x, y } of scanCascade(known, picture, acceptsInPicture)) {
      seen.push({ ...inPhoto(x + half, y + half), side: (known.window / picture.width) * whole.side, angle });
    }
  }
  return mergeDetections(seen);
}

function greyCrop(pyramid: Pyramid, crop: Crop, size: number): Grey {
  const rgb = samplePyramid(pyramid, crop, size);
  const data = new Uint8Array(size * size);
  for (let i = 0; i < data.length; i++) {
    data[i] = 0.299 * rgb[i * 3]! + 0.587 * rgb[i * 3 + 1]! + 0.114 * rgb[i * 3 + 2]! + 0.5;
  }
  return { width: size, height: size, data };
}

/** Merges overlapping detections to their mean; groups of fewer than `MIN_PLACES` are dropped. Largest group first. */
function mergeDetections(seen: readonly AnimalFace[]): AnimalFace[] {
  const groups: AnimalFace[][] = [];
  for (const face of seen) {
    const group = groups.find((each) => isSame(mean(each), face));
    if (group) group.push(face);
    else groups.push([face]);
  }
  return groups
    .filter((group) => group.length >= MIN_PLACES)
    .toSorted((a, b) => b.length - a.length)
    .map(mean);
}

function isSame(a: AnimalFace, b: AnimalFace): boolean {
  return Math.hypot(a.x - b.x, a.y - b.y) < 0.35 * a.side && Math.abs(Math.log(a.side / b.side)) < 0.5;
}

function mean(group: readonly AnimalFace[]): AnimalFace {
  const over = (of: (face: AnimalFace) => number) => group.reduce((sum, face) => sum + of(face), 0) / group.length;
  return { x: over(({ x }) => x), y: over(({ y }) => y), side: over(({ side }) => side), angle: group[0]!.angle };
}
