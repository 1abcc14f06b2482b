import type { Model } from '../model.ts';
import { samplePyramid, type Pyramid, fromCrop, type Crop } from '../picture/sample-crop.ts';

/** A face as the detector sees it, in pixels of the picture. */
export interface FaceBox {
  x: number;
  y: number;
  size: number;
  /** Clockwise, in radians: 0 for an upright face. */
  angle: number;
  score: number;
}

const SIDE = 256;
/** Two anchors on a grid of 16, six on a grid of 8: 896 in all. */
const GRIDS = [
  { cells: 16, anchors: 2 },
  { cells: 8, anchors: 6 },
];

/** MediaPipe's BlazeFace for back cameras. A face has to be about 20 of the crop's 256 pixels wide to be seen. */
export async function detectBoxes(model: Model, picture: Pyramid, tile: Crop, leastScore: number): Promise<FaceBox[]> {
  const pixels = samplePyramid(picture, tile, SIDE);
  // From -1 to 1, in 32-bit steps as the model's own runtime computes it.
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

/** Nobody's face is so small beside that of another who is as near. */
export const MUCH_SMALLER = 0.4;

/** The surest of the boxes that show one face, the surest first. */
export function distinct(boxes: readonly FaceBox[]): FaceBox[] {
  const kept: FaceBox[] = [];
  for (const box of boxes.toSorted((a, b) => b.score - a.score)) {
    if (!kept.some((other) => showOne(other, box))) kept.push(box);
  }
  return kept;
}

/** The mean of all boxes that show one face with this one, weighted by how sure the detector is of each. */
export function meanOf(box: FaceBox, boxes: readonly FaceBox[]): FaceBox {
  const same = boxes.filter((other) => showOne(other, box));
  const weight = same.reduce((sum, { score }) => sum + score, 0);
  const mean = (of: (box: FaceBox) => number) => same.reduce((sum, each) => sum + each.score * of(each), 0) / weight;
  return {
    x: mean(({ x }) => x),
    y: mean(({ y }) => y),
    size: mean(({ size }) => size),
    // Seen from this one, or a head that hangs down would be the mean of two half circles.
    angle: box.angle + mean(({ angle }) => Math.atan2(Math.sin(angle - box.angle), Math.cos(angle - box.angle))),
    score: box.score,
  };
}

/** Whether two boxes show one face: also where one of them is of an eye, which may look like a face within the face. */
function showOne(a: FaceBox, b: FaceBox): boolean {
  const apart = Math.hypot(a.x - b.x, a.y - b.y);
  const [small, large] = [Math.min(a.size, b.size), Math.max(a.size, b.size)];
  return apart < 0.5 * large && small > MUCH_SMALLER * large;
}
