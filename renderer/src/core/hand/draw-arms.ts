import { stillRadius } from './arm-shape.ts';
import type { Arm } from './find-arms.ts';
import { distance, leverOf } from './find-arms.ts';
import type { ArmLayer } from './cut-out-arms.ts';
import type { Rectangle } from '../picture/framing.ts';
import type { Frame } from '../picture/planes.ts';
import { CELL } from '../picture/warp-grid.ts';
import { smootherstep } from '../smoothstep.ts';

/** How far an arm is turned from where the photo shows it, in radians, clockwise. */
export interface ArmPose {
  elbow: number;
  wrist: number;
}

/** Base-2 logarithm of a cell's side: between its corners the source of each pixel is interpolated. */
const SHIFT = Math.log2(CELL);
/** Half a pixel in 16.16 fixed point. */
const HALF = 32768;
/** The forearm bends over this share of what is beyond its elbow; the wrist over twice this length, in palms. */
const ELBOW_BEND = 0.6;
const WRIST_BEND = 0.45;

/** Draws a turned arm over a frame that shows what is behind it. `scale` is the picture's size in film sizes. */
export function createArmBrush(arm: Arm, layer: ArmLayer, scale: number, frame: Frame, reach: number) {
  const area = sweptArea(arm, layer, scale, frame, reach);
  const [columns, rows] = [area.columns + 1, area.rows + 1];
  // Source position of each node in the layer, in 16.16 fixed point.
  const x = new Int32Array(columns * rows);
  const y = new Int32Array(columns * rows);
  const contentsOf = findContents(layer);
  let placed: ArmPose | undefined;
  const place = (pose: ArmPose) => {
    placed = pose;
    const source = unturn(arm, pose);
    for (let row = 0, node = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++, node++) {
        // Film pixels to pixels of the picture, whose middles are at whole numbers in both.
        const px = (area.left + column * CELL + 0.5) * scale - 0.5;
        const py = (area.top + row * CELL + 0.5) * scale - 0.5;
        const at = source(px, py);
        // Plus half a step of the 8-bit weights, so that a rounding error does not mix a pixel with the one before.
        x[node] = (at.x - layer.left) * 65536 + 128;
        y[node] = (at.y - layer.top) * 65536 + 128;
      }
    }
  };
  const all = Int32Array.from({ length: area.columns * area.rows }, (_, cell) => cell);
  return {
    area,
    /** `cells` of the area, counted along its rows, are drawn; by default all. */
    draw(target: Frame, pose: ArmPose, cells: Int32Array = all): void {
      // An arm at rest stays where it is for many frames.
      if (placed?.elbow !== pose.elbow || placed.wrist !== pose.wrist) place(pose);
      for (const index of cells) {
        const { column, row } = placeOf(index, area);
        const node = row * columns + column;
        const contents = contentsOf(x, y, node, columns);
        if (contents === 0 || contents === CLEAR) continue;
        const place = { left: area.left + column * CELL, top: area.top + row * CELL };
        drawCell(target, layer, { ...place, node, columns, isSolid: contents === SOLID }, x, y);
      }
    },
  };
}

export interface Area {
  left: number;
  top: number;
  columns: number;
  rows: number;
}

function placeOf(cell: number, { columns }: Area) {
  const row = Math.floor(cell / columns);
  return { column: cell - row * columns, row };
}

/** The area that consists of one cell of another area. */
export function cellOf(area: Area, cell: number): Area {
  const { column, row } = placeOf(cell, area);
  return { left: area.left + column * CELL, top: area.top + row * CELL, columns: 1, rows: 1 };
}

/** The cells of an area that are in a list of cells of the frame's grid. @param cells by their upper left nodes */
export function sharedCells(area: Area, cells: Int32Array, { width }: Frame): Int32Array {
  const nodes = Math.ceil(width / CELL) + 1;
  const shared: number[] = [];
  for (const node of cells) {
    const column = (node % nodes) - area.left / CELL;
    const row = Math.floor(node / nodes) - area.top / CELL;
    if (column >= 0 && row >= 0 && column < area.columns && row < area.rows) shared.push(row * area.columns + column);
  }
  return Int32Array.from(shared);
}

