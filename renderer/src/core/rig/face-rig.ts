import type { Head } from '../face/head.ts';
import type { CavityTone, Lashes } from '../face/feature-tones.ts';
import type { Pose } from './pose-face.ts';
import type { BlendShape, BlendShapeName } from './blend-shapes.ts';
import type { Surroundings } from './surroundings.ts';
import { LEFT_EYE_RIMS, MOUTH_RIMS, OVAL, RIGHT_EYE_RIMS, type Rims, MIRROR_LANDMARKS } from '../face/landmarks.ts';
import { SKIN_TRIANGLES } from '../face/skin-triangles.ts';

/** One face, ready to be moved. */
export interface FaceRig {
  head: Head;
  /** The outline as the viewer sees it at rest: points of the mesh, one for each of the contour's. */
  outline: readonly number[];
  /** How far the outline lies from its place at rest. */
  outlineOffsets: Float32Array;
  surroundings: Surroundings;
  shapes: Record<BlendShapeName, BlendShape>;
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

/** A rig counts the points of the mesh first, then those of the rim around it, then those of eyes and mouth. */
export const MESH = 468;
export const RIM = MESH;
export const OPENINGS = RIM + OVAL.length;
export const OPENING_RIMS: readonly Rims[] = [LEFT_EYE_RIMS, RIGHT_EYE_RIMS, MOUTH_RIMS];
/** The openings' points in their order: which of the mesh's they lie at, and which of them lies on the other side. */
export const OPENING_POINTS = openingPoints();
/** What lies in the eyes and in the mouth: drawn first, for the lids and lips to slide over. */
export const OPENING_TRIANGLES: readonly number[] = openingTriangles();
/** The skin, with the rim that joins it to its surroundings. */
export const FACE_TRIANGLES: readonly number[] = [...SKIN_TRIANGLES, ...rimTriangles()];
/** How many triangles the rim has: they are drawn first. */
export const RIM_TRIANGLES = 2 * OVAL.length;
export const POINTS = OPENINGS + OPENING_RIMS.reduce((sum, { upper }) => sum + 2 * upper.length, 0);

/** The first of the points at which what lies in the mouth ends below: at the lower lip, unless the jaw has taken that further down. */
export const HELD_LOWER_LIP = POINTS - MOUTH_RIMS.lower.length;

/** Between where the mouth's inside ends below and the lower lip. */
export const CAVITY_TRIANGLES: readonly number[] = MOUTH_RIMS.lower.slice(1).flatMap((lip, i) => {
  const [before, held] = [MOUTH_RIMS.lower[i]!, HELD_LOWER_LIP + i];
  return [held, held + 1, before, held + 1, lip, before];
});

function openingPoints(): { point: number; opposite: number }[] {
  const points = OPENING_RIMS.flatMap(({ upper, lower }) =>
    [upper, lower].flatMap((rim, row) => rim.map((point) => ({ point, row }))),
  );
  return points.map(({ point, row }) => ({
    point,
    opposite: points.findIndex((other) => other.point === MIRROR_LANDMARKS[point] && other.row === row),
  }));
}

function openingTriangles(): number[] {
  const triangles: number[] = [];
  let at = OPENINGS;
  for (const { upper } of OPENING_RIMS) {
    const below = at + upper.length;
    for (let i = 0; i + 1 < upper.length; i++) {
      triangles.push(at + i, at + i + 1, below + i, at + i + 1, below + i + 1, below + i);
    }
    at = below + upper.length;
  }
  return triangles;
}

function rimTriangles(): number[] {
  return OVAL.flatMap((point, i) => {
    const next = (i + 1) % OVAL.length;
    return [point, OVAL[next]!, RIM + i, OVAL[next]!, RIM + next, RIM + i];
  });
}
