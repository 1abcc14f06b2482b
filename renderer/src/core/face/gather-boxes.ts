import type { FaceBox } from './detect-boxes.ts';

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