/** Copies an area of one frame, or of another, or a mixture: `share` of the second. */
export function mixArea({ left, top, columns, rows }: Area, one: Frame, other: Frame, share: number, to: Frame): void {
  for (const [first, second, target, step] of [
    [one.y, other.y, to.y, 1],
    [one.u, other.u, to.u, 2],
    [one.v, other.v, to.v, 2],
  ] as const) {
    const stride = to.width / step;
    const end = Math.min(to.width, left + columns * CELL) / step;
    const bottom = Math.min(to.height, top + rows * CELL) / step;
    for (let row = top / step; row < bottom; row++) {
      const [start, stop] = [row * stride + left / step, row * stride + end];
      if (share === 0 || share === 1) target.set((share === 0 ? first : second).subarray(start, stop), start);
      else for (let i = start; i < stop; i++) target[i] = first[i]! + (second[i]! - first[i]!) * share + 0.5;
    }
  }
}

/** Copies what of an area is outside a rectangle. */
export function copyOutside(inner: Rectangle, { left, top, columns, rows }: Area, from: Frame, to: Frame): void {
  for (const [source, target, step] of [
    [from.y, to.y, 1],
    [from.u, to.u, 2],
    [from.v, to.v, 2],
  ] as const) {
    const stride = to.width / step;
    const right = Math.min(to.width, left + columns * CELL) / step;
    const bottom = Math.min(to.height, top + rows * CELL) / step;
    const within = (value: number) => Math.max(left / step, Math.min(right, value));
    const [start, stop] = [within(inner.left / step), within((inner.left + inner.width) / step)].map(Math.round);
    for (let row = top / step; row < bottom; row++) {
      const isInside = row >= inner.top / step && row < (inner.top + inner.height) / step;
      for (const [first, last] of isInside
        ? ([
            [left / step, start!],
            [stop!, right],
          ] as const)
        : ([[left / step, right]] as const)) {
        target.set(source.subarray(row * stride + first, row * stride + last), row * stride + first);
      }
    }
  }
}

/** Everything the arm may cover while it turns by at most `reach` radians to each side. */
function sweptArea(
  { pivot, wrist, hand, palm, shift }: Arm,
  layer: ArmLayer,
  scale: number,
  frame: Frame,
  reach: number,
): Area {
  let radius = distance(pivot, wrist);
  for (let i = 0; i < hand.length; i += 2)
    radius = Math.max(radius, Math.hypot(hand[i]! - pivot.x, hand[i + 1]! - pivot.y));
  radius += 1.2 * palm + shift * reach;
  const middle = Math.atan2(wrist.y - pivot.y, wrist.x - pivot.x);
  const xs = [layer.left, layer.left + layer.width];
  const ys = [layer.top, layer.top + layer.height];
  for (let i = -8; i <= 8; i++) {
    const angle = middle + (i / 8) * (reach + 0.7);
    xs.push(pivot.x + radius * Math.cos(angle));
    ys.push(pivot.y + radius * Math.sin(angle));
  }
  const clamp = (value: number, most: number) => Math.max(0, Math.min(most, value / scale));
  const left = Math.floor(clamp(Math.min(...xs), frame.width) / CELL) * CELL;
  const top = Math.floor(clamp(Math.min(...ys), frame.height) / CELL) * CELL;
  return {
    left,
    top,
    columns: Math.ceil((clamp(Math.max(...xs), frame.width) - left) / CELL),
    rows: Math.ceil((clamp(Math.max(...ys), frame.height) - top) / CELL),
  };
}

