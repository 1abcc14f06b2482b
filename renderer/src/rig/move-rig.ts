import type { Field } from '../field.ts';
import type { FaceRig } from './face-rig.ts';
import { holdOpenings, keepLidsApart, turnEyes } from './openings.ts';
import { poseFace, type Expression } from './pose-face.ts';
import { MESH, OPENINGS, RIM } from './rig-points.ts';
import { sampleOffset } from './surroundings.ts';
import { moveOutline, uncoverFarSide } from './uncover-far-side.ts';

export function moveRig(rig: FaceRig, expression: Expression): void {
  const { head, shapes, jawDrop } = rig;
  poseFace(head, rig.depthsAtRest, shapes, expression, rig.pose);
  const { offsets } = rig.pose;
  const drop = (expression.jaw ?? 0) * head.width;
  const [right, down] = head.axes;
  for (let i = 0; i < MESH * 2; i++) {
    const at = (i >> 1) * 3;
    jawDrop[i] = drop * (shapes.jaw[at]! * right[i & 1]! + shapes.jaw[at + 1]! * down[i & 1]!);
  }
  for (let i = 0; i < MESH * 2; i++) {
    offsets[i]! *= rig.freedom[i >> 1]!;
    rig.places[i] = rig.rest[i]! + offsets[i]!;
  }
  keepLidsApart(rig);
  moveOutline(rig);
  turnEyes(rig, expression.gaze ?? 0);
  uncoverFarSide(rig, expression.yaw ?? 0);
}

/** Joins the rim to the field around it, and puts what lies in the openings in its place. */
export function settleRig(rig: FaceRig, expression: Expression, fieldOffsets: Float32Array, field: Field): void {
  const { rest, places } = rig;
  const offset = { x: 0, y: 0 };
  for (let i = RIM; i < OPENINGS; i++) {
    sampleOffset(fieldOffsets, field, rest[i * 2]!, rest[i * 2 + 1]!, offset);
    places[i * 2] = rest[i * 2]! + offset.x;
    places[i * 2 + 1] = rest[i * 2 + 1]! + offset.y;
  }
  holdOpenings(rig, expression);
}
