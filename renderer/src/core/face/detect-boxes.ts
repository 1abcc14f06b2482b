import type { Model } from '../model.ts';
import { samplePyramid, type Pyramid, fromCrop, type Crop } from '../picture/sample-crop.ts';

/** A detection, in pixels of the picture. */
export interface FaceBox {
  x: number;
  y: number;
  size: number;
  /** Rotation in radians, clockwise; 0 for an upright face. */
  angle: number;
  score: number;
}

const SIDE = 256;
/** The model's 896 anchors: two per cell of a 16 × 16 grid, six per cell of an 8 × 8 grid. */
const GRIDS = [
  { cells: 16, anchors: 2 },
  { cells: 8, anchors: 6 },
];

/**
 * Runs MediaPipe's BlazeFace (back camera) on one tile. Returns the boxes with at least `leastScore` (0 to 1), before
 * non-maximum suppression. Faces narrower than about 20 of the tile's 256 pixels are missed.
 */
export async function detectBoxes(model: Model, picture: Pyramid, tile: Crop, leastScore: number): Promise<FaceBox[]> {
  const pixels = samplePyramid(picture, tile, SIDE);
  // Scaled to -1..1 in 32-bit arithmetic, as in MediaPipe.
  for (let i = 0; i < pixels.length; i++) pixels[i] = Math.fround(pixels[i]! / 127.5) - 1;
  const names = ['Identity', 'Identity_1', 'Identity_2', 'Identity_3'];
  const [fineScores, coarseScores, fineBoxes, coarseBoxes] = await model.run(pixels, SIDE, names);
  const boxes: FaceBox[] = [];
  [
    { scores: fineScores!, values: fineBoxes!, grid: GRIDS[0]! },
    { scores: coarseScores!, values: coarseBoxes!, grid: GRIDS[1]! },
  ].forEach(({ scores, values, grid }) => {
    for (let anchor = 0; anchor < scores.length; anchor++) {
      const score = 1 / (1 + Math.exp(-scores[anchor]!));
      if (score >= leastScore) boxes.push(decode(values, anchor, grid, score, tile));
    }
  });
  return boxes;
}

function decode(
  values: ArrayLike<number>,
  anchor: number,
  { cells, anchors }: (typeof GRIDS)[number],
  score: number,
  tile: Crop,
): FaceBox {
  const cell = Math.floor(anchor / anchors);
  const centreX = ((cell % cells) + 0.5) * (SIDE / cells);
  const centreY = (Math.floor(cell / cells) + 0.5) * (SIDE / cells);
  const at = anchor * 16;
  const toPicture = (x: number, y: number) => fromCrop(tile, (x + centreX) / SIDE, (y + centreY) / SIDE);
  const middle = toPicture(values[at]!, values[at + 1]!);
  const leftEye = toPicture(values[at + 4]!, values[at + 5]!);
  const rightEye = toPicture(values[at + 6]!, values[at + 7]!);
  return {
    ...middle,
    size: Math.max(values[at + 2]!, values[at + 3]!) * (tile.side / SIDE),
    angle: Math.atan2(rightEye.y - leftEye.y, rightEye.x - leftEye.x),
    score,
  };
}

/** Size ratio below which two overlapping boxes cannot be faces of people at the same distance. */
export const MUCH_SMALLER = 0.4;

/** Non-maximum suppression: keeps the best box of each face, highest score first. */
export function suppressOverlaps(boxes: readonly FaceBox[]): FaceBox[] {
  const kept: FaceBox[] = [];
  for (const box of boxes.toSorted((a, b) => b.score - a.score)) {
    if (!kept.some((other) => showSameFace(other, box))) kept.push(box);
  }
  return kept;
}

/** The mean of all boxes of the same face, weighted by score. */
export function meanBox(box: FaceBox, boxes: readonly FaceBox[]): FaceBox {
  const same = boxes.filter((other) => showSameFace(other, box));
  const weight = same.reduce((sum, { score }) => sum + score, 0);
  const mean = (of: (box: FaceBox) => number) => same.reduce((sum, each) => sum + each.score * of(each), 0) / weight;
  return {
    x: mean(({ x }) => x),
    y: mean(({ y }) => y),
    size: mean(({ size }) => size),
    // Averaged relative to this box, so that angles near ±180 degrees do not cancel.
    angle: box.angle + mean(({ angle }) => Math.atan2(Math.sin(angle - box.angle), Math.cos(angle - box.angle))),
    score: box.score,
  };
}

/** Whether two boxes show the same face. A small box inside a larger one counts too: an eye can look like a face. */
function showSameFace(a: FaceBox, b: FaceBox): boolean {
  const apart = Math.hypot(a.x - b.x, a.y - b.y);
  const [small, large] = [Math.min(a.size, b.size), Math.max(a.size, b.size)];
  return apart < 0.5 * large && small > MUCH_SMALLER * large;
}
