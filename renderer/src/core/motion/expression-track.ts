import type { FaceEffect } from '../effects.ts';
import type { Head } from '../face/head.ts';
import type { Expression } from '../rig/pose-face.ts';
import type { Random } from './random.ts';

export interface ExpressionRequest {
  effect: FaceEffect;
  seed: number;
  duration: number;
  loop: boolean;
}

/** What a face knows of itself that decides what it can do. */
export type FaceTraits = Pick<Head, 'yaw' | 'width' | 'mouthGap' | 'eyesOpen' | 'grin' | 'raised'> & {
  /** How much of what the head hides can be drawn from its near side, from 0 to 1. All of it unless told. */
  mirrored?: number;
  /** See `Head`; enough unless told. */
  beyondNose?: number;
  /** Dark glasses hide the eyes; not unless told. */
  eyesHidden?: boolean;
  /** How much is seen of each eye when its lid comes down, the left of the picture first; alike unless told. */
  lidContrasts?: readonly [number, number];
};

export type ExpressionTrack = (progress: number) => Expression;

export interface Plan {
  act: ExpressionTrack;
  /** The eyes alone tell the story: no other blink and no sway may blur it. */
  isStill?: boolean;
}

/** How one effect is acted by a face with these traits. */
export type Planner = (request: ExpressionRequest, traits: FaceTraits, random: Random) => Plan;
