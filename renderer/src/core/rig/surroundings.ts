import { linearStep, smoothstep } from '../smoothstep.ts';
import { CELL, createWarpGrid, type WarpGrid } from '../picture/warp-grid.ts';
import type { Rectangle, Size } from '../picture/framing.ts';
import type { Head } from '../face/head.ts';
import { FOREHEAD } from '../face/landmarks.ts';
import { bowlRadius, headDepth, headSlope } from './pose-face.ts';

/**
 * How the pixels around a face move with it. The head takes its hair along as a solid body; ears, neck, and whatever else
 * the contour moves follow the contour. Computed once, on the warp grid, for the face at
 * rest.
 */
export interface Surroundings {
  /** Indices of the grid nodes that move at all. */
  nodes: Int32Array;
  /** For each of them, its place on the head (right, down, forward; face widths). */
  places: Float32Array;
  /** For each of them, how far it belongs to the head (0 to 1), and the weight of the head motion there. */
  held: Float32Array;
  /** For each of them, one weight per contour vertex. */
  shares: Float32Array;
  /** For each contour vertex, its place on the head. */
  contour: Float32Array;
}

/** Distance from the contour at which the movement has faded out, in face widths. */
const REACH = 0.6;
const EDGE = 0.1;
/**
 * The hair moves with the head up to the radius `whole` (see `bowlRadius`), and the movement has faded out at `none`. It
 * begins between two heights (`below`, `above`; face widths from the ears downwards), where the head's surface faces the
 * viewer: `facing` is the cosine from which it does.
 */
const HAIR = { whole: 0.95, none: 1.45, below: 0.15, above: -0.25, facing: 0.4 };
/** How far it moves where people are cut out: a hat as a whole, because no background moves with it. */
const CUT_OUT_HAIR = { whole: 1.7, none: 2.4 };

/**
 * Within `BESIDE_OTHER` of another face nothing is dragged along; within `BEHIND` of its own contour, faces behind are.
 * Face widths.
 */
const BESIDE_OTHER = 0.25;
const BEHIND = 0.25;

/**
 * Computes the weights. `outline` is the face's outline at rest, as mesh indices, and `others` are the outlines of the
 * other faces, which must not be dragged along, except for the border of a face `behind` it: otherwise the contour's old
 * position would remain visible there. Outlines are x, y in film pixels. Nothing moves outside of `area`. `isCutOut`: whether
 * the background stays where it is.
 */
export function measureSurroundings(
  head: Head,
  outline: readonly number[],
  depthsAtRest: Float32Array,
  { others, behind }: { others: readonly Float32Array[]; behind: readonly Float32Array[] },
  size: Size,
  area: Rectangle,
  isCutOut = false,
): Surroundings {
  const { columns, rows } = createWarpGrid(size.width, size.height);
  const { width } = head;
  const contour = Float32Array.from(outline.flatMap((point) => [...head.places.subarray(point * 2, point * 2 + 2)]));
  const reach = REACH * width;
  const { whole, none } = isCutOut ? CUT_OUT_HAIR : HAIR;
  const mostReach = (isCutOut ? MOST_REACH.cutOut : MOST_REACH.photo) * width;
  const [left, right, top, bottom] = bounds(contour, mostReach);
  const placeOnHead = headPlacer(head);
  const nodes: number[] = [];
  const places: number[] = [];
  const held: number[] = [];
  const shares: number[] = [];
  for (let row = Math.max(0, top); row <= Math.min(rows - 1, bottom); row++) {
    for (let column = Math.max(0, left); column <= Math.min(columns - 1, right); column++) {
      const [x, y] = [column * CELL, row * CELL];
      const away = distanceOutside(contour, x, y);
      if (away >= mostReach) continue;
      const place = placeOnHead(x, y);
      const isHair = place[3] * smoothstep((HAIR.below - place[1]) / (HAIR.below - HAIR.above));
      const radius = Math.sqrt(bowlRadius(place[0], place[1]));
      const hair = fade((radius - whole) / (none - whole));
      const near = fade(away / reach);
      let free = freedomAt(x, y, area, EDGE * width);
      const beside = (other: Float32Array) => fade(distanceOutside(other, x, y) / (BESIDE_OTHER * width));
      for (const other of others) {
        free *= isCutOut ? nearness(away, distanceOutside(other, x, y)) : 1 - beside(other);
      }
      const stays = 1 - fade(away / (BEHIND * width));
      for (const other of behind) free *= 1 - stays * beside(other);
      const weight = isHair * Math.max(hair, away === 0 ? 1 : 0) * free;
      if (weight + near * free < 0.006) continue;
      nodes.push(row * columns + column);
      places.push(place[0], place[1], place[2]);
      held.push(isHair, weight);
      shares.push(...sharesOf(contour, x, y, 0.06 * width, near * free));
    }
  }
  return {
    nodes: Int32Array.from(nodes),
    places: Float32Array.from(places),
    held: Float32Array.from(held),
    shares: Float32Array.from(shares),
    contour: Float32Array.from(
      outline.flatMap((point) => [head.form[point * 3]!, head.form[point * 3 + 1]!, depthsAtRest[point]!]),
    ),
  };
}

