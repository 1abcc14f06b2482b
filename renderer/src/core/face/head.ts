import {
  CHIN,
  FOREHEAD,
  LEFT_CORNER,
  LEFT_EDGE,
  LEFT_EYE_RIMS,
  LOWER_LIP,
  NOSE_TIP,
  RIGHT_CORNER,
  RIGHT_EDGE,
  RIGHT_EYE_RIMS,
  UPPER_LIP,
  type Rims,
} from './landmarks.ts';
import type { MeshFit } from './fit-mesh.ts';
import { silhouetteAt, seenAcross } from './silhouette.ts';
import { smoothstep } from '../smoothstep.ts';
import type { Box, Size } from '../picture/framing.ts';

export type Vector = readonly [number, number, number];

/** A face at rest, measured in film pixels and in head coordinates. */
export interface Head {
  /** The 468 landmarks in film pixels, x and y in turn. */
  places: Float32Array;
  /** The landmarks in head coordinates: right, down and forward from the midpoint between the ears, in face widths. */
  form: Float32Array;
  /** Width of the face in film pixels, as seen from the front. */
  width: number;
  /** Orthonormal axes of the head in film space: right, down, towards the viewer. */
  axes: readonly [Vector, Vector, Vector];
  /** Yaw in degrees, positive towards the head's right axis (the right of the picture unless the head is tilted). */
  yaw: number;
  /** Visible width of the far cheek beyond the tip of the nose, in face widths. */
  beyondNose: number;
  /** Distance between the lips, in face widths. */
  mouthGap: number;
  /** How much the mouth smiles at rest, 0 to 1. */
  grin: number;
  /** Sine of the upward pitch of the chin; negative for a lowered chin. */
  raised: number;
  /** Opening of each eye, left in the picture first: the gap between the lids divided by the eye's length. */
  eyesOpen: readonly [number, number];
}

/**
 * Distance of the nose's tip in front of the ears, in face widths. The model's depth is scaled towards it, within
 * limits.
 */
const NOSE_DEPTH = 0.55;

/** Measures a fitted mesh. `toFilm` maps a point of the picture that was searched to film pixels. */
export function measureHead({ points }: MeshFit, toFilm: (x: number, y: number) => [number, number]): Head {
  const count = points.length / 3;
  const places = new Float32Array(count * 2);
  for (let i = 0; i < count; i++) {
    const [x, y] = toFilm(points[i * 3]!, points[i * 3 + 1]!);
    places[i * 2] = x;
    places[i * 2 + 1] = y;
  }
  const [ax, ay] = toFilm(0, 0);
  const [bx, by] = toFilm(1000, 0);
  const scale = Math.hypot(bx - ax, by - ay) / 1000;
  const raw =
    (z: number) =>
    (i: number): Vector => [places[i * 2]!, places[i * 2 + 1]!, -points[i * 3 + 2]! * z];
  const guess = frameOf(raw(scale));
  const depth = dot(minus(raw(scale)(NOSE_TIP), guess.middle), guess.axes[2]) / guess.width;
  const at = raw(scale * Math.max(0.6, Math.min(1.2, NOSE_DEPTH / Math.max(0.1, depth))));
  const { middle, width, axes } = frameOf(at);
  const form = new Float32Array(count * 3);
  for (let i = 0; i < count; i++) {
    const offset = minus(at(i), middle);
    axes.forEach((axis, k) => (form[i * 3 + k] = dot(offset, axis) / width));
  }
  const yaw = (Math.asin(Math.max(-1, Math.min(1, alongOwnRight(axes)))) * 180) / Math.PI;
  return {
    places,
    form,
    width,
    axes,
    yaw,
    beyondNose: beyondNose({ form, yaw }),
    mouthGap: form[LOWER_LIP * 3 + 1]! - form[UPPER_LIP * 3 + 1]!,
    grin: grinOf(form),
    raised: axes[1][2],
    eyesOpen: [openness(form, LEFT_EYE_RIMS), openness(form, RIGHT_EYE_RIMS)],
  };
}

