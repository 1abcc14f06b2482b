import { copyCell, mixCell, type CellLayers, type Corners } from './draw-cells.ts';
import { CELL, type WarpGrid, type GridPart, wholeGrid } from '../picture/warp-grid.ts';
import { type Frame, type Planes, planeSetsOf, type PlaneSet } from '../picture/planes.ts';

/** The matte's planes as pairs [residual, transmission] per pixel; see `SubjectLayer`. */
export interface SubjectPlanes {
  y: Int16Array;
  u: Int16Array;
  v: Int16Array;
}

/**
 * The subject as an additive matte over the inpainted background: pixel = residual + transmission / 256 × background.
 * Layers at rest therefore reproduce the photo exactly, including soft hair.
 */
export interface SubjectLayer {
  background: Planes;
  matte: SubjectPlanes;
  /** Content of each block of `BLOCK` × `BLOCK` source pixels: bits `HAS_SUBJECT` and `HAS_BACKGROUND`. */
  blocks: Uint8Array;
  blockColumns: number;
}

/** The photo at `scale` times the film's size, and the layers cut from it, if any. */
export interface Layers {
  photo: Planes;
  scale: number;
  subject: SubjectLayer | undefined;
}

export const BLOCK = 16;
export const HAS_SUBJECT = 1;
export const HAS_BACKGROUND = 2;

/** Renders frames by backward warping: background and subject by separate grids, or the whole photo by one. */
export interface Composer {
  /** Draws into `frame`; `part` limits the cells drawn (default: all). */
  compose(frame: Frame, background: WarpGrid, subject: WarpGrid, part?: GridPart): void;
}

export function createComposer({ photo, scale, subject }: Layers, field: WarpGrid): Composer {
  const kinds = new Uint8Array(field.columns * field.rows);
  const behind = createCorners(field);
  const front = createCorners(field);
  const whole = wholeGrid(field);
  const photoPlaneSets = planeSetsOf(photo);
  const backgroundPlaneSets = subject ? planeSetsOf(subject.background) : photoPlaneSets;
  const mattes = subject ? [[subject.matte.y], [subject.matte.u, subject.matte.v]] : [[], []];

  return {
    compose(frame, backgroundField, subjectField, part = whole) {
      planeSetsOf(frame).forEach((target, i) => {
        const [photoPlanes, background] = [photoPlaneSets[i]!, backgroundPlaneSets[i]!];
        placeCorners(behind, backgroundField, part, scale, photoPlanes);
        if (subject) placeCorners(front, subjectField, part, scale, photoPlanes);
        if (subject && target.step === 1) classifyCells(kinds, front, part, field.columns, subject);
        const { columns } = field;
        const shift = Math.log2(CELL / target.step);
        const layers: CellLayers = { columns, shift, target, background, matte: mattes[i]! };
        for (const cell of part.cells) {
          const kind = kinds[cell];
          if (kind === MIXED_CELL) mixCell(layers, cell, behind, front);
          else if (kind === SUBJECT_CELL) copyCell(layers, cell, photoPlanes, front);
          else copyCell(layers, cell, background, behind);
        }
      });
    },
  };
}

const BACKGROUND_CELL = 0;
const SUBJECT_CELL = 1;
const MIXED_CELL = 2;

function createCorners(field: WarpGrid): Corners {
  return { x: new Int32Array(field.x.length), y: new Int32Array(field.y.length) };
}

/** Converts film positions to a plane's pixels in 16.16 fixed point, clamped so that bilinear samples stay inside. */
function placeCorners(
  corners: Corners,
  field: WarpGrid,
  { nodes }: GridPart,
  scale: number,
  { width, height, step }: PlaneSet,
): void {
  const factor = (scale * 65536) / step;
  // With 2 × 2 chroma subsampling, chroma samples lie half a luma pixel further right and down.
  const offset = ((step === 1 ? (scale - 1) / 2 : (scale - 1) / 4) * 65536) | 0;
  const right = (width - 1) * 65536 - 1;
  const bottom = (height - 1) * 65536 - 1;
  for (const node of nodes) {
    corners.x[node] = Math.max(0, Math.min(right, Math.round(field.x[node]! * factor) + offset));
    corners.y[node] = Math.max(0, Math.min(bottom, Math.round(field.y[node]! * factor) + offset));
  }
}

/** Most cells show one layer only, which costs a third of blending two; only cells at the outline need both. */
function classifyCells(
  kinds: Uint8Array,
  front: Corners,
  { cells }: GridPart,
  columns: number,
  subject: SubjectLayer,
): void {
  for (const node of cells) {
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
    kinds[node] = holds === HAS_SUBJECT ? SUBJECT_CELL : holds === HAS_BACKGROUND ? BACKGROUND_CELL : MIXED_CELL;
  }
}
