import { samplePlane, type PlaneSet } from '../picture/planes.ts';

/** The planes of one resolution that cells are drawn from. All sources have the same size; the target's differs. */
export interface CellLayers {
  /** Columns of nodes in the grid. A cell has the index of its upper left node. */
  columns: number;
  /** Base-2 logarithm of a cell's side, in pixels of the plane. */
  shift: number;
  target: PlaneSet;
  background: PlaneSet;
  /** Per plane, see `SubjectLayer`; empty without a subject. */
  matte: readonly Int16Array[];
}

/** Source positions of the grid's nodes in 16.16 fixed point. */
export interface Corners {
  x: Int32Array;
  y: Int32Array;
}

/** Draws a cell from one layer: bilinear samples along source positions interpolated between its corners. */
export function copyCell(
  { columns, shift, target: { width, height, planes: targets } }: CellLayers,
  node: number,
  { width: stride, planes }: PlaneSet,
  { x: xs, y: ys }: Corners,
): void {
  // Written out without helpers: most of a film's time is spent here.
  const cell = 1 << shift;
  const row = Math.floor(node / columns);
  const left = (node - row * columns) * cell;
  const across = Math.min(cell, width - left);
  const rows = Math.min(cell, height - row * cell);
  const below = node + columns;
  const [leftX, rightX, leftY, rightY] = [xs[node]!, xs[node + 1]!, ys[node]!, ys[node + 1]!];
  const downLeftX = xs[below]! - leftX;
  const downRightX = xs[below + 1]! - rightX;
  const downLeftY = ys[below]! - leftY;
  const downRightY = ys[below + 1]! - rightY;
  for (let down = 0; down < rows; down++) {
    const fromX = leftX + ((downLeftX * down) >> shift);
    const fromY = leftY + ((downLeftY * down) >> shift);
    const stepX = (rightX + ((downRightX * down) >> shift) - fromX) >> shift;
    const stepY = (rightY + ((downRightY * down) >> shift) - fromY) >> shift;
    const from = (row * cell + down) * width + left;
    for (let plane = 0; plane < targets.length; plane++) {
      copyRow(planes[plane]!, stride, targets[plane]!, from, from + across, fromX, fromY, stepX, stepY);
    }
  }
}

function copyRow(
  pixels: Uint8Array,
  stride: number,
  target: Uint8Array,
  from: number,
  end: number,
  x: number,
  y: number,
  stepX: number,
  stepY: number,
): void {
  for (let at = from; at < end; at++) {
    target[at] = samplePlane(pixels, stride, x, y);
    x += stepX;
    y += stepY;
  }
}

/** Draws a cell from both layers, composited by the matte. */
export function mixCell(layers: CellLayers, node: number, behind: Corners, front: Corners): void {
  const { shift, target, background, matte } = layers;
  const { start, across, rows, below } = cellAt(layers, node);
  const stride = background.width;
  for (let down = 0; down < rows; down++) {
    const frontX = between(front.x, node, below, down, shift);
    const frontY = between(front.y, node, below, down, shift);
    const frontStepX = (between(front.x, node + 1, below + 1, down, shift) - frontX) >> shift;
    const frontStepY = (between(front.y, node + 1, below + 1, down, shift) - frontY) >> shift;
    const backX = between(behind.x, node, below, down, shift);
    const backY = between(behind.y, node, below, down, shift);
    const backStepX = (between(behind.x, node + 1, below + 1, down, shift) - backX) >> shift;
    const backStepY = (between(behind.y, node + 1, below + 1, down, shift) - backY) >> shift;
    const from = start + down * target.width;
    for (let plane = 0; plane < target.planes.length; plane++) {
      const into = target.planes[plane]!;
      const back = background.planes[plane]!;
      const pairs = matte[plane]!;
      for (let i = 0; i < across; i++) {
        const bx = backX + i * backStepX;
        const by = backY + i * backStepY;
        const hidden = samplePlane(back, stride, bx, by);

        const fx = frontX + i * frontStepX;
        const fy = frontY + i * frontStepY;
        const pixel = ((fy >> 16) * stride + (fx >> 16)) * 2;
        const along = (fx >> 8) & 255;
        const share = (fy >> 8) & 255;
        const next = pixel + stride * 2;
        let upper = (pairs[pixel]! << 8) + (pairs[pixel + 2]! - pairs[pixel]!) * along;
        let lower = (pairs[next]! << 8) + (pairs[next + 2]! - pairs[next]!) * along;
        const residual = (upper << 8) + (lower - upper) * share;
        upper = (pairs[pixel + 1]! << 8) + (pairs[pixel + 3]! - pairs[pixel + 1]!) * along;
        lower = (pairs[next + 1]! << 8) + (pairs[next + 3]! - pairs[next + 1]!) * along;
        const transmission = ((upper << 8) + (lower - upper) * share) >> 8;

        const value = (residual + transmission * hidden + 32768) >> 16;
        into[from + i] = value < 0 ? 0 : value > 255 ? 255 : value;
      }
    }
  }
}

/** A cell's pixels in the target: first index, width, height, and the node below. */
function cellAt({ shift, columns, target: { width, height } }: CellLayers, node: number) {
  const cell = 1 << shift;
  const row = Math.floor(node / columns);
  const left = (node - row * columns) * cell;
  const start = row * cell * width + left;
  return {
    start,
    across: Math.min(cell, width - left),
    rows: Math.min(cell, height - row * cell),
    below: node + columns,
  };
}

/** Source position on a side of the cell, `down` rows below its upper corner. */
function between(corners: Int32Array, upper: number, lower: number, down: number, shift: number): number {
  return corners[upper]! + (((corners[lower]! - corners[upper]!) * down) >> shift);
}
