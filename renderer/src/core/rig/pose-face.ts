import type { Head } from '../face/head.ts';
import { smoothstep } from '../smoothstep.ts';
import type { BlendShape, BlendShapeName } from './blend-shapes.ts';

/**
 * The state of a face at one moment. Blend shape weights run from 0 to 1; yaw, pitch, roll are in degrees, positive to
 * the right, down and clockwise.
 */
export type Expression = Partial<Record<BlendShapeName, number>> & {
  yaw?: number;
  pitch?: number;
  roll?: number;
  /** Translation along the head's own right and down axes, in face widths. */
  right?: number;
  down?: number;
  /** Gaze direction, -1 (left) to 1 (right). */
  gaze?: number;
};

/** Distance of the rotation centre below the line between the ears, in face widths. */
export const NECK = 0.35;
/**
 * Near the contour the mesh's depth is steep and unreliable, so it is blended into a smooth paraboloid beyond this
 * radius.
 */
const BOWL_FROM = 0.3;
/**
 * The paraboloid, in face widths: its depth in the middle, how far behind the ears it may reach, its centre below the
 * line between the ears, and its half-axes. Above the centre it is the skull with its hair, wider and higher than the
 * face, so that the hair turns with the brow.
 */
const BOWL = { depth: 0.42, least: -0.05, centre: 0.05, across: 0.5, down: 0.72, up: 1.1, wider: 0.1, widest: 0.55 };

export interface Pose {
  /** Displacement of each vertex from rest, x and y, in film pixels. */
  offsets: Float32Array;
  /** Depth of each vertex; larger is nearer to the viewer. */
  depths: Float32Array;
}

/** Depth of each vertex at rest, smoothed towards the contour. Face widths. */
export function smoothDepth(form: Float32Array): Float32Array {
  const depths = new Float32Array(form.length / 3);
  for (let i = 0; i < depths.length; i++) {
    const [x, y, z] = [form[i * 3]!, form[i * 3 + 1]!, form[i * 3 + 2]!];
    const radius = bowlRadius(x, y);
    const share = smoothstep((Math.sqrt(radius) - BOWL_FROM) / (1 - BOWL_FROM));
    depths[i] = z + (bowlDepth(radius) - z) * share;
  }
  return depths;
}

/** Depth of the head's surface outside the face, in face widths: 0 at the outline of the hair. */
export function headDepth(x: number, y: number): number {
  return bowlDepth(bowlRadius(x, y));
}

/** Slope of that surface to the right and downwards. */
export function headSlope(x: number, y: number): [number, number] {
  const step = 0.02;
  const deeper = (dx: number, dy: number) =>
    (BOWL.depth * (bowlRadius(x - dx, y - dy) - bowlRadius(x + dx, y + dy))) / (2 * step);
  return [deeper(step, 0), deeper(0, step)];
}

/** Squared distance from the paraboloid's middle: 1 at the outline of the head. */
export function bowlRadius(x: number, y: number): number {
  const { centre, across, down, up, wider, widest } = BOWL;
  const above = Math.max(0, centre - y);
  return (x / (across + wider * smoothstep(above / widest))) ** 2 + ((y - centre) / (above > 0 ? up : down)) ** 2;
}

function bowlDepth(radius: number): number {
  return Math.max(BOWL.least, BOWL.depth * (1 - radius));
}