/** Maps a pixel of the frame to where the photo shows it: turned back about the elbow, moved back to the side, and turned back about the wrist. */
function unturn(arm: Arm, pose: ArmPose) {
  const { pivot, wrist, palm } = arm;
  const length = distance(pivot, wrist);
  const still = stillRadius(palm, length);
  const bend = ELBOW_BEND * (length - still);
  const axis = { x: (wrist.x - pivot.x) / length, y: (wrist.y - pivot.y) / length };
  // What is moved aside is moved along its row, by how high the row is above the elbow.
  const aside = arm.shift * pose.elbow;
  const rise = Math.max(1, leverOf(arm) - still);
  const place = { x: 0, y: 0 };
  const whole = { elbow: rotation(-pose.elbow), wrist: rotation(-pose.wrist) };
  return (x: number, y: number) => {
    const right = x - pivot.x;
    const down = y - pivot.y;
    // Distances from the elbow are kept, so that the turn there can be taken back exactly.
    const far = smootherstep((Math.sqrt(right * right + down * down) - still) / bend);
    const elbow = far === 0 ? NONE : far === 1 ? whole.elbow : rotation(-pose.elbow * far);
    const py = pivot.y + right * elbow.sine + down * elbow.cosine;
    const moved = aside === 0 ? 0 : aside * smootherstep((pivot.y - py - still) / rise);
    const px = pivot.x + right * elbow.cosine - down * elbow.sine - moved;
    place.x = px;
    place.y = py;
    for (let round = 0; round < 3; round++) {
      const along = (place.x - wrist.x) * axis.x + (place.y - wrist.y) * axis.y;
      const beyond = smootherstep((along / palm + WRIST_BEND) / (2 * WRIST_BEND));
      const turn = beyond === 0 ? NONE : beyond === 1 ? whole.wrist : rotation(-pose.wrist * beyond);
      place.x = wrist.x + (px - wrist.x) * turn.cosine - (py - wrist.y) * turn.sine;
      place.y = wrist.y + (px - wrist.x) * turn.sine + (py - wrist.y) * turn.cosine;
    }
    return place;
  };
}

const NONE = { cosine: 1, sine: 0 };

function rotation(angle: number) {
  return { cosine: Math.cos(angle), sine: Math.sin(angle) };
}

const CLEAR = 1;
const SOLID = 2;
const MIXED = 4;
/** Base-2 logarithm of a block's side, in pixels of the layer. */
const BLOCK = 3;

/** Returns a function that says what the layer contains at a cell's source: nothing (0), `CLEAR`, `SOLID`, or a union of these. */
function findContents({ width, height, y: pairs }: ArmLayer) {
  const columns = ((width - 1) >> BLOCK) + 1;
  const blocks = new Uint8Array(columns * (((height - 1) >> BLOCK) + 1));
  for (let row = 0, at = 0; row < height; row++) {
    const start = (row >> BLOCK) * columns;
    for (let column = 0; column < width; column++, at += 2) {
      const transmission = pairs[at + 1]!;
      const kind = transmission === 0 ? SOLID : transmission === 256 && pairs[at] === 0 ? CLEAR : MIXED;
      blocks[start + (column >> BLOCK)]! |= kind;
    }
  }
  return (x: Int32Array, y: Int32Array, node: number, stride: number): number => {
    const below = node + stride;
    const [x0, x1, x2, x3] = [x[node]!, x[node + 1]!, x[below]!, x[below + 1]!];
    const [y0, y1, y2, y3] = [y[node]!, y[node + 1]!, y[below]!, y[below + 1]!];
    // Bilinear samples also read the next pixel, and chroma the next pair of pixels.
    const left = Math.max(0, ((Math.min(x0, x1, x2, x3) >> 16) - 1) >> BLOCK);
    const right = Math.min(width - 1, (Math.max(x0, x1, x2, x3) >> 16) + 2) >> BLOCK;
    const top = Math.max(0, ((Math.min(y0, y1, y2, y3) >> 16) - 1) >> BLOCK);
    const bottom = Math.min(height - 1, (Math.max(y0, y1, y2, y3) >> 16) + 2) >> BLOCK;
    let contents = 0;
    for (let row = top; row <= bottom; row++) {
      for (let column = left; column <= right; column++) contents |= blocks[row * columns + column]!;
    }
    return contents;
  };
}

interface Cell {
  left: number;
  top: number;
  /** The index of its upper left node, and the number of nodes in a row. */
  node: number;
  columns: number;
  isSolid: boolean;
}

