import { CELL, type Field } from './field.ts';
import { BLOCK, HAS_BACKGROUND, HAS_SUBJECT, type Layers, type SubjectLayer } from './layers.ts';
import type { Frame } from './planes.ts';

/** Makes one frame: the background moved by one field, the subject by another, or the whole photo by one. */
export interface Composer {
  /** `active` marks the cells to make, by their first node; all of them where it is left out. */
  compose(frame: Frame, background: Field, subject: Field, active?: Uint8Array): void;
}

/** Source positions of a plane's cell corners as 16.16 fixed-point numbers. */
interface Corners {
  x: Int32Array;
  y: Int32Array;
}

export function createComposer({ photo, scale, subject }: Layers, field: Field): Composer {
  const cells = new Uint8Array(field.columns * field.rows);
  const behind = createCorners(field);
  const front = createCorners(field);

  return {
    compose(frame, backgroundField, subjectField, active) {
      for (const plane of ['y', 'u', 'v'] as const) {
        const step = plane === 'y' ? 1 : 2;
        if (plane !== 'v') {
          placeCorners(behind, backgroundField, scale, photo.width, photo.height, step);
          if (subject) placeCorners(front, subjectField, scale, photo.width, photo.height, step);
        }
        if (subject && plane === 'y') classifyCells(cells, front, field, subject);
        const source = {
          width: photo.width / step,
          photo: photo[plane],
          background: subject?.background[plane] ?? photo[plane],
          matte: subject?.matte[plane] ?? NO_MATTE,
        };
        composePlane(
          frame[plane],
          frame.width / step,
          frame.height / step,
          CELL / step,
          field.columns,
          cells,
          source,
          behind,
          front,
          active,
        );
      }
    },
  };
}

const NO_MATTE = new Int16Array(0);
const BACKGROUND_CELL = 0;
const SUBJECT_CELL = 1;
const MIXED_CELL = 2;

function createCorners(field: Field): Corners {
  return { x: new Int32Array(field.x.length), y: new Int32Array(field.y.length) };
}

/** From film pixels to a plane's own pixels, kept inside it so that no sample is ever outside the picture. */
function placeCorners(
  corners: Corners,
  field: Field,
  scale: number,
  width: number,
  height: number,
  step: number,
): void {
  const factor = (scale * 65536) / step;
  // Centres of luma and chroma pixels lie half a pixel apart, in the film as in the source.
  const offset = ((step === 1 ? (scale - 1) / 2 : (scale - 1) / 4) * 65536) | 0;
  const right = (width / step - 1) * 65536 - 1;
  const bottom = (height / step - 1) * 65536 - 1;
  for (let node = 0; node < field.x.length; node++) {
    corners.x[node] = Math.max(0, Math.min(right, Math.round(field.x[node]! * factor) + offset));
    corners.y[node] = Math.max(0, Math.min(bottom, Math.round(field.y[node]! * factor) + offset));
  }
}

/** Most cells show one layer alone, at a third of the price of two: only the cells around the outline need both. */
function classifyCells(cells: Uint8Array, front: Corners, field: Field, subject: SubjectLayer): void {
  const { columns, rows } = field;
  for (let row = 0; row < rows - 1; row++) {
    for (let column = 0; column < columns - 1; column++) {
      const node = row * columns + column;
      const below = node + columns;
      const left = Math.min(front.x[node]!, front.x[node + 1]!, front.x[below]!, front.x[below + 1]!) >> 16;
      const right = Math.max(front.x[node]!, front.x[node + 1]!, front.x[below]!, front.x[below + 1]!) >> 16;
      const top = Math.min(front.y[node]!, front.y[node + 1]!, front.y[below]!, front.y[below + 1]!) >> 16;
      const bottom = Math.max(front.y[node]!, front.y[node + 1]!, front.y[below]!, front.y[below + 1]!) >> 16;
      let holds = 0;
      for (let y = Math.floor(top / BLOCK); y <= Math.floor((bottom + 1) / BLOCK); y++) {
        for (let x = Math.floor(left / BLOCK); x <= Math.floor((right + 1) / BLOCK); x++) {
          holds |= subject.blocks[y * subject.blockColumns + x]!;
        }
      }
      cells[node] = holds === HAS_SUBJECT ? SUBJECT_CELL : holds === HAS_BACKGROUND ? BACKGROUND_CELL : MIXED_CELL;
    }
  }
}

interface PlaneSource {
  width: number;
  photo: Uint8Array;
  background: Uint8Array;
  matte: Int16Array;
}

