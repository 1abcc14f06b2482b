import type { Animal } from '../animal/find-animal.ts';
import type { Box, Rectangle, Size } from '../picture/framing.ts';
import type { Camera, Sight } from './camera.ts';
import type { MotionName } from './choose-motion.ts';
import type { Random } from './random.ts';
import type { Move, Subject } from './subject-moves.ts';

export interface MotionRequest {
  motion: MotionName;
  seed: number;
  /** Seconds. */
  duration: number;
  loop: boolean;
}

/** What is in the picture. Film pixels, except for `heads`. */
export interface Scene {
  size: Size;
  /** Where things move: all of the film by default. */
  area?: Rectangle | undefined;
  /** Undefined if nothing stands out. */
  subject?: Subject | undefined;
  /** Bounding box of all heads, in fractions of the film. */
  heads?: Box | undefined;
  /** Undefined if no animal's face was found or searched for. */
  animal?: Animal | undefined;
}

/** Camera and displacements over a whole film. */
export interface Motion {
  camera: Camera;
  moves: Move[];
  /** Width of the border in which displacements fade out, as a share of the area's short side. */
  edge: number;
}

export const EDGE = 0.08;
export const WIDE_EDGE = 0.2;

/** Keeps the subject in view and its head at a constant height. */
export function inSight(subject: Subject, random: Random): Sight {
  return { eyeLevel: headHeight(subject, random), left: subject.left, right: subject.right };
}

export function headHeight(subject: Subject, random: Random): number {
  return subject.top + random.between(0.05, 0.25) * (subject.bottom - subject.top);
}
