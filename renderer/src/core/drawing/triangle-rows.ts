import type { Size } from '../picture/framing.ts';

/** Tolerance outside the edges, in pixels, so that no gap opens between two triangles. */
const RIM = 0.02;

/** The pixels of a triangle as one span per row; `last` < `first` for an empty row. */
export interface TriangleRows {
  top: number;
  bottom: number;
  /** Indexed by row of the picture. */
  first: Int32Array;
  last: Int32Array;
}

/** Shared by all calls to avoid thousands of allocations per frame; the next call overwrites it. */
const rows: TriangleRows = { top: 0, bottom: -1, first: new Int32Array(0), last: new Int32Array(0) };

/**
 * Rasterises a triangle. `a`, `b` and `c` are the offsets of its vertices in the array of positions. No rows if it has
 * no area.
 */
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
  // A pixel is inside if none of the three edge functions is negative; each is linear along a row.
  const sign = area > 0 ? 1 : -1;
  const slack = RIM * (Math.abs(bx) + Math.abs(by) + Math.abs(cx) + Math.abs(cy));
  const e0x = -by * sign;
  const e1x = cy * sign;
  const e2x = -(e0x + e1x);
  // Where each edge function, plus the slack, is zero: linear in the row, counted from the first vertex.
  const per0 = e0x === 0 ? 0 : -1 / e0x;
  const per1 = e1x === 0 ? 0 : -1 / e1x;
  const per2 = e2x === 0 ? 0 : -1 / e2x;
  const begin2 = ax + (area * sign + slack) * per2;
  const begin0 = ax + slack * per0;
  const begin1 = ax + slack * per1;
  const slope0 = bx * sign * per0;
  const slope1 = -cx * sign * per1;
  const slope2 = (cx - bx) * sign * per2;
  const { first: firsts, last: lasts } = rows;
  for (let y = rows.top; y <= rows.bottom; y++) {
    const row = y - ay;
    let first = 0;
    let last = width - 1;
    if (e0x > 0) first = Math.max(first, Math.ceil(begin0 + slope0 * row));
    else if (e0x < 0) last = Math.min(last, Math.floor(begin0 + slope0 * row));
    else if (bx * row * sign < -slack) last = -1;
    if (e1x > 0) first = Math.max(first, Math.ceil(begin1 + slope1 * row));
    else if (e1x < 0) last = Math.min(last, Math.floor(begin1 + slope1 * row));
    else if (-cx * row * sign < -slack) last = -1;
    if (e2x > 0) first = Math.max(first, Math.ceil(begin2 + slope2 * row));
    else if (e2x < 0) last = Math.min(last, Math.floor(begin2 + slope2 * row));
    else if (area * sign + (cx - bx) * row * sign < -slack) last = -1;
    firsts[y] = first;
    lasts[y] = last;
  }
  return rows;
}

/** Minimum area of a triangle, in square pixels. */
const MIN_AREA = 0.01;
