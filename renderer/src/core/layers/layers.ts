import type { Planes } from '../picture/planes.ts';

/** A layer's plane of pairs: [residual, transmission] at every pixel, see `SubjectLayer`. */
export interface SubjectPlanes {
  y: Int16Array;
  u: Int16Array;
  v: Int16Array;
}

/**
 * The subject as an additive matte over the filled-in background: a pixel is `residual + transmission / 256 *
 * background`, so that the two layers at rest give the photo back exactly, soft hair included.
 */
export interface SubjectLayer {
  background: Planes;
  matte: SubjectPlanes;
  /** What each block of `BLOCK` source pixels holds: bits of `HAS_SUBJECT` and `HAS_BACKGROUND`. */
  blocks: Uint8Array;
  blockColumns: number;
}

/** The photo at `scale` times the film's size, and the subject cut out of it where there is one. */
export interface Layers {
  photo: Planes;
  scale: number;
  subject: SubjectLayer | undefined;
}

export const BLOCK = 16;
export const HAS_SUBJECT = 1;
export const HAS_BACKGROUND = 2;
