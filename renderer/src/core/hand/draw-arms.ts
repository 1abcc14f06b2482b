import type { Arm } from './find-arms.ts';
import { distance } from './find-arms.ts';
import type { ArmLayer } from './cut-out-arms.ts';
import type { Rectangle } from '../picture/framing.ts';
import type { Frame } from '../picture/planes.ts';
import { smootherstep } from '../smoothstep.ts';

/** How far an arm is turned from where the photo shows it, in radians, clockwise. */
export interface ArmPose {
  elbow: number;
  wrist: number;
}

/** Side of the cells between whose corners the source of each pixel is interpolated. Film pixels; even. */
const CELL = 8;
/**
 * The elbow itself stays, within so many palms or this share of the forearm: there the upper arm begins, which is not cut out. Beyond, the
 * forearm bends over a share of its length; the wrist over twice this length, in palms.
 */
const ELBOW = { palms: 0.7, share: 0.3 };
const ELBOW_BEND = 0.6;
const WRIST_BEND = 0.45;

/** Draws a turned arm over a frame that shows what is behind it. `scale` is the picture's size in film sizes. */
export function createArmBrush(arm: Arm, layer: ArmLayer, scale: number, frame: Frame, reach: number) {
  const area = sweptArea(arm, layer, scale, frame, reach);
  const [columns, rows] = [area.columns + 1, area.rows + 1];
  const x = new Float32Array(columns * rows);
  const y = new Float32Array(columns * rows);
  const solid = occupied(layer);
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
        x[node] = at.x - layer.left;
        y[node] = at.y - layer.top;
      }
    }
  };
  return {
    area,
    draw(target: Frame, pose: ArmPose): void {
      // An arm at rest stays where it is for many frames.
      if (placed?.elbow !== pose.elbow || placed.wrist !== pose.wrist) place(pose);
      for (let row = 0; row < area.rows; row++) {
        for (let column = 0; column < area.columns; column++) {
          const node = row * columns + column;
          if (!solid(x, y, node, columns)) continue;
          const cell = { left: area.left + column * CELL, top: area.top + row * CELL };
          drawCell(target, target.y, layer.y, layer, 1, cell, x, y, node, columns);
          drawCell(target, target.u, layer.u, layer, 2, cell, x, y, node, columns);
          drawCell(target, target.v, layer.v, layer, 2, cell, x, y, node, columns);
        }
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
  { pivot, wrist, hand, palm }: Arm,
  layer: ArmLayer,
  scale: number,
  frame: Frame,
  reach: number,
): Area {
  let radius = distance(pivot, wrist);
  for (let i = 0; i < hand.length; i += 2)
    radius = Math.max(radius, Math.hypot(hand[i]! - pivot.x, hand[i + 1]! - pivot.y));
  radius += 1.2 * palm;
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

/** Maps a pixel of the frame to where the photo shows it: turned back about the wrist, then about the elbow. */
function unturn({ pivot, wrist, palm }: Arm, pose: ArmPose) {
  const length = distance(pivot, wrist);
  const still = Math.min(ELBOW.palms * palm, ELBOW.share * length);
  const bend = ELBOW_BEND * (length - still);
  const axis = { x: (wrist.x - pivot.x) / length, y: (wrist.y - pivot.y) / length };
  const place = { x: 0, y: 0 };
  const whole = { elbow: rotation(-pose.elbow), wrist: rotation(-pose.wrist) };
  return (x: number, y: number) => {
    const right = x - pivot.x;
    const down = y - pivot.y;
    // Distances from the elbow are kept, so that the turn there can be taken back exactly.
    const far = smootherstep((Math.sqrt(right * right + down * down) - still) / bend);
    const elbow = far === 0 ? NONE : far === 1 ? whole.elbow : rotation(-pose.elbow * far);
    const px = pivot.x + right * elbow.cosine - down * elbow.sine;
    const py = pivot.y + right * elbow.sine + down * elbow.cosine;
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

/** Blocks of 16 pixels that hold a part of the arm; tells whether a cell's source touches one. */
function occupied({ width, height, y: pairs }: ArmLayer) {
  const columns = Math.ceil(width / 16);
  const rows = Math.ceil(height / 16);
  const blocks = new Uint8Array(columns * rows);
  for (let i = 0; i < width * height; i++) {
    if (pairs[i * 2 + 1] === 256 && pairs[i * 2] === 0) continue;
    blocks[((i / width) >> 4) * columns + ((i % width) >> 4)] = 1;
  }
  return (x: Float32Array, y: Float32Array, node: number, stride: number): boolean => {
    const below = node + stride;
    const left = Math.max(0, Math.min(x[node]!, x[node + 1]!, x[below]!, x[below + 1]!) >> 4);
    const right = Math.min(columns - 1, (Math.max(x[node]!, x[node + 1]!, x[below]!, x[below + 1]!) + 1) >> 4);
    const top = Math.max(0, Math.min(y[node]!, y[node + 1]!, y[below]!, y[below + 1]!) >> 4);
    const bottom = Math.min(rows - 1, (Math.max(y[node]!, y[node + 1]!, y[below]!, y[below + 1]!) + 1) >> 4);
    for (let row = top; row <= bottom; row++) {
      for (let column = left; column <= right; column++) if (blocks[row * columns + column]) return true;
    }
    return false;
  };
}

/** The sum of four transmissions where only what is behind the arm is seen. */
const CLEAR = 4 * 256;

function drawCell(
  frame: Frame,
  target: Uint8Array,
  pairs: Int16Array,
  layer: ArmLayer,
  step: 1 | 2,
  cell: { left: number; top: number },
  x: Float32Array,
  y: Float32Array,
  node: number,
  columns: number,
): void {
  const size = CELL / step;
  const stride = frame.width / step;
  const [width, height] = [layer.width / step, layer.height / step];
  const across = Math.min(size, stride - cell.left / step);
  const down = Math.min(size, frame.height / step - cell.top / step);
  const below = node + columns;
  // A pixel of halved chroma lies between two of luma.
  const offset = step === 1 ? 0 : 0.5;
  for (let row = 0; row < down; row++) {
    const share = (row + offset / 2) / size;
    const leftX = x[node]! + (x[below]! - x[node]!) * share;
    const leftY = y[node]! + (y[below]! - y[node]!) * share;
    const stepX = (x[node + 1]! + (x[below + 1]! - x[node + 1]!) * share - leftX) / size;
    const stepY = (y[node + 1]! + (y[below + 1]! - y[node + 1]!) * share - leftY) / size;
    let at = (cell.top / step + row) * stride + cell.left / step;
    for (let column = 0; column < across; column++, at++) {
      const sx = (leftX + stepX * (column + offset / 2) - offset) / step;
      const sy = (leftY + stepY * (column + offset / 2) - offset) / step;
      if (sx < 0 || sy < 0 || sx >= width - 1 || sy >= height - 1) continue;
      const px = sx | 0;
      const py = sy | 0;
      const along = sx - px;
      const lower = sy - py;
      const i = (py * width + px) * 2;
      const j = i + width * 2;
      // No lists are made in what runs for every pixel.
      const behind = pairs[i + 1]!;
      const nextBehind = pairs[i + 3]!;
      const belowBehind = pairs[j + 1]!;
      const lastBehind = pairs[j + 3]!;
      const all = behind + nextBehind + belowBehind + lastBehind;
      if (all === CLEAR && pairs[i] === 0 && pairs[i + 2] === 0 && pairs[j] === 0 && pairs[j + 2] === 0) continue;
      const residual =
        (pairs[i]! * (1 - along) + pairs[i + 2]! * along) * (1 - lower) +
        (pairs[j]! * (1 - along) + pairs[j + 2]! * along) * lower;
      let value = residual + 0.5;
      if (all !== 0) {
        const transmission =
          (behind * (1 - along) + nextBehind * along) * (1 - lower) +
          (belowBehind * (1 - along) + lastBehind * along) * lower;
        value = residual + (transmission * target[at]!) / 256 + 0.5;
      }
      target[at] = value < 0 ? 0 : value > 255 ? 255 : value;
    }
  }
}
