import { samplePlane, type PlaneSet } from '../picture/planes.ts';
import { blendTriangle, type Overlay } from './blend-triangle.ts';
import { triangleRows } from './triangle-rows.ts';

/** A textured triangle mesh: vertex positions in source and target, both in pixels of their planes, x and y in turn. */
export interface Patch {
  triangles: Uint16Array;
  source: Float32Array;
  target: Float32Array;
}

export interface Drawing {
  /** Range of triangles to draw; all by default. */
  first?: number;
  end?: number;
  /** Set to 1 at every pixel drawn. */
  mask?: Uint8Array | undefined;
  /** Blended over each triangle right after it is drawn. */
  overlay?: Overlay | undefined;
}

/** Draws triangles in order (affine texture mapping, bilinear sampling). Later triangles cover earlier ones. */
export function drawTriangles(
  from: PlaneSet,
  to: PlaneSet,
  { triangles, source, target }: Patch,
  { first = 0, end = triangles.length / 3, mask, overlay }: Drawing = {},
): void {
  for (let i = first * 3; i < end * 3; i += 3) {
    const a = triangles[i]! * 2;
    const b = triangles[i + 1]! * 2;
    const c = triangles[i + 2]! * 2;
    drawTriangle(from, to, source, target, a, b, c, mask);
    if (overlay && Math.max(overlay.share[a / 2]!, overlay.share[b / 2]!, overlay.share[c / 2]!) > MIN_SHARE) {
      blendTriangle(from, to, target, overlay, a / 2, b / 2, c / 2);
    }
  }
}

/** An overlay of less opacity changes no pixel. */
const MIN_SHARE = 1 / 512;

/** Texture bounds of the current triangle, 16.16 fixed point; shared to avoid thousands of allocations per frame. */
const bounds = { left: 0, right: 0, top: 0, bottom: 0 };

function drawTriangle(
  from: PlaneSet,
  to: PlaneSet,
  source: Float32Array,
  target: Float32Array,
  a: number,
  b: number,
  c: number,
  mask: Uint8Array | undefined,
): void {
  const ax = target[a]!;
  const ay = target[a + 1]!;
  const bx = target[b]! - ax;
  const by = target[b + 1]! - ay;
  const cx = target[c]! - ax;
  const cy = target[c + 1]! - ay;
  const area = bx * cy - by * cx;
  const sx = source[a]!;
  const sy = source[a + 1]!;
  const sbx = source[b]! - sx;
  const sby = source[b + 1]! - sy;
  const scx = source[c]! - sx;
  const scy = source[c + 1]! - sy;
  // The source position is an affine function of the target position.
  const xx = (sbx * cy - scx * by) / area;
  const xy = (scx * bx - sbx * cx) / area;
  const yx = (sby * cy - scy * by) / area;
  const yy = (scy * bx - sby * cx) / area;
  // At the border of a thin triangle the texture is extrapolated; clamp to the triangle's own texture bounds.
  bounds.left = clampToPicture(sx + Math.min(0, sbx, scx), from.width);
  bounds.right = clampToPicture(sx + Math.max(0, sbx, scx), from.width);
  bounds.top = clampToPicture(sy + Math.min(0, sby, scy), from.height);
  bounds.bottom = clampToPicture(sy + Math.max(0, sby, scy), from.height);
  const { top, bottom, first: firsts, last: lasts } = triangleRows(to, target, a, b, c);
  const stride = to.width;
  const stepX = Math.round(xx * 65536);
  const stepY = Math.round(yx * 65536);
  // Chroma has two planes that are sampled at the same places.
  const [pixels, others] = from.planes as [Uint8Array, Uint8Array | undefined];
  const [into, intoOther] = to.planes as [Uint8Array, Uint8Array | undefined];
  for (let y = top; y <= bottom; y++) {
    const first = firsts[y]!;
    const last = lasts[y]!;
    if (last < first) continue;
    const u = Math.round((sx + (first - ax) * xx + (y - ay) * xy) * 65536);
    const v = Math.round((sy + (first - ax) * yx + (y - ay) * yy) * 65536);
    const start = y * stride + first;
    const end = y * stride + last;
    copySpan(pixels, from.width, into, start, end, u, v, stepX, stepY);
    if (others && intoOther) copySpan(others, from.width, intoOther, start, end, u, v, stepX, stepY);
    if (mask) for (let at = start; at <= end; at++) mask[at] = 1;
  }
}

/** Clamps a position so that its right or lower neighbour is still inside, as 16.16 fixed point. */
function clampToPicture(position: number, length: number): number {
  return Math.max(0, Math.min((length - 1) * 65536 - 1, Math.round(position * 65536)));
}

/** Bilinear samples along a line of the source, from 16.16 fixed-point positions. */
function copySpan(
  pixels: Uint8Array,
  width: number,
  target: Uint8Array,
  start: number,
  end: number,
  x: number,
  y: number,
  stepX: number,
  stepY: number,
): void {
  const { left, right, top, bottom } = bounds;
  // Most lines lie inside the bounds completely and need no clamping per pixel.
  const endX = x + (end - start) * stepX;
  const endY = y + (end - start) * stepY;
  if (
    Math.min(x, endX) >= left &&
    Math.max(x, endX) <= right &&
    Math.min(y, endY) >= top &&
    Math.max(y, endY) <= bottom
  ) {
    for (let at = start; at <= end; at++) {
      target[at] = samplePlane(pixels, width, x, y);
      x += stepX;
      y += stepY;
    }
    return;
  }
  for (let at = start; at <= end; at++) {
    const inX = x < left ? left : x > right ? right : x;
    const inY = y < top ? top : y > bottom ? bottom : y;
    target[at] = samplePlane(pixels, width, inX, inY);
    x += stepX;
    y += stepY;
  }
}
