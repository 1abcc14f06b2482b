import { OVAL, MIRROR_LANDMARKS } from '../face/landmarks.ts';
import { type FaceRig, type Mirrored, OPENING_POINTS, OPENINGS, POINTS, RIM } from './face-rig.ts';
import { towardsFarSide } from '../far-side/far-side.ts';
import type { Twin } from '../far-side/mirror-skin.ts';
import { BLACK } from '../face/tone.ts';

/** After turning this far towards the viewer, in degrees, the uncovered skin is fully opaque. */
const UNCOVERING = 4;

export function uncoverFarSide(rig: FaceRig, yaw: number): void {
  const { head, outline, rest, source, rimSource, borrowed } = rig;
  rig.uncovered = Math.max(0, Math.min(1, (-Math.sign(head.yaw) * yaw) / UNCOVERING));
  for (let i = 0; i < borrowed.length; i++) source[i] = rest[i]! + rig.uncovered * borrowed[i]!;
  OVAL.forEach((point, i) => {
    if (outline[i] === point) return;
    for (const k of [0, 1]) {
      const [own, seen, beyond] = [point, outline[i]!, RIM + i].map((at) => rest[at * 2 + k]!) as [
        number,
        number,
        number,
      ];
      rimSource[point * 2 + k] = own + rig.uncovered * (seen + RIM_FROM * (beyond - seen) - own);
    }
  });
}

/**
 * Where the texture of the rim starts once a hidden contour vertex appears: 0 at the silhouette, 1 at the rim's outer
 * end. Further out, a strand of hair along the forehead would break off where the mesh begins.
 */
const RIM_FROM = 0.2;
/** Negative, so that the interpolated opacity of the mirrored texture reaches 0 shortly beyond the contour. */
const BEYOND_CONTOUR = -2;

/** Lays out the mirrored texture for all points. Opening points take over the values of the vertex they lie at. */
export function placeTwins(twins: readonly Twin[], rest: Float32Array): Mirrored {
  const values = () => new Float32Array(POINTS);
  const hidden = twins.filter(({ isHidden }) => isHidden);
  const mostly = hidden.length > 0 ? hidden.reduce((sum, twin) => sum + twin.share, 0) / hidden.length : 1;
  const mirrored: Mirrored = {
    source: rest.slice(),
    share: values(),
    gains: [values().fill(1), values().fill(1)],
    shifts: [values(), values(), values()],
    mostly,
  };
  const set = (at: number, twin: number, { share, light, plain, ofTwin }: Twin, seen = share + plain.share) => {
    const mix = (ofLight: number, ofPlain: number) => ofTwin * ofLight + (1 - ofTwin) * ofPlain;
    mirrored.source.set(rest.subarray(twin * 2, twin * 2 + 2), at * 2);
    mirrored.share[at] = seen;
    mirrored.gains[0][at] = mix(light.gain, 0);
    mirrored.gains[1][at] = mix(1, 0);
    mirrored.shifts[0][at] = mix(BLACK * (1 - light.gain), plain.colour.y);
    mirrored.shifts[1][at] = mix(light.u, plain.colour.u);
    mirrored.shifts[2][at] = mix(light.v, plain.colour.v);
  };
  for (const twin of twins) {
    set(twin.point, MIRROR_LANDMARKS[twin.point]!, twin);
    OPENING_POINTS.forEach(({ point, opposite }, i) => {
      if (point === twin.point) set(OPENINGS + i, OPENINGS + opposite, twin);
    });
    const onContour = OVAL.indexOf(twin.point);
    if (onContour !== -1) set(RIM + onContour, MIRROR_LANDMARKS[twin.point]!, twin, BEYOND_CONTOUR);
  }
  return mirrored;
}

/** Updates the silhouette: where a hidden contour vertex comes out beyond it, that vertex becomes the silhouette. */
export function moveOutline({ head, outline, outlineOffsets, places, rest }: FaceRig): void {
  const [farX, farY] = towardsFarSide(head, 1);
  outline.forEach((point, i) => {
    const hidden = OVAL[i]!;
    const ahead = (at: number) => places[at * 2]! * farX + places[at * 2 + 1]! * farY;
    const outer = ahead(hidden) > ahead(point) ? hidden : point;
    for (const k of [0, 1]) outlineOffsets[i * 2 + k] = places[outer * 2 + k]! - rest[point * 2 + k]!;
  });
}
