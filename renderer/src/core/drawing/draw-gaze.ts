import { LEFT_EYE_RIMS, RIGHT_EYE_RIMS } from '../face/landmarks.ts';
import type { PlaneSet } from '../picture/planes.ts';
import { type FaceRig, OPENINGS } from '../rig/face-rig.ts';
import type { Expression } from '../rig/pose-face.ts';
import { linearStep } from '../smoothstep.ts';
import { blendTriangle, type Overlay } from './blend-triangle.ts';

/**
 * How far a shifted gaze reaches over the lids, as a share of the eye's opening. The mesh meets the lids' edges to a pixel or two only: without
 * it, slivers of the white would stay where the iris has moved to.
 */
const MARGIN = 0.25;
/** From this gaze on it is drawn with full opacity; once a lid has closed by this share, it is not drawn any more. */
const SHIFTED = 0.15;
const CLOSING = 0.25;

const EYES = [LEFT_EYE_RIMS, RIGHT_EYE_RIMS] as const;
const LENGTH = LEFT_EYE_RIMS.upper.length;
/** Points of one eye: above its opening, the opening's upper and lower end, and below it. */
const ROWS = 4;
const POINTS = EYES.length * ROWS * LENGTH;

/** What `drawGaze` draws: for each point its place in the film and in the photo, in film pixels, and its opacity. */
interface Gaze {
  places: Float32Array;
  source: Float32Array;
  share: Float32Array;
}

/** Draws eyes that look aside once more over their lids, fading out beyond them. `placeIn` converts film pixels to those of a plane. */
export function drawGaze(
  rig: FaceRig,
  expression: Expression,
  planeSets: readonly (readonly [from: PlaneSet, to: PlaneSet])[],
  placeIn: (planeSet: PlaneSet, places: Float32Array, isFrame: boolean, into: Float32Array) => void,
): void {
  const gaze = layOutGaze(rig, expression);
  if (!gaze) return;
  const target = new Float32Array(POINTS * 2);
  const overlay: Overlay = {
    source: new Float32Array(POINTS * 2),
    share: gaze.share,
    gain: new Float32Array(POINTS).fill(1),
    shifts: [new Float32Array(POINTS), new Float32Array(POINTS)],
  };
  for (const [from, to] of planeSets) {
    placeIn(from, gaze.source, false, overlay.source);
    placeIn(to, gaze.places, true, target);
    const own = { ...overlay, shifts: overlay.shifts.slice(0, from.planes.length) };
    for (let row = 0; row < POINTS / LENGTH; row++) {
      if (row % ROWS === ROWS - 1) continue;
      for (let i = 0; i + 1 < LENGTH; i++) {
        const [a, below] = [row * LENGTH + i, (row + 1) * LENGTH + i];
        blendTriangle(from, to, target, own, a, a + 1, below);
        blendTriangle(from, to, target, own, a + 1, below + 1, below);
      }
    }
  }
}

/** Undefined if the eyes look ahead. */
function layOutGaze(rig: FaceRig, { gaze = 0, leftLid = 0, rightLid = 0 }: Expression): Gaze | undefined {
  if (gaze === 0) return undefined;
  const laid: Gaze = {
    places: new Float32Array(POINTS * 2),
    source: new Float32Array(POINTS * 2),
    share: new Float32Array(POINTS),
  };
  const shifted = linearStep(Math.abs(gaze), 0, SHIFTED);
  EYES.forEach((_, eye) => {
    const isFar = eye === 0 ? rig.head.yaw < 0 : rig.head.yaw > 0;
    // What a turn uncovers is drawn over the far eye.
    const seen = isFar ? 1 - rig.uncovered : 1;
    const share = shifted * seen * (1 - linearStep(eye === 0 ? leftLid : rightLid, 0, CLOSING));
    const first = eye * ROWS * LENGTH;
    for (let i = 0; i < LENGTH; i++) {
      const upper = OPENINGS + eye * 2 * LENGTH + i;
      const lower = upper + LENGTH;
      for (const [from, into] of [
        [rig.places, laid.places],
        [rig.source, laid.source],
      ] as const) {
        for (const k of [0, 1]) {
          const [top, bottom] = [from[upper * 2 + k]!, from[lower * 2 + k]!];
          const beyond = MARGIN * (bottom - top);
          [top - beyond, top, bottom, bottom + beyond].forEach((place, row) => {
            into[(first + row * LENGTH + i) * 2 + k] = place;
          });
        }
      }
      for (const row of [1, 2]) laid.share[first + row * LENGTH + i] = share;
    }
  });
  return laid;
}
