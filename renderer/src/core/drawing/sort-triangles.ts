import { type FaceRig, FACE_TRIANGLES, RIM_TRIANGLES } from '../rig/face-rig.ts';

/**
 * Sorts triangles back to front (painter's algorithm): the rim first, then back-facing skin (such as the far temple
 * seen through an eye's opening), then front-facing skin. Returns the index of the first front-facing triangle.
 */
export function sortByDepth({ head: { form }, places, pose: { depths } }: FaceRig, into: Uint16Array): number {
  let behind = 0;
  for (let i = 0; i < COUNT; i++) {
    const a = FACE_TRIANGLES[i * 3]!;
    const b = FACE_TRIANGLES[i * 3 + 1]!;
    const c = FACE_TRIANGLES[i * 3 + 2]!;
    let key = RIM_KEY;
    if (i < COUNT - RIM_TRIANGLES) {
      key = depths[a]! + depths[b]! + depths[c]!;
      if (winding(form, 3, a, b, c) * winding(places, 2, a, b, c) < 0) {
        key += BEHIND_KEY;
        behind++;
      }
    }
    order[i] = Math.round((key - RIM_KEY) * KEY_STEPS) * COUNT + i;
  }
  order.sort();
  for (let i = 0; i < COUNT; i++) {
    const triangle = order[i]! % COUNT;
    for (let corner = 0; corner < 3; corner++) into[i * 3 + corner] = FACE_TRIANGLES[triangle * 3 + corner]!;
  }
  return RIM_TRIANGLES + behind;
}

const COUNT = FACE_TRIANGLES.length / 3;
/**
 * Depth and index of each triangle packed into one number: sorting numbers is ten times as fast as sorting with a
 * comparator.
 */
const order = new Float64Array(COUNT);
const KEY_STEPS = 1e6;
/** Less than every depth; those stay within a few face widths. */
const RIM_KEY = -200;
const BEHIND_KEY = -100;

/**
 * Signed area of a triangle, whose sign is its winding. A point takes `step` numbers, of which the first two are used.
 */
function winding(points: Float32Array, step: number, a: number, b: number, c: number): number {
  const x = points[a * step]!;
  const y = points[a * step + 1]!;
  return (points[b * step]! - x) * (points[c * step + 1]! - y) - (points[b * step + 1]! - y) * (points[c * step]! - x);
}
