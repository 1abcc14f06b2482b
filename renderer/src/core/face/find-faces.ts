import type { Model } from '../model.ts';
import { type Rgb, type Crop, buildPyramid, type Pyramid } from '../picture/sample-crop.ts';
import { detectBoxes, type FaceBox, suppressOverlaps, meanBox, MUCH_SMALLER } from './detect-boxes.ts';
import { fitMesh, type MeshFit } from './fit-mesh.ts';
import { followWideMouth } from './wide-mouth.ts';
import { LONGEST_SHAPE } from '../picture/framing.ts';

const MIN_SCORE = 0.5;
/**
 * Minimum confidence of the mesh model (a logit). Measured on some 450 photos: of 700 uncovered faces the lowest value
 * was 10.4, except one face of 36 pixels in near profile (10.1); grey, blurred, darkened and low-resolution copies of
 * 33 of them gave at least 10.5. A face behind a hand gave 8.5, the eye of a face that fills the photo 9.4, sleeves,
 * lettering and a guitar at most 7.0, a laughing dog 10.1.
 */
const CONFIDENT = 10.2;
/**
 * If both passes of the mesh are this confident, the face is accepted without verification. Measured on 570 pictures:
 * true for six of seven of 733 faces; the highest values of false detections were 13.1 and 17.3.
 */
export const CERTAIN = 18;
const MIN_BOX_SCORE = 0.62;
/**
 * With this detector score, and both passes of the mesh confident, a face needs one further check instead of two. This
 * accepts people who look down, are half hidden by a dog's fur or stand behind grass. Measured on 610 pictures, 214 of
 * animals: the lowest score of 10 such faces was 0.84, the highest of 26 false detections with a confident mesh 0.77.
 */
const CONFIDENT_BOX_SCORE = 0.81;
/**
 * If no face is found, the picture may be a low-resolution or tightly cropped portrait that the detector doubts. Boxes
 * larger than this share of the short side are then checked by the mesh model, which is harder to fool.
 */
const PORTRAIT = 0.3;
const MIN_PORTRAIT_SCORE = 0.2;
/** Sides of the tiles as shares of `searchUnit`. Smaller faces are not searched for: nobody would see them move. */
const COARSE_TILE = 0.62;
const FINE_TILE = 0.3;
/** Distance between tiles as a share of their side. */
const STRIDE = 0.71;
/**
 * If one face is smaller than this share of `searchUnit`, smaller ones may have been missed: `SMALL_FACE` for more
 * than three faces, `TINY_FACE` for two or three.
 */
const SMALL_FACE = 0.16;
const TINY_FACE = 0.11;
const MAX_FACES = 60;

export interface FaceModels {
  /** BlazeFace for back cameras. */
  detector: Model;
  /** MediaPipe's face mesh with attention. */
  mesh: Model;
}

/**
 * Finds all faces, largest first. Tiles the picture, runs the detector on each tile and the mesh model on each box.
 * `onFirst` gets those that are found at the first look, or else before the smallest are searched for; what is returned
 * does not depend on it.
 */
export async function findFaces(
  picture: Rgb,
  { detector, mesh }: FaceModels,
  onFirst?: (faces: MeshFit[]) => void,
): Promise<MeshFit[]> {
  const pyramid = buildPyramid(picture);
  // Most boxes that `onFirst` made known are looked at again.
  const fitBox = once((box: FaceBox) => fitMesh(mesh, pyramid, box));
  const follow = once((fit: MeshFit) => followWideMouth(mesh, pyramid, fit));
  const verify = once(async (box: FaceBox) => isVerified(detector, mesh, pyramid, box, await fitBox(box)));
  const look = async (tiles: Crop[], leastScore = MIN_BOX_SCORE) => {
    const found: FaceBox[] = [];
    for (const tile of tiles) found.push(...(await detectBoxes(detector, pyramid, tile, leastScore)));
    return found;
  };
  const recognise = async (boxes: FaceBox[]) => {
    const fits: MeshFit[] = [];
    const isNew = (fit: MeshFit) => !fits.some((other) => isSame(other, fit));
    const surest = suppressOverlaps(boxes).slice(0, MAX_FACES);
    for (const box of surest.toSorted((a, b) => b.size - a.size)) {
      const fit = await fitBox(box);
      if (isConfident(fit)) {
        if (!isNew(fit)) continue;
        if (minConfidence(fit) >= CERTAIN || (await verify(box))) {
          fits.push(fit);
          continue;
        }
      }
      // The best box can be misplaced, as for a tilted head behind hair or a face cut by a tile; the mean box fits
      // better then.
      const again = await fitMesh(mesh, pyramid, meanBox(box, boxes));
      if (minConfidence(again) >= CERTAIN && isNew(again)) fits.push(again);
    }
    const followed: MeshFit[] = [];
    for (const fit of fits) followed.push(await follow(fit));
    return followed.toSorted((a, b) => extent(b.points) - extent(a.points));
  };
  const short = Math.min(picture.width, picture.height);
  const unit = searchUnit(picture);
  const boxes = await look([wholePicture(picture)]);
  let wasTold = false;
  const tell = async () => {
    const faces = onFirst && !wasTold && boxes.length > 0 ? await recognise(boxes) : [];
    if (faces.length === 0) return;
    wasTold = true;
    onFirst?.(faces);
  };
  await tell();
  boxes.push(...(await look(tiles(picture, COARSE_TILE))));
  const first = suppressOverlaps(boxes);
  const hasSmaller = (share: number) => first.some(({ size }) => size < share * unit);
  const hasCrowd = first.length > 3 ? hasSmaller(SMALL_FACE) : first.length > 1 && hasSmaller(TINY_FACE);
  if (hasCrowd) await tell();
  if (first.length === 0 || hasCrowd) boxes.push(...(await look(tiles(picture, FINE_TILE))));
  const faces = await recognise(boxes);
  if (faces.length > 0) return faces;
  const doubtful = await look([wholePicture(picture)], MIN_PORTRAIT_SCORE);
  return await recognise(doubtful.filter(({ size }) => size > PORTRAIT * short));
}

