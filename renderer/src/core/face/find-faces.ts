import type { Model } from '../model.ts';
import { type Rgb, type Crop, buildPyramid, type Pyramid } from '../picture/sample-crop.ts';
import { detectBoxes, type FaceBox, distinct, meanOf, MUCH_SMALLER } from './detect-boxes.ts';
import { fitMesh, type MeshFit } from './fit-mesh.ts';

const MIN_SCORE = 0.5;
/**
 * How sure the mesh is of a face, however it looks at it (a logit). Read off some 450 photos: of 700 faces that nothing covers
 * the least sure look gave 10.4, but for one of 36 pixels seen nearly from the side (10.1); in grey, blurred, darkened or
 * coarse copies of 33 of them 10.5. A face with a hand before it gave 8.5, the eye of a face that fills the photo 9.4, a
 * sleeve, lettering or a guitar 7.0 at most, a laughing dog 10.1.
 */
const CONFIDENT = 10.2;
/**
 * Whoever the mesh is so sure of at both looks of its fit is not asked about again. Read off 570 pictures: of 733 faces six in
 * seven are, and of what further looks showed to be none the surest gave 13.1 and 17.3.
 */
const CERTAIN = 18;
const MIN_BOX_SCORE = 0.62;
/**
 * Of whom the detector is so sure, and the mesh at both looks of its fit, is a face also where either's further looks raise doubts:
 * whoever looks down, laughs into a dog's fur or stands behind grass. Read off 610 pictures, 214 of them of animals: of 10 such
 * faces the least sure gave 0.84, of 26 animals, wheels and other things that the mesh was sure of as well the surest 0.77.
 */
const CONFIDENT_BOX_SCORE = 0.81;
/**
 * Where nobody is found, a portrait may be so coarse, or so closely cut, that the detector doubts it: what fills so much of
 * the short side is shown to the mesh all the same, which is hard to fool.
 */
const PORTRAIT = 0.3;
const MIN_PORTRAIT_SCORE = 0.2;
/** Shares of the short side. Faces smaller than this are not looked for: nobody would see them move. */
const COARSE_TILE = 0.62;
const FINE_TILE = 0.3;
/** From one tile to the next, as a share of their side. */
const STRIDE = 0.71;
/** Beside many faces, and beside a few, of which one is so small, others may have been overlooked. */
const SMALL_FACE = 0.16;
const TINY_FACE = 0.11;
const MAX_FACES = 60;

export interface FaceModels {
  /** BlazeFace for back cameras. */
  detector: Model;
  /** MediaPipe's face mesh with attention. */
  mesh: Model;
}

/** Every face of a picture, the largest first. */
export async function findFaces(picture: Rgb, { detector, mesh }: FaceModels): Promise<MeshFit[]> {
  const pyramid = buildPyramid(picture);
  const look = async (tiles: Crop[], leastScore = MIN_BOX_SCORE) => {
    const found: FaceBox[] = [];
    for (const tile of tiles) found.push(...(await detectBoxes(detector, pyramid, tile, leastScore)));
    return found;
  };
  const recognise = async (boxes: FaceBox[]) => {
    const fits: MeshFit[] = [];
    const isNew = (fit: MeshFit) => !fits.some((other) => isSame(other, fit));
    const surest = distinct(boxes).slice(0, MAX_FACES);
    for (const box of surest.toSorted((a, b) => b.size - a.size)) {
      const fit = await fitMesh(mesh, pyramid, box);
      if (isConfident(fit)) {
        if (!isNew(fit)) continue;
        if (minConfidence(fit) >= CERTAIN || (await isVerified(detector, mesh, pyramid, box, fit))) {
          fits.push(fit);
          continue;
        }
      }
      // The surest box may lie badly, as that of a head that leans behind its hair, or that a tile cuts: the middle of all of them lies better.
      const again = await fitMesh(mesh, pyramid, meanOf(box, boxes));
      if (minConfidence(again) >= CERTAIN && isNew(again)) fits.push(again);
    }
    return fits.toSorted((a, b) => extent(b.points) - extent(a.points));
  };
  const short = Math.min(picture.width, picture.height);
  const boxes = [...(await look([wholePicture(picture)])), ...(await look(tiles(picture, COARSE_TILE)))];
  const first = distinct(boxes);
  const hasSmaller = (share: number) => first.some(({ size }) => size < share * short);
  const hasCrowd = first.length > 3 ? hasSmaller(SMALL_FACE) : first.length > 1 && hasSmaller(TINY_FACE);
  if (first.length === 0 || hasCrowd) boxes.push(...(await look(tiles(picture, FINE_TILE))));
  const faces = await recognise(boxes);
  if (faces.length > 0) return faces;
  const doubtful = await look([wholePicture(picture)], MIN_PORTRAIT_SCORE);
  return await recognise(doubtful.filter(({ size }) => size > PORTRAIT * short));
}

