import type { Model } from '../model.ts';
import type { Crop, Pyramid } from '../picture/sample-crop.ts';
import { cropAround, type MeshFit, runMesh } from './fit-mesh.ts';
import { CHIN, FOREHEAD, LOWER_LIP, UPPER_LIP } from './landmarks.ts';

/**
 * Two further looks at a face: from farther away and lower, and as near as the second pass but lower. Of a mouth that is opened
 * so wide that the mesh stays on its upper lip they find more. Relative to the second pass's crop.
 */
const FARTHER = { size: 1.2, down: 0.067 };
const LOWER = { size: 1, down: 0.08 };
/**
 * Gaps between the lips, in face heights. Lips at most `narrow` apart may have been missed; they were if the farther look finds
 * them `wide` apart, and by `more` further, and the lower one confirms it by `confirmed`. Measured on 183 ordinary faces, with
 * beards, lipstick and grey prints among them, the farther look finds at most 0.028 more; the lower one tells a small, displeased
 * baby from them. Of five wide mouths that were missed they found at least 0.106 and 0.057, by 0.078 and 0.057 more.
 */
const GAP = { narrow: 0.1, wide: 0.09, more: 0.06, confirmed: 0.04 };
/** The lower look follows the mouth if it finds this share of the gap. */
const FOLLOWS = 0.75;

/** Fits the mesh to a mouth that it may have missed because it is opened wide, or says that it does not follow it. */
export async function followWideMouth(mesh: Model, picture: Pyramid, fit: MeshFit): Promise<MeshFit> {
  const gap = gapOf(fit.points);
  if (gap > GAP.narrow) return fit;
  const crop = cropAround(fit.points);
  const seen = gapOf((await runMesh(mesh, picture, lookFrom(crop, FARTHER))).points);
  if (seen < GAP.wide || seen < gap + GAP.more) return fit;
  const { points, features } = await runMesh(mesh, picture, lookFrom(crop, LOWER));
  if (gapOf(points) < gap + GAP.confirmed) return fit;
  if (gapOf(points) < FOLLOWS * seen) return { ...fit, missesMouth: true };
  return { ...fit, points, features };
}

function lookFrom(crop: Crop, { size, down }: { size: number; down: number }): Crop {
  const { x, y, side, angle } = crop;
  const below = down * side;
  return { x: x - below * Math.sin(angle), y: y + below * Math.cos(angle), side: size * side, angle };
}

/** Distance between the lips along the face, in face heights. */
function gapOf(points: Float32Array): number {
  const between = (a: number, b: number) =>
    [points[b * 3]! - points[a * 3]!, points[b * 3 + 1]! - points[a * 3 + 1]!] as const;
  const [x, y] = between(FOREHEAD, CHIN);
  const [dx, dy] = between(UPPER_LIP, LOWER_LIP);
  return (dx * x + dy * y) / (x * x + y * y || 1);
}
