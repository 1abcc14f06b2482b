import { buildPyramid, samplePyramid, type Pyramid, fromCrop, type Crop, type Rgb } from '../picture/sample-crop.ts';
import { isWithin, squareAround, type Pet } from './find-pets.ts';
import { scanCascade, type Cascade, type Grey } from './cascade.ts';

/** A cat's or dog's frontal face in pixels of the photo: a square from forehead to chin. */
export interface AnimalFace {
  /** Centre of the square. */
  x: number;
  y: number;
  side: number;
  /** Clockwise, in radians: 0 for an upright face. */
  angle: number;
  /** How many overlapping detections of the cascade it is; undefined if something else found it. */
  places?: number;
}

/** Long side of the scaled picture that is searched, in pixels. */
const LONG_SIDE = 320;
/** Ratio between successive scales. */
const STEP = 1.1;

/** Where and how a face is searched for. */
interface Search {
  /** Smallest face, as a share of the searched area's side; a smaller one would hardly be seen to move. */
  minShare: number;
  /** The cascade knows upright faces only. If there is none, the area is searched again at these rotations, in degrees. */
  leans: readonly number[];
  /** Minimum number of overlapping detections. */
  minPlaces: number;
}

/** In a whole photo, which may show no animal. */
const ANYWHERE: Search = { minShare: 0.09, leans: [20, -20], minPlaces: 5 };
/** Where an animal is known to be, fewer detections are proof enough. */
const ON_A_PET: Search = { minShare: 0.2, leans: [20, -20], minPlaces: 3 };

type Accepts = (x: number, y: number) => boolean;

/** Finds frontal animal faces whose centre satisfies `accepts` (pixels of the photo), most detections first. */
export function findAnimalFaces(photo: Rgb, cascade: Cascade, accepts: Accepts = () => true): AnimalFace[] {
  const { width, height } = photo;
  const whole = { x: width / 2, y: height / 2, side: Math.max(width, height) };
  return searchFaces(photo, cascade, whole, ANYWHERE, accepts);
}

/** Finds the frontal face of an animal of which only the place is known, most detections first. */
export function findFaceOfPet(photo: Rgb, cascade: Cascade, pet: Pet): AnimalFace[] {
  return searchFaces(photo, cascade, squareAround(pet), ON_A_PET, (x, y) => isWithin(pet, x, y));
}

function searchFaces(
  photo: Rgb,
  cascade: Cascade,
  area: Omit<Crop, 'angle'>,
  search: Search,
  accepts: Accepts,
): AnimalFace[] {
  const pyramid = buildPyramid(photo);
  for (const lean of [0, ...search.leans]) {
    const faces = searchAtAngle(cascade, pyramid, { ...area, angle: (lean * Math.PI) / 180 }, search, accepts);
    if (faces.length > 0) return faces;
  }
  return [];
}

function searchAtAngle(
  known: Cascade,
  pyramid: Pyramid,
  area: Crop,
  { minShare, minPlaces }: Search,
  accepts: Accepts,
): AnimalFace[] {
  const seen: AnimalFace[] = [];
  for (let size = Math.min(LONG_SIDE, known.window / minShare); size >= known.window; size /= STEP) {
    const picture = greyCrop(pyramid, area, Math.round(size));
    const inPhoto = (x: number, y: number) => fromCrop(area, x / picture.width, y / picture.width);
    const acceptsInPicture = (x: number, y: number) => {
      const at = inPhoto(x, y);
      return accepts(at.x, at.y);
    };
    const half = known.window / 2;
    for (const { x, y } of scanCascade(known, picture, acceptsInPicture)) {
      const side = (known.window / picture.width) * area.side;
      seen.push({ ...inPhoto(x + half, y + half), side, angle: area.angle });
    }
  }
  return mergeDetections(seen, minPlaces);
}

function greyCrop(pyramid: Pyramid, crop: Crop, size: number): Grey {
  const rgb = samplePyramid(pyramid, crop, size);
  const data = new Uint8Array(size * size);
  for (let i = 0; i < data.length; i++) {
    data[i] = 0.299 * rgb[i * 3]! + 0.587 * rgb[i * 3 + 1]! + 0.114 * rgb[i * 3 + 2]! + 0.5;
  }
  return { width: size, height: size, data };
}

/** Merges overlapping detections to their mean; groups of fewer than `minPlaces` are dropped. Largest group first. */
function mergeDetections(seen: readonly AnimalFace[], minPlaces: number): AnimalFace[] {
  const groups: AnimalFace[][] = [];
  for (const face of seen) {
    const group = groups.find((each) => isSame(mean(each), face));
    if (group) group.push(face);
    else groups.push([face]);
  }
  return groups
    .filter((group) => group.length >= minPlaces)
    .toSorted((a, b) => b.length - a.length)
    .map((group) => ({ ...mean(group), places: group.length }));
}

function isSame(a: AnimalFace, b: AnimalFace): boolean {
  return Math.hypot(a.x - b.x, a.y - b.y) < 0.35 * a.side && Math.abs(Math.log(a.side / b.side)) < 0.5;
}

function mean(group: readonly AnimalFace[]): AnimalFace {
  const over = (of: (face: AnimalFace) => number) => group.reduce((sum, face) => sum + of(face), 0) / group.length;
  return { x: over(({ x }) => x), y: over(({ y }) => y), side: over(({ side }) => side), angle: group[0]!.angle };
}
