import type { Head } from '../face/head.ts';
import type { CavityTone, Lashes } from '../face/feature-tones.ts';
import type { Pose } from './pose-face.ts';
import type { Shape, ShapeName } from './shapes.ts';
import type { Surroundings } from './surroundings.ts';

/** One face, ready to be moved. */
export interface FaceRig {
  head: Head;
  /** The outline as the viewer sees it at rest: points of the mesh, one for each of the contour's. */
  outline: readonly number[];
  /** How far the outline lies from its place at rest. */
  outlineOffsets: Float32Array;
  surroundings: Surroundings;
  shapes: Record<ShapeName, Shape>;
  depthsAtRest: Float32Array;
  pose: Pose;
  /** What part of the pose's offsets is due to the jaw that drops, and what to lips that shut: teeth follow neither. */
  jawDrop: Float32Array;
  lipsShut: Float32Array;
  /** How freely each point of the mesh moves: what lies at the picture's edge is held there. */
  freedom: Float32Array;
  /** How much each lies under another face, or beside it: it goes along with that face's outline. */
  covered: Float32Array;
  /** Every point's place at rest, in film pixels: the mesh, the rim around it, and the openings' own points. */
  rest: Float32Array;
  /** The same points as they lie now. */
  places: Float32Array;
  /** Where each point's picture comes from: its place at rest, but for eyes that look aside and what a turn brings into sight. */
  source: Float32Array;
  /** The same for the rim, which shows what lies around the face. */
  rimSource: Float32Array;
  borrowed: Float32Array;
  mirrored: Mirrored;
  /** How much of what a turn to the viewer brings into sight is drawn, 0 to 1. */
  uncovered: number;
  lashes: Lashes;
  cavity: CavityTone;
}

/** For each point, its twin on the near side of the face, and what is drawn of it where the photo hides the point. */
export interface Mirrored {
  /** The twin's place at rest, in film pixels. */
  source: Float32Array;
  share: Float32Array;
  /** What is taken from there is multiplied by these, brightness and colours, */
  gains: readonly [Float32Array, Float32Array];
  /** and these are added: to brightness and both colours. */
  shifts: readonly [Float32Array, Float32Array, Float32Array];
  /** How much of what the head hides its near side stands for, from 0 to 1: for no lens; 1 where it hides nothing. */
  mostly: number;
}