/** Calculates each value once. */
function once<Key, Value>(calculate: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const value = known.get(key) ?? calculate(key);
    known.set(key, value);
    return value;
  };
}

/**
 * Requires two of three: a high detector score with a confident mesh, a detection in a closer crop, and a mesh that
 * stays confident from other starting positions. The closer crop can fail on overexposed prints, the other positions on
 * people who look down.
 */
async function isVerified(
  detector: Model,
  mesh: Model,
  pyramid: Pyramid,
  box: FaceBox,
  fit: MeshFit,
): Promise<boolean> {
  const isPlain = box.score >= CONFIDENT_BOX_SCORE && minConfidence(fit) >= CONFIDENT;
  const isSeenCloser = await isConfirmed(detector, pyramid, fit);
  if (isPlain && isSeenCloser) return true;
  return (isPlain || isSeenCloser) && isSteady(mesh, pyramid, fit);
}

/**
 * Whether the detector finds the face again in an upright crop around it; patterns such as crumpled cloth fail this.
 */
async function isConfirmed(detector: Model, pyramid: Pyramid, fit: MeshFit): Promise<boolean> {
  const { x, y, width, angle } = placeOf(fit);
  const seen = await detectBoxes(detector, pyramid, { x, y, side: 2.6 * width, angle }, MIN_SCORE);
  return seen.some((box) => Math.hypot(box.x - x, box.y - y) < 0.6 * width);
}

/**
 * Crops for repeated mesh fits: offset from the bridge of the nose in face widths, relative size, and rotation in
 * radians.
 */
const OTHER_LOOKS = [
  { right: 0.08, down: 0.2, size: 1.25, angle: 0 },
  { right: 0, down: 0.14, size: 1.44, angle: -0.12 },
];

/** Whether the mesh stays confident from other starting positions. A true face does; a lookalike fails from some. */
async function isSteady(mesh: Model, pyramid: Pyramid, fit: MeshFit): Promise<boolean> {
  const { x, y, width, angle } = placeOf(fit);
  for (const look of OTHER_LOOKS) {
    const box = {
      x: x + look.right * width,
      y: y + look.down * width,
      size: look.size * width,
      angle: angle + look.angle,
    };
    if (!isConfident(await fitMesh(mesh, pyramid, box))) return false;
  }
  return true;
}

function isConfident({ confidence: [, second] }: MeshFit): boolean {
  return second >= CONFIDENT;
}

/** The lower confidence of the two passes. */
export function minConfidence({ confidence }: MeshFit): number {
  return Math.min(...confidence);
}

/** Bridge of the nose, width between the ears (pixels) and rotation (radians) in the picture. */
function placeOf({ points }: MeshFit): { x: number; y: number; width: number; angle: number } {
  const between = (a: number, b: number) =>
    [points[b * 3]! - points[a * 3]!, points[b * 3 + 1]! - points[a * 3 + 1]!] as const;
  const [across, along] = between(33, 263);
  const width = Math.hypot(...between(234, 454));
  return { x: points[168 * 3]!, y: points[168 * 3 + 1]!, width, angle: Math.atan2(along, across) };
}

/**
 * Minimum side of the whole-picture crop relative to the short side: the detector misses a face that fills its input.
 */
const ROOM = 1.3;

function wholePicture({ width, height }: Rgb): Crop {
  const side = Math.max(width, height, ROOM * Math.min(width, height));
  return { x: width / 2, y: height / 2, side, angle: 0 };
}

/**
 * The length by which tiles and small faces are measured: the short side. In a strip longer than 21:9 it is the short side of a 21:9 picture of the
 * same length, because the film of a strip is no longer than a 21:9 film: its faces are drawn smaller, and fewer, larger tiles find all that are seen.
 */
function searchUnit({ width, height }: Rgb): number {
  return Math.max(Math.min(width, height), Math.max(width, height) / LONGEST_SHAPE);
}

/** Overlapping square tiles, so that a face cut by one tile lies completely in another or in the whole picture. */
function tiles(picture: Rgb, share: number): Crop[] {
  const side = share * searchUnit(picture);
  const columns = centresOfTiles(picture.width, side);
  return centresOfTiles(picture.height, side).flatMap((y) => columns.map((x) => ({ x, y, side, angle: 0 })));
}

function centresOfTiles(length: number, side: number): number[] {
  if (side >= length) return [length / 2];
  const last = Math.ceil((length - side) / (side * STRIDE));
  return Array.from({ length: last + 1 }, (_, i) => side / 2 + (i / last) * (length - side));
}

/** Whether two fits show the same face: their noses are close, or one lies on an eye or the mouth of the other. */
function isSame(a: MeshFit, b: MeshFit): boolean {
  const [x, y] = [a.points[3]! - b.points[3]!, a.points[4]! - b.points[4]!];
  const [small, large] = [extent(a.points), extent(b.points)].toSorted((one, other) => one - other) as [number, number];
  return Math.hypot(x, y) < (small > MUCH_SMALLER * large ? 0.35 : 0.5) * large;
}

function extent(points: Float32Array): number {
  return Math.hypot(points[10 * 3]! - points[152 * 3]!, points[10 * 3 + 1]! - points[152 * 3 + 1]!);
}
