import type { Animal } from '../animal/find-animal.ts';
import type { Box, Size } from '../picture/framing.ts';
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

/** What is in the picture, in film pixels but for `heads`. */
export interface Scene {
  size: Size;
  /** Absent where nothing stands out. */
  subject?: Subject | undefined;
  /** Holds all heads that were found, in fractions of the film. */
  heads?: Box | undefined;
  /** Absent where no animal's face was found or looked for. */
  animal?: Animal | undefined;
}

/** What moves, and how, over a whole film. */
export interface Motion {
  camera: Camera;
  moves: Move[];
  /** The share of the short side over which the moves die away towards the picture's edges. */
  edge: number;
}

export const EDGE = 0.08;
export const WIDE_EDGE = 0.2;

/** A camera keeps the subject in the picture, and its head at its height. */
export function inSight(subject: Subject, random: Random): Sight {
  return { eyeLevel: headHeight(subject, random), left: subject.left, right: subject.right };
}

export function headHeight(subject: Subject, random: Random): number {
  return subject.top + random.between(0.05, 0.25) * (subject.bottom - subject.top);
}
