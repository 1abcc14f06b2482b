import type { Head } from '../face/head.ts';
import type { CavityTone, Lashes } from '../face/feature-tones.ts';
import type { Pose } from './pose-face.ts';
import type { BlendShape, BlendShapeName } from './blend-shapes.ts';
import type { Surroundings } from './surroundings.ts';
import { LEFT_EYE_RIMS, MOUTH_RIMS, OVAL, RIGHT_EYE_RIMS, type Rims, MIRROR_LANDMARKS } from '../face/landmarks.ts';
import { SKIN_TRIANGLES } from '../face/skin-triangles.ts';

/**
 * One face prepared for animation: constants measured at rest, and buffers that `moveRig` overwrites for each frame.
 */
export interface FaceRig {
  head: Head;
  /** The silhouette at rest, as mesh indices: one for each vertex of `OVAL`. */
  outline: readonly number[];
  /** Displacement of each silhouette vertex from rest, x and y, in film pixels. */
  outlineOffsets: Float32Array;
  /** The head motion of the current frame; see `headMotion`. */
  motion: Float64Array;
  surroundings: Surroundings;
  shapes: Record<BlendShapeName, BlendShape>;
  depthsAtRest: Float32Array;
  pose: Pose;
  /**
   * The parts of `pose.offsets` caused by the jaw drop and by the closing lips, in film pixels. Teeth follow neither.
   */
  jawDrop: Float32Array;
  lipsShut: Float32Array;
  /** How freely each vertex moves, 0 to 1: vertices at the picture's border are held in place. */
  freedom: Float32Array;
  /** How far each vertex lies under or beside a face in front of it, 0 to 1; it then follows that face's outline. */
  covered: Float32Array;
  /**
   * Rest positions x, y of all points in film pixels: the mesh, the rim around it, then the points of eyes and mouth.
   */
  rest: Float32Array;
  /** Current positions of the same points. */
  places: Float32Array;
  /**
   * Texture coordinates of each point, in film pixels: its rest position, except for a shifted gaze and the uncovered
   * far side.
   */
  source: Float32Array;
  /** Texture coordinates for the triangles of the rim, which show what surrounds the face. */
  rimSource: Float32Array;
  borrowed: Float32Array;
  mirrored: Mirrored;
  /** Opacity of the skin that a turn towards the viewer uncovers, 0 to 1. */
  uncovered: number;
  /** See `hasRims`. */
  rims: number;
  lashes: Lashes;
  cavity: CavityTone;
}

/** Texture of the hidden far side, taken per point from its mirror point on the near side. */
export interface Mirrored {
  /** Rest position of the mirror point, in film pixels. */
  source: Float32Array;
  share: Float32Array;
  /** Factors for what is sampled there: luma, then both chroma planes. */
  gains: readonly [Float32Array, Float32Array];
  /** Offsets added after the factors: luma, Cb, Cr. */
  shifts: readonly [Float32Array, Float32Array, Float32Array];
  /** Which part of the hidden skin the near side can supply, 0 to 1, glasses excluded; 1 if nothing is hidden. */
  mostly: number;
}

/** Layout of a rig's points: the mesh's vertices, the rim around it, then the points of eyes and mouth ("openings"). */
export const MESH = 468;
export const RIM = MESH;
export const OPENINGS = RIM + OVAL.length;
export const OPENING_RIMS: readonly Rims[] = [LEFT_EYE_RIMS, RIGHT_EYE_RIMS, MOUTH_RIMS];
/** For each opening point, in order: its mesh vertex, and the index of its mirror point among the opening points. */
export const OPENING_POINTS = openingPoints();
/** The inside of eyes and mouth. Drawn first, so that lids and lips slide over it. */
export const OPENING_TRIANGLES: readonly number[] = openingTriangles();
/** The skin and the rim that joins it to its surroundings. */
export const FACE_TRIANGLES: readonly number[] = [...SKIN_TRIANGLES, ...rimTriangles()];
/** Number of triangles in the rim; they are drawn first. */
export const RIM_TRIANGLES = 2 * OVAL.length;
export const POINTS = OPENINGS + OPENING_RIMS.reduce((sum, { upper }) => sum + 2 * upper.length, 0);

/**
 * First of the points at the lower end of the mouth's inside, which stay behind when the jaw pulls the lower lip down.
 */
export const HELD_LOWER_LIP = POINTS - MOUTH_RIMS.lower.length;

/** The gap between the lower end of the mouth's inside and the lower lip. */
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
