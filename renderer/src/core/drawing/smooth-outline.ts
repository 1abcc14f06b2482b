import type { Size } from '../picture/framing.ts';
import type { PlaneSet } from '../picture/planes.ts';

/** Coverage per pixel; `FULL` is complete coverage. Overlapping triangles may add up to more. */
type Cover = Uint16Array;
const FULL = 256;
/** Scanlines per pixel, and the coverage that each adds if it spans the whole pixel. */
const LINES = 4;
const LINE = FULL / LINES;
/** Rounding per scanline and triangle: an inner pixel may lack up to this much coverage. */
const ROUNDING = 8;

/** Pixels that differ less from what lies beneath (skin on skin) need no antialiasing. Levels of 255. */
const SEEN = 4;

/** Triangles that were drawn, with positions in pixels of the plane; whole numbers are pixel centres. */
export interface Drawn {
  triangles: Uint16Array;
  /** Index of the first triangle to consider. */
  first: number;
  places: Float32Array;
}

/** What drawing left behind. */
export interface Traces {
  /** See `outlinePixels`. */
  outline: readonly number[];
  /** 1 where something was drawn. */
  mask: Uint8Array;
  /** The planes' pixels before drawing. */
  beneath: readonly Uint8Array[];
  /** Scratch buffer, one value per pixel; its content is overwritten. */
  cover: Uint16Array;
}

/**
 * Antialiases the outline of what was drawn. Triangles are rasterised in whole pixels, so the edge of a turned face in
 * front of its surroundings would show steps. Each outline pixel is blended with what lies beneath by its coverage;
 * pixels touched outside their centre take the mean of the drawn pixels beside them.
 */
export function smoothOutline(
  { planes, width, height }: PlaneSet,
  drawn: readonly Drawn[],
  { outline, mask, cover, beneath }: Traces,
): void {
  const edge = outline.filter((at) =>
    mask[at]
      ? standsOut(at, planes, beneath)
      : [at - 1, at + 1, at - width, at + width].some((next) => mask[next] && standsOut(next, planes, beneath)),
  );
  for (const at of edge) cover[at] = 0;
  const blocks = blocksOf(edge, { width, height });
  for (const each of drawn) coverTriangles(each, cover, { width, height }, blocks);
  const places = edge.filter((at) => cover[at]! > 0 && cover[at]! < FULL - ROUNDING);
  planes.forEach((pixels, plane) => {
    const under = beneath[plane]!;
    const values = new Uint8Array(places.length);
    places.forEach((at, i) => {
      const skin = mask[at] ? pixels[at]! : meanAround(at, pixels, mask, width);
      values[i] = Math.round(under[at]! + ((skin - under[at]!) * cover[at]!) / FULL);
    });
    places.forEach((at, i) => (pixels[at] = values[i]!));
  });
}

function standsOut(at: number, planes: readonly Uint8Array[], beneath: readonly Uint8Array[]): boolean {
  for (let plane = 0; plane < planes.length; plane++) {
    if (Math.abs(planes[plane]![at]! - beneath[plane]![at]!) >= SEEN) return true;
  }
  return false;
}

/** Mean of the drawn pixels among the eight neighbours; an outline pixel always has one. */
function meanAround(at: number, pixels: Uint8Array, mask: Uint8Array, width: number): number {
  let sum = 0;
  let count = 0;
  for (let row = at - width; row <= at + width; row += width) {
    for (let next = row - 1; next <= row + 1; next++) {
      if (!mask[next]) continue;
      sum += pixels[next]!;
      count++;
    }
  }
  return sum / count;
}

/** Side of the blocks that mark where an outline passes, in pixels. */
const BLOCK = 4;

/** For each block, row by row, 1 if the outline passes through it. */
function blocksOf(outline: readonly number[], { width, height }: Size): Uint8Array {
  const columns = Math.ceil(width / BLOCK);
  const blocks = new Uint8Array(columns * Math.ceil(height / BLOCK));
  for (const at of outline) {
    const row = Math.floor(at / width);
    blocks[Math.floor(row / BLOCK) * columns + Math.floor((at - row * width) / BLOCK)] = 1;
  }
  return blocks;
}

/** Adds the coverage of triangles near the outline to `cover`. */
function coverTriangles({ triangles, first, places }: Drawn, cover: Cover, size: Size, blocks: Uint8Array): void {
  const columns = Math.ceil(size.width / BLOCK);
  const rows = Math.ceil(size.height / BLOCK);
  for (let i = first * 3; i < triangles.length; i += 3) {
    const a = triangles[i]! * 2;
    const b = triangles[i + 1]! * 2;
    const c = triangles[i + 2]! * 2;
    const left = Math.max(0, blockOf(Math.min(places[a]!, places[b]!, places[c]!)));
    const right = Math.min(columns - 1, blockOf(Math.max(places[a]!, places[b]!, places[c]!)));
    const bottom = Math.min(rows - 1, blockOf(Math.max(places[a + 1]!, places[b + 1]!, places[c + 1]!)));
    for (
      let row = Math.max(0, blockOf(Math.min(places[a + 1]!, places[b + 1]!, places[c + 1]!)));
      row <= bottom;
      row++
    ) {
      let column = left;
      while (column <= right && !blocks[row * columns + column]) column++;
      if (column <= right) coverTriangle(cover, size, places, a, b, c, row);
    }
  }
}

function blockOf(place: number): number {
  return Math.floor((place + 0.5) / BLOCK);
}

/** Adds a triangle's coverage in one row of blocks. */
function coverTriangle(
  cover: Cover,
  { width, height }: Size,
  places: Float32Array,
  a: number,
  b: number,
  c: number,
  row: number,
): void {
  const ay = places[a + 1]!;
  const by = places[b + 1]!;
  const cy = places[c + 1]!;
  // From here on a pixel spans from x to x + 1.
  const ax = places[a]! + 0.5;
  const bx = places[b]! + 0.5;
  const cx = places[c]! + 0.5;
  const firstLine = Math.max(row * BLOCK * LINES, Math.ceil((Math.min(ay, by, cy) + 0.5) * LINES - 0.5));
  const lastLine = Math.min(
    Math.min(height, (row + 1) * BLOCK) * LINES - 1,
    Math.floor((Math.max(ay, by, cy) + 0.5) * LINES - 0.5),
  );
  const slopeAB = (bx - ax) / (by - ay);
  const slopeBC = (cx - bx) / (cy - by);
  const slopeCA = (ax - cx) / (ay - cy);
  for (let line = firstLine; line <= lastLine; line++) {
    const y = (line + 0.5) / LINES - 0.5;
    let from = Infinity;
    let to = -Infinity;
    if (ay > y !== by > y) from = to = ax + (y - ay) * slopeAB;
    if (by > y !== cy > y) {
      const x = bx + (y - by) * slopeBC;
      if (x < from) from = x;
      if (x > to) to = x;
    }
    if (cy > y !== ay > y) {
      const x = cx + (y - cy) * slopeCA;
      if (x < from) from = x;
      if (x > to) to = x;
    }
    from = Math.max(0, from);
    to = Math.min(width, to);
    if (to <= from) continue;
    const rowStart = Math.floor(line / LINES) * width;
    const start = Math.floor(from);
    const stop = Math.min(width - 1, Math.floor(to));
    if (start === stop) {
      cover[rowStart + start]! += Math.round((to - from) * LINE);
      continue;
    }
    cover[rowStart + start]! += Math.round((start + 1 - from) * LINE);
    for (let x = start + 1; x < stop; x++) cover[rowStart + x]! += LINE;
    cover[rowStart + stop]! += Math.round((to - stop) * LINE);
  }
}
