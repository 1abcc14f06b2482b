import { START, WEIGHTS } from './covered-mouth-weights.ts';
import type { MeshFit } from './fit-mesh.ts';

/** Above this logit a mouth is covered. It favours precision: a wrong refusal to smile is worse than a hand that bends. */
const SURE = 3.2;
/** Above this one it may be covered: one in a hundred uncovered faces is above it, too. */
const POSSIBLE = 0.5;

/** Whether something is before the mouth: a mask, a scarf, a hand. */
export function isMouthCovered(fit: MeshFit): boolean {
  return coverEvidence(fit) > SURE;
}

/** Whether something may be before the mouth, which another sign can confirm. */
export function mayMouthBeCovered(fit: MeshFit): boolean {
  return coverEvidence(fit) > POSSIBLE;
}

/**
 * The logit of a logistic regression on the features that the face mesh is read from, so that no further model runs. How it was fitted, and its
 * limits: docs/renderer.md.
 */
function coverEvidence({ features }: MeshFit): number {
  return WEIGHTS.reduce((sum, weight, i) => sum + (weight / 1000) * features[i]!, START);
}
