import { type FaceRig, FACE_TRIANGLES, RIM_TRIANGLES } from '../rig/face-rig.ts';

/**
 * What is nearer to the viewer is drawn later; the rim around the face first of all, and then the skin that is seen from
 * behind, as the far temple through the hole of an eye. Returns where the skin begins that is seen from before.
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
/** Each triangle's depth and its number in one, since numbers alone are sorted ten times as fast as by a function. */
const order = new Float64Array(COUNT);
const KEY_STEPS = 1e6;
/** Before all depths, which are some face widths at most. */
const RIM_KEY = -200;
const BEHIND_KEY = -100;

/** Which way round a triangle goes, by its sign; `step` numbers make a point, of which two are looked at. */
function winding(points: Float32Array, step: number, a: number, b: number, c: number): number {
  const x = points[a * step]!;
  const y = points[a * step + 1]!;
  return (points[b * step]! - x) * (points[c * step + 1]! - y) - (points[b * step + 1]! - y) * (points[c * step]! - x);
}
