import { buildPyramid, samplePyramid, type Pyramid, fromCrop, type Crop, type Rgb } from '../picture/sample-crop.ts';
import { scanCascade, type Cascade, type Grey } from './cascade.ts';

/** The face of a cat or a dog that looks at the viewer, in pixels of the photo: a square from its forehead to its chin. */
export interface AnimalFace {
  /** Its middle. */
  x: number;
  y: number;
  side: number;
  /** Clockwise, in radians: 0 for an upright face. */
  angle: number;
}

/** Pixels of the long side of the picture that is looked at. */
const LONG_SIDE = 320;
/** Each size looked at is so much smaller than the one before. */
const STEP = 1.1;
/** Of the picture's long side: a smaller face is hardly seen to move. */
const MIN_SHARE = 0.09;
/** The cascade knows upright faces alone. Heads held askew, in degrees, are looked for where there is no upright one. */
const LEANS = [20, -20];
/** How many places and sizes beside each other have to look like a face. */
const MIN_PLACES = 5;

/** Those whose middle `isWorthALook`, in pixels of the photo; the surest first. */
export function findAnimalFaces(
  photo: Rgb,
  cascade: Cascade,
  isWorthALook: (x: number, y: number) => boolean = () => true,
): AnimalFace[] {
  const pyramid = buildPyramid(photo);
  for (const lean of [0, ...LEANS]) {
    const faces = lookFor(cascade, pyramid, (lean * Math.PI) / 180, isWorthALook);
    if (faces.length > 0) return faces;
  }
  return [];
}

function lookFor(
  known: Cascade,
  pyramid: Pyramid,
  angle: number,
  isWorthALook: (x: number, y: number) => boolean,
): AnimalFace[] {
  const { width, height } = pyramid[0]!;
  const whole = { x: width / 2, y: height / 2, side: Math.max(width, height), angle };
  const seen: AnimalFace[] = [];
  for (let size = Math.min(LONG_SIDE, known.window / MIN_SHARE); size >= known.window; size /= STEP) {
    const picture = greyCrop(pyramid, whole, Math.round(size));
    const inPhoto = (x: number, y: number) => fromCrop(whole, x / picture.width, y / picture.width);
    const isWorth = (x: number, y: number) => {
      const at = inPhoto(x, y);
      return isWorthALook(at.x, at.y);
    };
    const half = known.window / 2;
    for (const { x, y } of scanCascade(known, picture, isWorth)) {
      seen.push({ ...inPhoto(x + half, y + half), side: (known.window / picture.width) * whole.side, angle });
    }
  }
  return gather(seen);
}

function greyCrop(pyramid: Pyramid, crop: Crop, size: number): Grey {
  const rgb = samplePyramid(pyramid, crop, size);
  const data = new Uint8Array(size * size);
  for (let i = 0; i < data.length; i++) {
    data[i] = 0.299 * rgb[i * 3]! + 0.587 * rgb[i * 3 + 1]! + 0.114 * rgb[i * 3 + 2]! + 0.5;
  }
  return { width: size, height: size, data };
}

/** The mean of those that are nearly the same, where they are enough, the most first. */
function gather(seen: readonly AnimalFace[]): AnimalFace[] {
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
