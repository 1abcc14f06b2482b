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

/** Properties of a face that decide how it acts an effect. */
export type FaceTraits = Pick<Head, 'yaw' | 'width' | 'mouthGap' | 'eyesOpen' | 'grin' | 'raised'> & {
  /** Which part of what the head hides can be mirrored from its near side, 0 to 1; 1 by default. */
  mirrored?: number;
  /** See `Head`; by default large enough. */
  beyondNose?: number;
  /** See `FaceAbility`; true by default. */
  canTurn?: boolean;
  /** Whether dark glasses hide the eyes; false by default. */
  eyesHidden?: boolean;
  /** Whether something covers the mouth; false by default. */
  mouthHidden?: boolean;
  /** Whether it is opened so wide that it cannot close; false by default. */
  mouthAgape?: boolean;
  /** On which side in the picture the head stands that this one leans to: -1 left, 1 right, 0 (the default) none. */
  beside?: number;
  /** How much room there is between both, in face widths; a whole one by default. */
  room?: number;
  /** See `lidContrasts`; equal by default. */
  lidContrasts?: readonly [number, number];
  /** See `hasRims`; 0, no glasses, by default. */
  rims?: number;
};

export type ExpressionTrack = (progress: number) => Expression;

export interface Plan {
  act: ExpressionTrack;
  /** No idle motion: an effect of the eyes alone would be blurred by other blinks or sway. */
  isStill?: boolean;
}

/** Plans how a face with these traits acts one effect. */
export type Planner = (request: ExpressionRequest, traits: FaceTraits, random: Random) => Plan;
