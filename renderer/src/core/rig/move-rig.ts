import type { WarpGrid } from '../picture/warp-grid.ts';
import { type FaceRig, MESH, OPENINGS, RIM } from './face-rig.ts';
import { poseOpenings, keepLidsApart, shiftGaze } from './openings.ts';
import { headMotion, poseFace, type Expression } from './pose-face.ts';
import type { BlendShape } from './blend-shapes.ts';
import { sampleOffset } from './surroundings.ts';
import { moveOutline, uncoverFarSide } from './uncover-far-side.ts';

/** Poses a rig for one frame, except for the points that depend on the warp field: see `settleRig`. */
export function moveRig(rig: FaceRig, expression: Expression): void {
  const { head, shapes } = rig;
  poseFace(head, rig.depthsAtRest, shapes, expression, rig.pose);
  headMotion(head, expression, rig.motion);
  const { offsets } = rig.pose;
  placeShape(rig, shapes.jaw, expression.jaw, rig.jawDrop);
  placeShape(rig, shapes.seal, expression.seal, rig.lipsShut);
  for (let i = 0; i < MESH * 2; i++) {
    offsets[i]! *= rig.freedom[i >> 1]!;
    rig.places[i] = rig.rest[i]! + offsets[i]!;
  }
  keepLidsApart(rig);
  moveOutline(rig);
  shiftGaze(rig, expression.gaze ?? 0);
  uncoverFarSide(rig, expression.yaw ?? 0);
}

/** Film-pixel displacements of one shape at `weight`, on a head that does not turn. */
function placeShape({ head: { axes, width } }: FaceRig, shape: BlendShape, weight = 0, into: Float32Array): void {
  if (weight === 0) return void into.fill(0);
  for (let i = 0; i < into.length; i++) {
    const at = (i >> 1) * 3;
    into[i] = weight * width * axes.reduce((sum, axis, k) => sum + shape[at + k]! * axis[i & 1]!, 0);
  }
}

/**
 * Completes a posed rig from the warp field: the rim, vertices under another face, and the insides of eyes and mouth.
 */
export function settleRig(rig: FaceRig, expression: Expression, fieldOffsets: Float32Array, field: WarpGrid): void {
  const { rest, places, covered } = rig;
  const offset = { x: 0, y: 0 };
  for (let i = 0; i < MESH; i++) {
    if (covered[i] === 0) continue;
    sampleOffset(fieldOffsets, field, rest[i * 2]!, rest[i * 2 + 1]!, offset);
    places[i * 2]! += covered[i]! * offset.x;
    places[i * 2 + 1]! += covered[i]! * offset.y;
  }
  for (let i = RIM; i < OPENINGS; i++) {
    sampleOffset(fieldOffsets, field, rest[i * 2]!, rest[i * 2 + 1]!, offset);
    places[i * 2] = rest[i * 2]! + offset.x;
    places[i * 2 + 1] = rest[i * 2 + 1]! + offset.y;
  }
  poseOpenings(rig, expression);
}