/** 1 near the own contour, 0 near the other one, and evenly less in between, where both heads are pushed together. */
function nearness(away: number, apart: number): number {
  return linearStep(apart / (away + apart || 1), 0.1, 0.9);
}

/** Nothing moves further from the contour than this, in face widths. */
const MOST_REACH = { photo: 0.75, cutOut: 1.3 };

/**
 * Returns a function that finds the place on the head that a film position shows: where the line of sight meets the
 * surface that `headDepth` describes, and how far that surface faces the viewer there, 0 to 1.
 */
function headPlacer({ places, form, axes: [rightwards, downwards, forwards], width }: Head) {
  const origin = [0, 1].map(
    (k) =>
      places[FOREHEAD * 2 + k]! -
      width *
        (form[FOREHEAD * 3]! * rightwards[k]! +
          form[FOREHEAD * 3 + 1]! * downwards[k]! +
          form[FOREHEAD * 3 + 2]! * forwards[k]!),
  ) as [number, number];
  const across = rightwards[0] * downwards[1] - rightwards[1] * downwards[0] || 1;
  return (x: number, y: number): [number, number, number, number] => {
    const [u, v] = [(x - origin[0]) / width, (y - origin[1]) / width];
    const place: [number, number, number, number] = [0, 0, 0, 0];
    for (let step = 0; step < 4; step++) {
      const [a, b] = [u - place[2] * forwards[0], v - place[2] * forwards[1]];
      place[0] = (a * downwards[1] - b * downwards[0]) / across;
      place[1] = (b * rightwards[0] - a * rightwards[1]) / across;
      place[2] = headDepth(place[0], place[1]);
    }
    const [slopeX, slopeY] = headSlope(place[0], place[1]);
    const towards = forwards[2] - slopeX * rightwards[2] - slopeY * downwards[2];
    place[3] = smoothstep(towards / Math.hypot(slopeX, slopeY, 1) / HAIR.facing);
    return place;
  };
}

/**
 * Adds the motion of a face's surroundings to `offsets`, which holds x and y for every grid node. `motion` is the head's
 * (see `headMotion`), `outlineOffsets` are the displacements of the contour's vertices.
 */
export function addOutlineMotion(
  { nodes, places, held, shares, contour }: Surroundings,
  motion: Float64Array,
  outlineOffsets: Float32Array,
  offsets: Float32Array,
): void {
  const points = outlineOffsets.length / 2;
  const solid = new Float32Array(outlineOffsets.length);
  for (let k = 0; k < points; k++) {
    solid[k * 2] = alongWith(motion, 0, contour, k * 3);
    solid[k * 2 + 1] = alongWith(motion, 1, contour, k * 3);
  }
  for (let i = 0; i < nodes.length; i++) {
    const isHeld = held[i * 2]!;
    const weight = held[i * 2 + 1]!;
    let x = weight * alongWith(motion, 0, places, i * 3);
    let y = weight * alongWith(motion, 1, places, i * 3);
    for (let k = 0; k < points; k++) {
      const share = shares[i * points + k]!;
      x += share * (outlineOffsets[k * 2]! - isHeld * solid[k * 2]!);
      y += share * (outlineOffsets[k * 2 + 1]! - isHeld * solid[k * 2 + 1]!);
    }
    const node = nodes[i]!;
    offsets[node * 2]! += x;
    offsets[node * 2 + 1]! += y;
  }
}

/** Displacement in x (0) or y (1) that the head motion gives the place that begins at `at`. */
function alongWith(motion: Float64Array, axis: 0 | 1, places: Float32Array, at: number): number {
  const row = axis * 4;
  return (
    motion[row]! * places[at]! +
    motion[row + 1]! * places[at + 1]! +
    motion[row + 2]! * places[at + 2]! +
    motion[row + 3]!
  );
}