/**
 * Two of three have to speak for a face: how sure the detector was at once, a closer look of the detector's, and further looks of the
 * mesh's. In an overexposed print the closer look may fail, of whoever looks down the further ones.
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

/** Crumpled cloth can fool the detector once; a look at the spot alone, upright, shows it for what it is. */
async function isConfirmed(detector: Model, pyramid: Pyramid, fit: MeshFit): Promise<boolean> {
  const { x, y, width, angle } = placeOf(fit);
  const seen = await detectBoxes(detector, pyramid, { x, y, side: 2.6 * width, angle }, MIN_SCORE);
  return seen.some((box) => Math.hypot(box.x - x, box.y - y) < 0.6 * width);
}

/** Where the next look at a face begins, from its bridge in its own widths, and how much larger and more tilted it is. */
const OTHER_LOOKS = [
  { right: 0.08, down: 0.2, size: 1.25, angle: 0 },
  { right: 0, down: 0.14, size: 1.44, angle: -0.12 },
];

/** Of a face the mesh is sure from wherever it begins to look; what only resembles one looks like one from some places. */
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

/** Of the two looks of a fit, what the less sure one gave. */
function minConfidence({ confidence }: MeshFit): number {
  return Math.min(...confidence);
}

/** The bridge of the nose, the width between the ears and the tilt, in the picture. */
function placeOf({ points }: MeshFit): { x: number; y: number; width: number; angle: number } {
  const between = (a: number, b: number) =>
    [points[b * 3]! - points[a * 3]!, points[b * 3 + 1]! - points[a * 3 + 1]!] as const;
  const [across, along] = between(33, 263);
  const width = Math.hypot(...between(234, 454));
  return { x: points[168 * 3]!, y: points[168 * 3 + 1]!, width, angle: Math.atan2(along, across) };
}

/** With so much of the short side in sight at least: of a face that fills all the detector sees, it sees none, or only an eye. */
const ROOM = 1.3;

function wholePicture({ width, height }: Rgb): Crop {
  const side = Math.max(width, height, ROOM * Math.min(width, height));
  return { x: width / 2, y: height / 2, side, angle: 0 };
}

/** Overlapping squares, so that a face cut by one lies whole in another, or is so large that the whole picture shows it. */
function tiles({ width, height }: Rgb, share: number): Crop[] {
  const side = share * Math.min(width, height);
  const columns = Math.ceil((width - side) / (side * STRIDE)) + 1;
  const rows = Math.ceil((height - side) / (side * STRIDE)) + 1;
  return Array.from({ length: columns * rows }, (_, i) => ({
    x: side / 2 + ((i % columns) / Math.max(1, columns - 1)) * (width - side),
    y: side / 2 + (Math.floor(i / columns) / Math.max(1, rows - 1)) * (height - side),
    side,
    angle: 0,
  }));
}

/** Whether two fits show one face: their noses are near each other, or one lies where the other has an eye or the mouth. */
function isSame(a: MeshFit, b: MeshFit): boolean {
  const [x, y] = [a.points[3]! - b.points[3]!, a.points[4]! - b.points[4]!];
  const [small, large] = [extent(a.points), extent(b.points)].toSorted((one, other) => one - other) as [number, number];
  return Math.hypot(x, y) < (small > MUCH_SMALLER * large ? 0.35 : 0.5) * large;
}

function extent(points: Float32Array): number {
  return Math.hypot(points[10 * 3]! - points[152 * 3]!, points[10 * 3 + 1]! - points[152 * 3 + 1]!);
}