/** Sine of the yaw about the head's own vertical axis, so that a tilted head looking down does not count as turned. */
function alongOwnRight([right, , front]: Head['axes']): number {
  return (front[0] * right[0] + front[1] * right[1]) / (Math.hypot(right[0], right[1]) || 1);
}

function beyondNose({ form, yaw }: Pick<Head, 'form' | 'yaw'>): number {
  const [across, down, forward] = [0, 1, 2].map((k) => form[NOSE_TIP * 3 + k]!) as [number, number, number];
  const tip = seenAcross((Math.sign(yaw) || 1) * across, forward, yaw);
  return (silhouetteAt({ form, yaw }, down)?.reach ?? tip) - tip;
}

/** Height of the mouth corners above the middle of the lips, mapped to 0 to 1. */
export function grinOf(form: Float32Array): number {
  const down = (point: number) => form[point * 3 + 1]!;
  const lips = (down(UPPER_LIP) + down(LOWER_LIP)) / 2;
  const corners = (down(LEFT_CORNER) + down(RIGHT_CORNER)) / 2;
  return smoothstep((lips - corners - 0.01) / 0.035);
}

function openness(form: Float32Array, { upper, lower }: Rims): number {
  const middle = upper.length >> 1;
  const apart = (a: number, b: number) => Math.hypot(form[a * 3]! - form[b * 3]!, form[a * 3 + 1]! - form[b * 3 + 1]!);
  return apart(upper[middle]!, lower[middle]!) / apart(upper[0]!, upper.at(-1)!);
}

interface Frame {
  middle: Vector;
  width: number;
  axes: readonly [Vector, Vector, Vector];
}

/**
 * Head axes from the landmarks, corrected by the nose. The mesh pulls the hidden edge of the face into view, so axes
 * from the ears alone show half the real yaw. The axes are rotated until the nose lies on the midline.
 */
function frameOf(at: (i: number) => Vector): Frame {
  const { middle, width, axes } = frameOfEdges(at);
  const [right, down, front] = axes;
  const nose = minus(at(NOSE_TIP), middle);
  const missing = Math.atan2(dot(nose, right), dot(nose, front));
  const [sin, cos] = [Math.sin(missing), Math.cos(missing)];
  const facing = plus(scaled(right, sin), scaled(front, cos));
  return { middle, width, axes: [minus(scaled(right, cos), scaled(front, sin)), down, facing] };
}

function frameOfEdges(at: (i: number) => Vector): Frame {
  const left = at(LEFT_EDGE);
  const right = at(RIGHT_EDGE);
  const across = minus(right, left);
  const width = Math.hypot(...across);
  const rightwards = scaled(across, 1 / width);
  const upright = minus(at(CHIN), at(FOREHEAD));
  const skew = dot(upright, rightwards);
  const straight = minus(upright, scaled(rightwards, skew));
  const downwards = scaled(straight, 1 / Math.hypot(...straight));
  const middle: Vector = [(left[0] + right[0]) / 2, (left[1] + right[1]) / 2, (left[2] + right[2]) / 2];
  return { middle, width, axes: [rightwards, downwards, cross(rightwards, downwards)] };
}

function minus(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function plus(a: Vector, b: Vector): Vector {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

function scaled(a: Vector, factor: number): Vector {
  return [a[0] * factor, a[1] * factor, a[2] * factor];
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** Cross product; right × down points towards the viewer. */
function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** Bounding box of a head with its hair, in fractions of the picture. */
export function headBox({ places, width: side }: Pick<Head, 'places' | 'width'>, { width, height }: Size): Box {
  const xs = places.filter((_, i) => i % 2 === 0);
  const ys = places.filter((_, i) => i % 2 === 1);
  return {
    left: Math.max(0, (Math.min(...xs) - 0.15 * side) / width),
    right: Math.min(1, (Math.max(...xs) + 0.15 * side) / width),
    top: Math.max(0, (Math.min(...ys) - 0.4 * side) / height),
    bottom: Math.min(1, (Math.max(...ys) + 0.1 * side) / height),
  };
}
