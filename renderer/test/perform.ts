import type { FaceEffect } from '../src/core/effects.ts';
import type { FaceTraits } from '../src/core/motion/expression-track.ts';
import { planExpression } from '../src/core/motion/plans/plan-expression.ts';

export const SEEDS = [0, 1, 2, 3, 99, 4294967295];

/** A large face that looks at the viewer, with closed lips. */
export const FRONTAL: FaceTraits = { yaw: 0, width: 200, mouthGap: 0, eyesOpen: [0.3, 0.3], grin: 0, raised: 0 };

/** What such a face does in a film of five seconds. */
export function perform(effect: FaceEffect, seed: number, loop: boolean) {
  return planExpression({ effect, seed, duration: 5, loop }, FRONTAL, 0);
}

/** The yaw of a face in each frame, relative to its yaw at rest, in degrees. */
export function yawOf(effect: FaceEffect, seed: number, traits: Partial<FaceTraits>): number[] {
  const at = planExpression({ effect, seed, duration: 5, loop: false }, { ...FRONTAL, ...traits }, 0);
  return frames().map((progress) => at(progress).yaw ?? 0);
}

export function range(values: readonly number[]): number {
  return Math.max(...values) - Math.min(...values);
}

/** The moments of a film of five seconds, 0 to 1. */
export function frames(): number[] {
  return Array.from({ length: 120 }, (_, frame) => frame / 119);
}
