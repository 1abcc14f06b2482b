import type { Model } from '../model.ts';
import type { Pyramid } from '../picture/sample-crop.ts';
import { cropAround, type MeshFit, runMesh } from './fit-mesh.ts';
import { CHIN, FOREHEAD, LOWER_LIP, UPPER_LIP } from './landmarks.ts';

/**
 * A further look at a face, from farther away and lower: its crop relative to the second pass's. Of a mouth that is opened so
 * wide that the mesh stays on its upper lip, this one finds more.
 */
const FURTHER = { size: 1.2, down: 0.1 };
/**
 * Gaps between the lips, in face heights. Lips at most `narrow` apart may have been missed; they were if the further look finds
 * them `wide` apart, and by `more` further. Measured on 183 ordinary faces, with beards, lipstick and grey prints among
 * them: it finds at most 0.028 more. Of five wide mouths that were missed it found 0.106 to 0.227, by 0.078 to 0.213 more.
 */
const GAP = { narrow: 0.1, wide: 0.09, more: 0.06 };
/** A third pass follows the mouth if it finds this share of the gap. */
const FOLLOWS = 0.75;

/** Fits the mesh to a mouth that it may have missed because it is opened wide, or says that it does not follow it. */
export async function followWideMouth(mesh: Model, picture: Pyramid, fit: MeshFit): Promise<MeshFit> {
  const gap = gapOf(fit.points);
  if (gap > GAP.narrow) return fit;
  const crop = cropAround(fit.points);
  const [sin, cos] = [Math.sin(crop.angle), Math.cos(crop.angle)];
  const down = FURTHER.down * crop.side;
  const further = { ...crop, x: crop.x - down * sin, y: crop.y + down * cos, side: FURTHER.size * crop.side };
  const seen = gapOf((await runMesh(mesh, picture, further)).points);
  if (seen < GAP.wide || seen < gap + GAP.more) return fit;
  const { points, features } = await runMesh(mesh, picture, crop);
  if (gapOf(points) < FOLLOWS * seen) return { ...fit, missesMouth: true };
  return { ...fit, points, features };
}

/** Distance between the lips along the face, in face heights. */
function gapOf(points: Float32Array): number {
  const between = (a: number, b: number) =>
    [points[b * 3]! - points[a * 3]!, points[b * 3 + 1]! - points[a * 3 + 1]!] as const;
  const [x, y] = between(FOREHEAD, CHIN);
  const [dx, dy] = between(UPPER_LIP, LOWER_LIP);
  return (dx * x + dy * y) / (x * x + y * y || 1);
}
