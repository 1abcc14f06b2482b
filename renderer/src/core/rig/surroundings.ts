import { smoothstep } from '../smoothstep.ts';
import { CELL, createWarpGrid, type WarpGrid } from '../picture/warp-grid.ts';
import type { Size } from '../picture/framing.ts';

/**
 * Weights by which the pixels around a face follow its contour: hair, ears and neck give way, pixels further off stay.
 * Computed once, on the warp grid, for the face at rest.
 */
export interface Surroundings {
  /** Indices of the grid nodes that move at all. */
  nodes: Int32Array;
  /** For each of them, one weight per contour vertex. */
  shares: Float32Array;
}

/** Distance from the contour at which the movement has faded out, in face widths. */
const REACH = 0.6;
const EDGE = 0.1;

/**
 * Within `BESIDE_OTHER` of another face nothing is dragged along; within `BEHIND` of its own contour, faces behind are.
 * Face widths.
 */
const BESIDE_OTHER = 0.25;
const BEHIND = 0.25;

/**
 * Computes the weights. `contour` is the face's outline at rest and `others` those of the other faces, which must not
 * be dragged along, except for the border of a face `behind` it: otherwise the contour's old position would remain
 * visible there. Outlines are x, y in film pixels.
 */
export function measureSurroundings(
  contour: Float32Array,
  width: number,
  { others, behind }: { others: readonly Float32Array[]; behind: readonly Float32Array[] },
  size: Size,
): Surroundings {
  const { columns, rows } = createWarpGrid(size.width, size.height);
  const reach = REACH * width;
  const [left, right, top, bottom] = bounds(contour, reach);
  const nodes: number[] = [];
  const shares: number[] = [];
  for (let row = Math.max(0, top); row <= Math.min(rows - 1, bottom); row++) {
    for (let column = Math.max(0, left); column <= Math.min(columns - 1, right); column++) {
      const [x, y] = [column * CELL, row * CELL];
      const away = distanceOutside(contour, x, y);
      if (away >= reach) continue;
      let weight = fade(away / reach) * freedomAt(x, y, size, EDGE * width);
      const beside = (other: Float32Array) => fade(distanceOutside(other, x, y) / (BESIDE_OTHER * width));
      for (const other of others) weight *= 1 - beside(other);
      const stays = 1 - fade(away / (BEHIND * width));
      for (const other of behind) weight *= 1 - stays * beside(other);
      if (weight < 0.002) continue;
      nodes.push(row * columns + column);
      shares.push(...sharesOf(contour, x, y, 0.06 * width, weight));
    }
  }
  return { nodes: Int32Array.from(nodes), shares: Float32Array.from(shares) };
}

/** Adds the weighted motion of a face's outline to `offsets`, which holds x and y for every grid node. */
export function addOutlineMotion(
  { nodes, shares }: Surroundings,
  outlineOffsets: Float32Array,
  offsets: Float32Array,
): void {
  const points = outlineOffsets.length / 2;
  for (let i = 0; i < nodes.length; i++) {
    let x = 0;
    let y = 0;
    for (let k = 0; k < points; k++) {
      const share = shares[i * points + k]!;
      x += share * outlineOffsets[k * 2]!;
      y += share * outlineOffsets[k * 2 + 1]!;
    }
    const node = nodes[i]!;
    offsets[node * 2]! += x;
    offsets[node * 2 + 1]! += y;
  }
}

/**
 * Inverts the forward displacement field on the touched nodes by two fixed-point iterations, giving each node's source
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
      for (let step = 0; step < 2; step++) sampleOffset(offsets, field, x - sample.x, y - sample.y, sample);
      field.x[node] = x - sample.x;
      field.y[node] = y - sample.y;
    }
  }
}

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
  for (const k of [0, 1] as const) {
    const upper = offsets[node + k]! + (offsets[node + 2 + k]! - offsets[node + k]!) * across;
    const lower = offsets[below + k]! + (offsets[below + 2 + k]! - offsets[below + k]!) * across;
    into[k === 0 ? 'x' : 'y'] = upper + (lower - upper) * down;
  }
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

/** 0 at the film's border, where no pixels could move in from outside, rising to 1 at `reach` from it. */
export function freedomAt(x: number, y: number, { width, height }: Size, reach: number): number {
  return (1 - fade(Math.min(x, width - 1 - x) / reach)) * (1 - fade(Math.min(y, height - 1 - y) / reach));
}

/** 1 for x ≤ 0, falling smoothly to 0 for x ≥ 1. */
function fade(x: number): number {
  return smoothstep(1 - x);
}