/** Runs over a plane row by row, cell by cell, stepping the source position linearly along each run of pixels. */
function composePlane(
  target: Uint8Array,
  width: number,
  height: number,
  cell: number,
  columns: number,
  cells: Uint8Array,
  source: PlaneSource,
  behind: Corners,
  front: Corners,
  active: Uint8Array | undefined,
): void {
  const shift = Math.log2(cell);
  for (let y = 0; y < height; y++) {
    const row = (y >> shift) * columns;
    const down = y & (cell - 1);
    let at = y * width;
    for (let column = 0; column < columns - 1; column++) {
      const node = row + column;
      const kind = cells[node]!;
      const end = Math.min(at + cell, (y + 1) * width);
      if (active?.[node] === 0) {
        at = end;
        continue;
      }
      if (kind === MIXED_CELL) {
        mixRun(target, at, end, source, behind, front, node, columns, down, shift);
      } else {
        const corners = kind === SUBJECT_CELL ? front : behind;
        copyRun(
          target,
          at,
          end,
          kind === SUBJECT_CELL ? source.photo : source.background,
          source.width,
          corners,
          node,
          columns,
          down,
          shift,
        );
      }
      at = end;
    }
  }
}

/** Bilinear samples of one layer. */
function copyRun(
  target: Uint8Array,
  from: number,
  to: number,
  pixels: Uint8Array,
  stride: number,
  corners: Corners,
  node: number,
  columns: number,
  down: number,
  shift: number,
): void {
  const below = node + columns;
  let x = corners.x[node]! + (((corners.x[below]! - corners.x[node]!) * down) >> shift);
  let y = corners.y[node]! + (((corners.y[below]! - corners.y[node]!) * down) >> shift);
  const stepX =
    (corners.x[node + 1]! + (((corners.x[below + 1]! - corners.x[node + 1]!) * down) >> shift) - x) >> shift;
  const stepY =
    (corners.y[node + 1]! + (((corners.y[below + 1]! - corners.y[node + 1]!) * down) >> shift) - y) >> shift;
  for (let at = from; at < to; at++) {
    const pixel = (y >> 16) * stride + (x >> 16);
    const across = (x >> 8) & 255;
    const upper = (pixels[pixel]! << 8) + (pixels[pixel + 1]! - pixels[pixel]!) * across;
    const lower = (pixels[pixel + stride]! << 8) + (pixels[pixel + stride + 1]! - pixels[pixel + stride]!) * across;
    target[at] = ((upper << 8) + (lower - upper) * ((y >> 8) & 255) + 32768) >> 16;
    x += stepX;
    y += stepY;
  }
}

/** Bilinear samples of both layers, put together by the matte. */
function mixRun(
  target: Uint8Array,
  from: number,
  to: number,
  source: PlaneSource,
  behind: Corners,
  front: Corners,
  node: number,
  columns: number,
  down: number,
  shift: number,
): void {
  const { matte, background, width: stride } = source;
  const below = node + columns;
  let frontX = front.x[node]! + (((front.x[below]! - front.x[node]!) * down) >> shift);
  let frontY = front.y[node]! + (((front.y[below]! - front.y[node]!) * down) >> shift);
  const frontStepX =
    (front.x[node + 1]! + (((front.x[below + 1]! - front.x[node + 1]!) * down) >> shift) - frontX) >> shift;
  const frontStepY =
    (front.y[node + 1]! + (((front.y[below + 1]! - front.y[node + 1]!) * down) >> shift) - frontY) >> shift;
  let backX = behind.x[node]! + (((behind.x[below]! - behind.x[node]!) * down) >> shift);
  let backY = behind.y[node]! + (((behind.y[below]! - behind.y[node]!) * down) >> shift);
  const backStepX =
    (behind.x[node + 1]! + (((behind.x[below + 1]! - behind.x[node + 1]!) * down) >> shift) - backX) >> shift;
  const backStepY =
    (behind.y[node + 1]! + (((behind.y[below + 1]! - behind.y[node + 1]!) * down) >> shift) - backY) >> shift;
  for (let at = from; at < to; at++) {
    let pixel = (backY >> 16) * stride + (backX >> 16);
    let across = (backX >> 8) & 255;
    let upper = (background[pixel]! << 8) + (background[pixel + 1]! - background[pixel]!) * across;
    let lower =
      (background[pixel + stride]! << 8) + (background[pixel + stride + 1]! - background[pixel + stride]!) * across;
    const back = ((upper << 8) + (lower - upper) * ((backY >> 8) & 255) + 32768) >> 16;

    pixel = ((frontY >> 16) * stride + (frontX >> 16)) * 2;
    across = (frontX >> 8) & 255;
    const along = (frontY >> 8) & 255;
    const next = pixel + stride * 2;
    upper = (matte[pixel]! << 8) + (matte[pixel + 2]! - matte[pixel]!) * across;
    lower = (matte[next]! << 8) + (matte[next + 2]! - matte[next]!) * across;
    const residual = (upper << 8) + (lower - upper) * along;
    upper = (matte[pixel + 1]! << 8) + (matte[pixel + 3]! - matte[pixel + 1]!) * across;
    lower = (matte[next + 1]! << 8) + (matte[next + 3]! - matte[next + 1]!) * across;
    const transmission = ((upper << 8) + (lower - upper) * along) >> 8;

    const value = (residual + transmission * back + 32768) >> 16;
    target[at] = value < 0 ? 0 : value > 255 ? 255 : value;
    frontX += frontStepX;
    frontY += frontStepY;
    backX += backStepX;
    backY += backStepY;
  }
}