function drawCell(
  frame: Frame,
  layer: ArmLayer,
  { left, top, node, columns, isSolid }: Cell,
  x: Int32Array,
  y: Int32Array,
): void {
  const draw = isSolid ? copyRow : mixRow;
  const below = node + columns;
  const [leftX, leftY, rightX, rightY] = [x[node]!, y[node]!, x[node + 1]!, y[node + 1]!];
  const [downLeftX, downLeftY] = [x[below]! - leftX, y[below]! - leftY];
  const [downRightX, downRightY] = [x[below + 1]! - rightX, y[below + 1]! - rightY];
  const across = Math.min(CELL, frame.width - left);
  const down = Math.min(CELL, frame.height - top);
  for (let row = 0; row < down; row++) {
    const fromX = leftX + ((downLeftX * row) >> SHIFT);
    const fromY = leftY + ((downLeftY * row) >> SHIFT);
    const stepX = (rightX + ((downRightX * row) >> SHIFT) - fromX) >> SHIFT;
    const stepY = (rightY + ((downRightY * row) >> SHIFT) - fromY) >> SHIFT;
    const from = (top + row) * frame.width + left;
    draw(frame.y, layer.y, layer.width, layer.height, from, from + across, fromX, fromY, stepX, stepY);
  }
  const [width, height, stride] = [layer.width / 2, layer.height / 2, frame.width / 2];
  for (let row = 0; row < down / 2; row++) {
    // A pixel of halved chroma lies between two of luma.
    const middle = 4 * row + 1;
    const toX = leftX + ((downLeftX * middle) >> (SHIFT + 1));
    const toY = leftY + ((downLeftY * middle) >> (SHIFT + 1));
    const stepX = (rightX + ((downRightX * middle) >> (SHIFT + 1)) - toX) >> SHIFT;
    const stepY = (rightY + ((downRightY * middle) >> (SHIFT + 1)) - toY) >> SHIFT;
    const fromX = (toX + (stepX >> 1) - HALF) >> 1;
    const fromY = (toY + (stepY >> 1) - HALF) >> 1;
    const from = (top / 2 + row) * stride + left / 2;
    const end = from + across / 2;
    draw(frame.u, layer.u, width, height, from, end, fromX, fromY, stepX, stepY);
    draw(frame.v, layer.v, width, height, from, end, fromX, fromY, stepX, stepY);
  }
}

/** Draws a part of a row where nothing of what is behind shows through. */
function copyRow(
  target: Uint8Array,
  pairs: Int16Array,
  width: number,
  height: number,
  from: number,
  end: number,
  x: number,
  y: number,
  stepX: number,
  stepY: number,
): void {
  for (let at = from; at < end; at++, x += stepX, y += stepY) {
    const px = x >> 16;
    const py = y >> 16;
    if (px < 0 || py < 0 || px >= width - 1 || py >= height - 1) continue;
    const along = (x >> 8) & 255;
    const i = (py * width + px) * 2;
    const j = i + width * 2;
    const upper = (pairs[i]! << 8) + (pairs[i + 2]! - pairs[i]!) * along;
    const lower = (pairs[j]! << 8) + (pairs[j + 2]! - pairs[j]!) * along;
    target[at] = ((upper << 8) + (lower - upper) * ((y >> 8) & 255) + 32768) >> 16;
  }
}

/** Draws a part of a row over what is behind. Written out like `copyRow`, without helpers: most of a waving film's time is spent in these two. */
function mixRow(
  target: Uint8Array,
  pairs: Int16Array,
  width: number,
  height: number,
  from: number,
  end: number,
  x: number,
  y: number,
  stepX: number,
  stepY: number,
): void {
  for (let at = from; at < end; at++, x += stepX, y += stepY) {
    const px = x >> 16;
    const py = y >> 16;
    if (px < 0 || py < 0 || px >= width - 1 || py >= height - 1) continue;
    const along = (x >> 8) & 255;
    const below = (y >> 8) & 255;
    const i = (py * width + px) * 2;
    const j = i + width * 2;
    let upper = (pairs[i]! << 8) + (pairs[i + 2]! - pairs[i]!) * along;
    let lower = (pairs[j]! << 8) + (pairs[j + 2]! - pairs[j]!) * along;
    const residual = (upper << 8) + (lower - upper) * below;
    upper = (pairs[i + 1]! << 8) + (pairs[i + 3]! - pairs[i + 1]!) * along;
    lower = (pairs[j + 1]! << 8) + (pairs[j + 3]! - pairs[j + 1]!) * along;
    const transmission = ((upper << 8) + (lower - upper) * below) >> 8;
    const value = (residual + transmission * target[at]! + 32768) >> 16;
    target[at] = value < 0 ? 0 : value > 255 ? 255 : value;
  }
}
