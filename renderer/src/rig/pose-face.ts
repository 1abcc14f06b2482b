import type { Head } from '../face/head.ts';
import { smooth } from '../smooth.ts';
import type { Shape, ShapeName } from './shapes.ts';

/** What a face does at one moment. Shapes run from 0 to 1, angles are degrees: to the right, downwards, clockwise. */
export type Expression = Partial<Record<ShapeName, number>> & {
  yaw?: number;
  pitch?: number;
  roll?: number;
  /** Along the head's own right and down, in face widths. */
  right?: number;
  down?: number;
  /** Where the eyes look, to the right and to the left: 1 is as far as is seemly. */
  gaze?: number;
};

/** How far below the ears' line the head turns and tilts about, in face widths. */
const NECK = 0.35;
/** Near the contour the mesh's depth is steep and unsure: it is blended into that of a smooth bowl. */
const BOWL_FROM = 0.3;

export interface Pose {
  /** How far each point of the mesh lies from its place at rest, in film pixels, x and y in turn. */
  offsets: Float32Array;
  /** How near each point is to the viewer. */
  depths: Float32Array;
}

/** The depth of each point of the form, with the contour smoothed. */
export function smoothDepth(form: Float32Array): Float32Array {
  const depths = new Float32Array(form.length / 3);
  for (let i = 0; i < depths.length; i++) {
    const [x, y, z] = [form[i * 3]!, form[i * 3 + 1]!, form[i * 3 + 2]!];
    const radius = (x / 0.5) ** 2 + ((y - 0.05) / 0.72) ** 2;
    const share = smooth((Math.sqrt(radius) - BOWL_FROM) / (1 - BOWL_FROM));
    depths[i] = z + (Math.max(-0.05, 0.42 * (1 - radius)) - z) * share;
  }
  return depths;
}

/** Moves every point of the mesh by the shapes of an expression and turns the head. */
export function poseFace(
  head: Head,
  depthsAtRest: Float32Array,
  shapes: Record<ShapeName, Shape>,
  expression: Expression,
  pose: Pose,
): void {
  const { yaw: _yaw, pitch: _pitch, roll: _roll, right: _right, down: _down, gaze: _gaze, ...weights } = expression;
  const active = Object.entries(weights).filter(([, weight]) => weight !== 0) as [ShapeName, number][];
  const turning = turningOf(expression);
  const moved = { x: 0, y: 0, depth: 0 };
  for (let i = 0; i < depthsAtRest.length; i++) {
    let [a, b, c] = [head.form[i * 3]!, head.form[i * 3 + 1]!, depthsAtRest[i]!];
    for (const [name, weight] of active) {
      const shape = shapes[name];
      a += shape[i * 3]! * weight;
      b += shape[i * 3 + 1]! * weight;
      c += shape[i * 3 + 2]! * weight;
    }
    turnPoint(head, depthsAtRest, turning, i, [a, b, c], moved);
    pose.offsets[i * 2] = moved.x;
    pose.offsets[i * 2 + 1] = moved.y;
    pose.depths[i] = moved.depth;
  }
}

/** How far a point of the mesh lies from its place at rest when the head turns and the face does nothing; film pixels. */
export function turnedOffset(
  head: Head,
  depthsAtRest: Float32Array,
  expression: Expression,
  point: number,
): readonly [number, number] {
  const moved = { x: 0, y: 0, depth: 0 };
  const form = [head.form[point * 3]!, head.form[point * 3 + 1]!, depthsAtRest[point]!] as const;
  turnPoint(head, depthsAtRest, turningOf(expression), point, form, moved);
  return [moved.x, moved.y];
}

interface Turning {
  yaw: [number, number];
  pitch: [number, number];
  roll: [number, number];
  right: number;
  down: number;
}

function turningOf({ yaw = 0, pitch = 0, roll = 0, right = 0, down = 0 }: Expression): Turning {
  return { yaw: turn(yaw), pitch: turn(pitch), roll: turn(roll), right, down };
}

/** `moved` gets how far the point, now at `form` of the head's own space, lies from its place at rest. */
function turnPoint(
  { form: rest, axes, width }: Head,
  depthsAtRest: Float32Array,
  { yaw: [sinYaw, cosYaw], pitch: [sinPitch, cosPitch], roll: [sinRoll, cosRoll], right, down }: Turning,
  point: number,
  [x, y, z]: readonly [number, number, number],
  moved: { x: number; y: number; depth: number },
): void {
  const [[rightX, rightY, rightZ], [downX, downY, downZ], [frontX, frontY, frontZ]] = axes;
  const yawed = x * cosYaw + z * sinYaw;
  const depth = z * cosYaw - x * sinYaw;
  const pitched = y * cosPitch + depth * sinPitch;
  const c = depth * cosPitch - y * sinPitch;
  const a = yawed * cosRoll - (pitched - NECK) * sinRoll + right;
  const b = NECK + (pitched - NECK) * cosRoll + yawed * sinRoll + down;
  const [u, v, w] = [a - rest[point * 3]!, b - rest[point * 3 + 1]!, c - depthsAtRest[point]!];
  moved.x = width * (u * rightX + v * downX + w * frontX);
  moved.y = width * (u * rightY + v * downY + w * frontY);
  moved.depth = a * rightZ + b * downZ + c * frontZ;
}

function turn(degrees: number): [number, number] {
  const angle = (degrees * Math.PI) / 180;
  return [Math.sin(angle), Math.cos(angle)];
}