/**
 * Inverts the forward displacement field on the touched nodes by a few fixed-point iterations, giving each node's source
 * position (backward warping).
 */
export function invertDisplacement(offsets: Float32Array, touched: readonly Int32Array[], field: WarpGrid): void {
  const sample = { x: 0, y: 0 };
  for (const nodes of touched) {
    for (const node of nodes) {
      const x = (node % field.columns) * CELL;
      const y = Math.floor(node / field.columns) * CELL;
      sample.x = offsets[node * 2]!;
      sample.y = offsets[node * 2 + 1]!;
      for (let step = 0; step < STEPS; step++) sampleOffset(offsets, field, x - sample.x, y - sample.y, sample);
      field.x[node] = x - sample.x;
      field.y[node] = y - sample.y;
    }
  }
}

const STEPS = 4;

/** Bilinear interpolation of the displacement field at a film position; clamped at the borders. */
export function sampleOffset(
  offsets: Float32Array,
  { columns, rows }: WarpGrid,
  x: number,
  y: number,
  into: { x: number; y: number },
): void {
  const atX = Math.max(0, Math.min(columns - 1.001, x / CELL));
  const atY = Math.max(0, Math.min(rows - 1.001, y / CELL));
  const column = Math.floor(atX);
  const row = Math.floor(atY);
  const across = atX - column;
  const down = atY - row;
  const node = (row * columns + column) * 2;
  const below = node + columns * 2;
  const upperX = offsets[node]! + (offsets[node + 2]! - offsets[node]!) * across;
  const lowerX = offsets[below]! + (offsets[below + 2]! - offsets[below]!) * across;
  into.x = upperX + (lowerX - upperX) * down;
  const upperY = offsets[node + 1]! + (offsets[node + 3]! - offsets[node + 1]!) * across;
  const lowerY = offsets[below + 1]! + (offsets[below + 3]! - offsets[below + 1]!) * across;
  into.y = upperY + (lowerY - upperY) * down;
}

function bounds(contour: Float32Array, margin: number): [number, number, number, number] {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < contour.length; i += 2) {
    left = Math.min(left, contour[i]!);
    right = Math.max(right, contour[i]!);
    top = Math.min(top, contour[i + 1]!);
    bottom = Math.max(bottom, contour[i + 1]!);
  }
  const cell = (value: number) => Math.round(value / CELL);
  return [cell(left - margin), cell(right + margin), cell(top - margin), cell(bottom + margin)];
}

/** Distance of a point from a closed polygon; 0 inside. */
export function distanceOutside(contour: Float32Array, x: number, y: number): number {
  let isInside = false;
  let nearest = Infinity;
  for (let i = 0, j = contour.length - 2; i < contour.length; j = i, i += 2) {
    const [ax, ay, bx, by] = [contour[i]!, contour[i + 1]!, contour[j]!, contour[j + 1]!];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside;
    const [dx, dy] = [bx - ax, by - ay];
    const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    nearest = Math.min(nearest, (ax + along * dx - x) ** 2 + (ay + along * dy - y) ** 2);
  }
  return isInside ? 0 : Math.sqrt(nearest);
}

/** Inverse-distance weights over the contour's vertices, normalised to `total`. */
function sharesOf(contour: Float32Array, x: number, y: number, softness: number, total: number): number[] {
  const weights = Array.from({ length: contour.length / 2 }, (_, k) => {
    const apart = (contour[k * 2]! - x) ** 2 + (contour[k * 2 + 1]! - y) ** 2 + softness ** 2;
    return 1 / (apart * Math.sqrt(apart));
  });
  const sum = weights.reduce((all, weight) => all + weight, 0);
  return weights.map((weight) => (weight * total) / sum);
}

/** 0 outside of the area where things move, and at its border, where no pixels could move in from outside; rises to 1 at `reach` from it. */
export function freedomAt(x: number, y: number, { left, top, width, height }: Rectangle, reach: number): number {
  const across = Math.min(x - left, left + width - 1 - x);
  const down = Math.min(y - top, top + height - 1 - y);
  return (1 - fade(across / reach)) * (1 - fade(down / reach));
}

/** 1 for x ≤ 0, falling smoothly to 0 for x ≥ 1. */
function fade(x: number): number {
  return smoothstep(1 - x);
}
