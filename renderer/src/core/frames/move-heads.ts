import { createComposer, type SubjectLayer } from '../layers/compose-frame.ts';
import type { Head } from '../face/head.ts';
import type { HiddenParts } from '../face/hidden-parts.ts';
import { CELL, createWarpGrid, gridPartAround, type WarpGrid } from '../picture/warp-grid.ts';
import type { Rectangle, Size } from '../picture/framing.ts';
import type { Frame, Planes } from '../picture/planes.ts';
import { buildRig } from '../rig/build-rig.ts';
import type { FaceRig } from '../rig/face-rig.ts';
import { createBrush } from '../drawing/draw-face.ts';
import { moveRig, settleRig } from '../rig/move-rig.ts';
import { lidContrasts } from '../face/feature-tones.ts';
import { drawingOrder, findNeighbours } from '../rig/occlusion.ts';
import type { Expression } from '../rig/pose-face.ts';
import { addOutlineMotion, invertDisplacement } from '../rig/surroundings.ts';

/** Draws the frames of a film in which only heads move. */
export interface HeadMover {
  /** Updates `frame`, which still holds the previous frame. Takes one expression per head. */
  draw(frame: Frame, expressions: readonly Expression[]): void;
  /** The cells of the frame's grid that it redraws, by their upper left node. */
  cells: Int32Array;
  /** Per head, what the photo tells beyond its geometry. */
  traits: readonly PhotoTraits[];
}

export interface PhotoTraits {
  /** Which part of what the head hides can be mirrored from its near side, 0 to 1. */
  mirrored: number;
  /** See `lidContrasts`. */
  lidContrasts: readonly [number, number];
  /** See `hasRims`. */
  rims: number;
}

/** What is measured on a photo to move its heads. */
export interface PreparedHeads {
  rigs: readonly FaceRig[];
  /** From the back to the front. */
  order: readonly number[];
}

/** Prepares rigs for all heads; `photo` is at `scale` times the film's size. Nothing moves outside of `area`, in film pixels. */
export function prepareHeads(
  photo: Planes,
  scale: number,
  heads: readonly (Head & Partial<HiddenParts>)[],
  film: Size,
  area?: Rectangle,
  isCutOut?: boolean,
): PreparedHeads {
  const neighbours = findNeighbours(heads, photo, scale);
  return {
    rigs: heads.map((head, i) => buildRig(head, neighbours[i]!, film, photo, scale, area, isCutOut)),
    order: drawingOrder(heads, neighbours),
  };
}

/** Takes over the prepared rigs, which it changes. If people are cut out as `subject`, the background behind them stays where it is. */
export function createHeadMover(
  photo: Planes,
  scale: number,
  heads: readonly (Head & Partial<HiddenParts>)[],
  frame: Frame,
  { rigs, order }: PreparedHeads = prepareHeads(photo, scale, heads, frame),
  subject?: SubjectLayer,
): HeadMover {
  const [field, behind] = [createWarpGrid(frame.width, frame.height), createWarpGrid(frame.width, frame.height)];
  resetGrid(field);
  resetGrid(behind);
  const composer = createComposer({ photo, scale, subject }, field);
  composer.compose(frame, behind, field);
  const offsets = new Float32Array(field.x.length * 2);
  const touched = rigs.map(({ surroundings }) => surroundings.nodes);
  const part = gridPartAround(
    touched.flatMap((nodes) => [...nodes]),
    field,
  );
  const brush = createBrush(photo, scale, frame, subject !== undefined);
  return {
    cells: part.cells,
    traits: rigs.map(({ head, mirrored, rims }) => ({
      mirrored: mirrored.mostly,
      lidContrasts: lidContrasts(head, photo, scale),
      rims,
    })),
    draw(target, expressions) {
      offsets.fill(0);
      rigs.forEach((rig, i) => {
        moveRig(rig, expressions[i]!);
        addOutlineMotion(rig.surroundings, rig.motion, rig.outlineOffsets, offsets);
      });
      invertDisplacement(offsets, touched, field);
      composer.compose(target, subject ? behind : field, field, part);
      for (const i of order) {
        settleRig(rigs[i]!, expressions[i]!, offsets, field);
        brush(target, rigs[i]!, expressions[i]!);
      }
    },
  };
}

function resetGrid(field: WarpGrid): void {
  for (let node = 0; node < field.x.length; node++) {
    field.x[node] = (node % field.columns) * CELL;
    field.y[node] = Math.floor(node / field.columns) * CELL;
  }
}
