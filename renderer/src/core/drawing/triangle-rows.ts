import type { Size } from '../picture/framing.ts';

/** How far outside its edges a triangle still takes a pixel in, in pixels: no gap opens between two of them. */
const RIM = 0.02;

/** The pixels of a triangle: those of each row, from `first` to `last`, none where `last` is before `first`. */
export interface TriangleRows {
  top: number;
  bottom: number;
  /** By row of the picture. */
  first: Int32Array;
  last: Int32Array;
}

/** One for all triangles, since there are thousands a frame: the next call writes over it. */
const rows: TriangleRows = { top: 0, bottom: -1, first: new Int32Array(0), last: new Int32Array(0) };

/** Which pixels a triangle takes; `a`, `b` and `c` are where the places of its points begin. No rows where it has no area. */
export function triangleRows(
  { width, height }: Size,
  places: Float32Array,
  a: number,
  b: number,
  c: number,
): TriangleRows {
  if (rows.first.length < height) {
    rows.first = new Int32Array(height);
    rows.last = new Int32Array(height);
  }
  const ax = places[a]!;
  const ay = places[a + 1]!;
  const bx = places[b]! - ax;
  const by = places[b + 1]! - ay;
  const cx = places[c]! - ax;
  const cy = places[c + 1]! - ay;
  const area = bx * cy - by * cx;
  rows.top = Math.max(0, Math.ceil(ay + Math.min(0, by, cy) - RIM));
  rows.bottom = Math.min(height - 1, Math.floor(ay + Math.max(0, by, cy) + RIM));
  if (area < MIN_AREA && area > -MIN_AREA) rows.bottom = rows.top - 1;
  // A pixel lies inside where none of the three edge functions is negative; each changes linearly along a row.
  const sign = area > 0 ? 1 : -1;
  const slack = RIM * (Math.abs(bx) + Math.abs(by) + Math.abs(cx) + Math.abs(cy));
  const e0x = -by * sign;
  const e1x = cy * sign;
  const e2x = -(e0x + e1x);
  for (let y = rows.top; y <= rows.bottom; y++) {
    const row = y - ay;
    // Edge a-b, edge c-a, edge b-c at x = ax.
    const e0 = bx * row * sign;
    const e1 = -cx * row * sign;
    const e2 = area * sign - e0 - e1;
    let first = 0;
    let last = width - 1;
    if (e0x > 0) first = Math.max(first, Math.ceil(ax - (e0 + slack) / e0x));
    else if (e0x < 0) last = Math.min(last, Math.floor(ax - (e0 + slack) / e0x));
    else if (e0 < -slack) last = -1;
    if (e1x > 0) first = Math.max(first, Math.ceil(ax - (e1 + slack) / e1x));
    else if (e1x < 0) last = Math.min(last, Math.floor(ax - (e1 + slack) / e1x));
    else if (e1 < -slack) last = -1;
    if (e2x > 0) first = Math.max(first, Math.ceil(ax - (e2 + slack) / e2x));
    else if (e2x < 0) last = Math.min(last, Math.floor(ax - (e2 + slack) / e2x));
    else if (e2 < -slack) last = -1;
    rows.first[y] = first;
    rows.last[y] = last;
  }
  return rows;
}

/** Of a triangle that is drawn, in square pixels. */
const MIN_AREA = 0.01;