/** Applies the blend shapes, then the rigid head motion, to every vertex. Writes to `pose`. */
export function poseFace(
  head: Head,
  depthsAtRest: Float32Array,
  shapes: Record<BlendShapeName, BlendShape>,
  expression: Expression,
  pose: Pose,
): void {
  const { yaw: _yaw, pitch: _pitch, roll: _roll, right: _right, down: _down, gaze: _gaze, ...weights } = expression;
  const active = (Object.entries(weights) as [BlendShapeName, number][])
    .filter(([, weight]) => weight !== 0)
    .map(([name, weight]) => ({ shape: shapes[name], weight }));
  const turning = turningOf(expression);
  const moved = { x: 0, y: 0, depth: 0 };
  for (let i = 0; i < depthsAtRest.length; i++) {
    let x = head.form[i * 3]!;
    let y = head.form[i * 3 + 1]!;
    let z = depthsAtRest[i]!;
    for (const { shape, weight } of active) {
      x += shape[i * 3]! * weight;
      y += shape[i * 3 + 1]! * weight;
      z += shape[i * 3 + 2]! * weight;
    }
    turnPoint(head, turning, head.form[i * 3]!, head.form[i * 3 + 1]!, depthsAtRest[i]!, x, y, z, moved);
    pose.offsets[i * 2] = moved.x;
    pose.offsets[i * 2 + 1] = moved.y;
    pose.depths[i] = moved.depth;
  }
}

/** Displacement of one vertex under the head motion alone, without blend shapes, in film pixels. */
export function turnedOffset(
  head: Head,
  depthsAtRest: Float32Array,
  expression: Expression,
  point: number,
): readonly [number, number] {
  const moved = { x: 0, y: 0, depth: 0 };
  const x = head.form[point * 3]!;
  const y = head.form[point * 3 + 1]!;
  const z = depthsAtRest[point]!;
  turnPoint(head, turningOf(expression), x, y, z, x, y, z, moved);
  return [moved.x, moved.y];
}

/**
 * The head motion as an affine map from a place at rest in head coordinates (right, down, forward) to its displacement
 * in film pixels: for x, then for y, the factors of the three coordinates and a constant.
 */
export function headMotion(head: Head, expression: Expression, into: Float64Array): Float64Array {
  const turning = turningOf(expression);
  const moved = { x: 0, y: 0, depth: 0 };
  turnPoint(head, turning, 0, 0, 0, 0, 0, 0, moved);
  into[3] = moved.x;
  into[7] = moved.y;
  for (let k = 0; k < 3; k++) {
    const [x, y, z] = [k === 0 ? 1 : 0, k === 1 ? 1 : 0, k === 2 ? 1 : 0];
    turnPoint(head, turning, x, y, z, x, y, z, moved);
    into[k] = moved.x - into[3];
    into[4 + k] = moved.y - into[7];
  }
  return into;
}

interface Turning {
  yaw: Turn;
  pitch: Turn;
  roll: Turn;
  right: number;
  down: number;
}

interface Turn {
  sin: number;
  cos: number;
}

function turningOf({ yaw = 0, pitch = 0, roll = 0, right = 0, down = 0 }: Expression): Turning {
  return { yaw: turn(yaw), pitch: turn(pitch), roll: turn(roll), right, down };
}

/** Writes to `moved` the displacement of a vertex at `x`, `y`, `z` in head coordinates from its place at rest. */
function turnPoint(
  { axes: [rightwards, downwards, forwards], width }: Head,
  { yaw, pitch, roll, right, down }: Turning,
  restX: number,
  restY: number,
  restZ: number,
  x: number,
  y: number,
  z: number,
  moved: { x: number; y: number; depth: number },
): void {
  const yawed = x * yaw.cos + z * yaw.sin;
  const depth = z * yaw.cos - x * yaw.sin;
  const pitched = y * pitch.cos + depth * pitch.sin;
  const c = depth * pitch.cos - y * pitch.sin;
  const a = yawed * roll.cos - (pitched - NECK) * roll.sin + right;
  const b = NECK + (pitched - NECK) * roll.cos + yawed * roll.sin + down;
  const u = a - restX;
  const v = b - restY;
  const w = c - restZ;
  moved.x = width * (u * rightwards[0] + v * downwards[0] + w * forwards[0]);
  moved.y = width * (u * rightwards[1] + v * downwards[1] + w * forwards[1]);
  moved.depth = a * rightwards[2] + b * downwards[2] + c * forwards[2];
}

function turn(degrees: number): Turn {
  const angle = (degrees * Math.PI) / 180;
  return { sin: Math.sin(angle), cos: Math.cos(angle) };
}
