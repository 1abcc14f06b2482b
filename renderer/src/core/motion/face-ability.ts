import { effectNeed, type FaceEffect } from '../effects.ts';
import type { Head } from '../face/head.ts';

/** What a face in a photo can do. */
export interface FaceAbility {
  /** It smiles, speaks with its brows, nods. A near profile keeps still, rather than collapse, and so does a tiny face. */
  canMove: boolean;
  /** Its head turns. One that is seen half from the side keeps as it is turned. */
  canTurn: boolean;
  /** It has an eye to wink with that is open and in sight. */
  canWink: boolean;
  /** Dark glasses hide its eyes. */
  eyesHidden: boolean;
}

/** A head turned further than this shows too little of its face to be moved: a near profile. Degrees. */
const MAX_YAW = 56;
/** Of one turned further than this, too much of what would come into sight were made up. Degrees. */
const MAX_TURNED = 50;
/**
 * Where less of the far cheek is seen beyond the tip of the nose, the nose itself ends the face: turned back, it would leave
 * its outline behind, and the mesh guesses such a head to be turned less than it is. Face widths.
 */
const MIN_BEYOND_NOSE = 0.095;
/** Film pixels: nobody would see a smaller face move. */
const MIN_WIDTH = 14;
/** An eye whose lids are less apart, as a share of its length, is shut or looks down: nobody would see it wink. */
export const OPEN_EYE = 0.18;
/** Lips further apart show teeth or tongue, face widths: they are drawn as an open mouth. */
export const OPEN_MOUTH = 0.03;

/** What decides on what a face can do. */
export type AbleFace = Pick<Head, 'yaw' | 'width' | 'eyesOpen'> & {
  eyesHidden?: boolean;
  /** Enough unless told. */
  beyondNose?: number;
};

export function faceAbility({
  yaw,
  width,
  eyesOpen,
  eyesHidden = false,
  beyondNose = Infinity,
}: AbleFace): FaceAbility {
  const canMove = Math.abs(yaw) <= MAX_YAW && width >= MIN_WIDTH;
  return {
    canMove,
    canTurn: canMove && Math.abs(yaw) <= MAX_TURNED && beyondNose >= MIN_BEYOND_NOSE,
    canWink: canMove && !eyesHidden && Math.max(...eyesOpen) >= OPEN_EYE,
    eyesHidden,
  };
}

/** Whether a face takes part in an effect. */
export function canShow(effect: FaceEffect, { canMove, canTurn, canWink }: FaceAbility): boolean {
  const need = effectNeed(effect);
  if (need === 'open eyes') return canWink;
  return need === 'face ahead' ? canTurn : canMove;
}
