import type { Head } from '../face/head.ts';
import type { HiddenParts } from '../face/hidden-parts.ts';
import { type Rectangle, type Size, wholeOf } from '../picture/framing.ts';
import type { Planes } from '../picture/planes.ts';
import { type FaceRig, MESH, OPENINGS, POINTS, RIM } from './face-rig.ts';
import { extendVisibleSkin, measureBesideLens, lensStrain, visibleOutline } from '../far-side/far-side.ts';
import { findEdge } from '../far-side/find-edge.ts';
import { measureCavity, measureLashes } from '../face/feature-tones.ts';
import { mirrorSkin } from '../far-side/mirror-skin.ts';
import { openingPlaces } from './openings.ts';
import { occludedShares, outlineOf, type Neighbours } from './occlusion.ts';
import { smoothDepth } from './pose-face.ts';
import { buildBlendShapes } from './blend-shapes.ts';
import { hasRims, wearsSpectacles } from '../face/glasses.ts';
import { freedomAt, measureSurroundings } from './surroundings.ts';
import { placeTwins } from './uncover-far-side.ts';

/** How far outside the face contour the mesh meets the warp field around it, in face widths. */
const RIM_WIDTH = 0.07;
const EDGE = 0.16;
/** Within this distance of a face in front of it, a face's vertices follow that face's outline. Face widths. */
const COVERED = 0.12;

/**
 * Precomputes everything that stays constant over a film for one head. `size` is the film's, in pixels, and `area` the part of it where
 * things move; `photo` is at `scale` times that size. `isCutOut`: whether people move in front of a background that stays.
 */
export function buildRig(
  head: Head & Partial<HiddenParts>,
  { before, behind, apart }: Neighbours,
  size: Size,
  photo: Planes,
  scale: number,
  area: Rectangle = wholeOf(size),
  isCutOut = false,
): FaceRig {
  const outline = visibleOutline(head);
  const edgeWithin = findEdge(head, photo, scale);
  const worn = wearsSpectacles(head, photo, scale);
  const rims = hasRims(head, photo, scale);
  const besideLens = measureBesideLens(head, worn);
  const rest = new Float32Array(POINTS * 2);
  rest.set(head.places);
  outline.forEach((point, i) => rest.set(outwards(head, outline, point), (RIM + i) * 2));
  rest.set(openingPlaces(head), OPENINGS * 2);
  const isMouthCovered = head.mouthHidden === true && !head.mouthAgape;
  const mirrored = placeTwins(mirrorSkin(head, edgeWithin, besideLens, photo, scale, isMouthCovered), rest);
  const covered = occludedShares(before, rest, COVERED * head.width);
  const depthsAtRest = smoothDepth(head.form);
  return {
    head,
    outline,
    outlineOffsets: new Float32Array(outline.length * 2),
    motion: new Float64Array(8),
    surroundings: measureSurroundings(
      head,
      outline,
      depthsAtRest,
      { others: [...before, ...apart].map(outlineOf), behind: behind.map(outlineOf) },
      size,
      area,
      isCutOut,
    ),
    shapes: buildBlendShapes(head, rims),
    depthsAtRest,
    pose: { offsets: new Float32Array(MESH * 2), depths: new Float32Array(MESH) },
    jawDrop: new Float32Array(MESH * 2),
    lipsShut: new Float32Array(MESH * 2),
    freedom: Float32Array.from(
      { length: MESH },
      (_, i) => freedomAt(rest[i * 2]!, rest[i * 2 + 1]!, area, EDGE * head.width) * (1 - covered[i]!),
    ),
    covered,
    rest,
    places: rest.slice(),
    source: rest.slice(),
    rimSource: rest.slice(),
    borrowed: extendVisibleSkin(head, edgeWithin, besideLens),
    mirrored: { ...mirrored, mostly: mirrored.mostly * (1 - lensStrain(head.yaw, worn)) },
    uncovered: 0,
    rims,
    lashes: measureLashes(photo, scale, head.places),
    cavity: measureCavity(head, photo, scale),
  };
}

function outwards({ places, width }: Head, outline: readonly number[], point: number): [number, number] {
  let [x, y] = [0, 0];
  for (const each of outline) {
    x += places[each * 2]! / outline.length;
    y += places[each * 2 + 1]! / outline.length;
  }
  const [dx, dy] = [places[point * 2]! - x, places[point * 2 + 1]! - y];
  const factor = 1 + (RIM_WIDTH * width) / Math.hypot(dx, dy);
  return [x + dx * factor, y + dy * factor];
}
