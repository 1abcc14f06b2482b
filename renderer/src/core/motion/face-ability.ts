import { effectNeed, type EffectName } from '../effects.ts';
import type { Head } from '../face/head.ts';

/** What a face in a photo can do. */
export interface FaceAbility {
  /** It can smile, move its brows and nod. False for a near profile, which would be distorted, and for a tiny face. */
  canMove: boolean;
  /** Its head can turn. False if it is already turned far to the side. */
  canTurn: boolean;
  /** It is so wide that what its eyes or its lips do alone is seen; true by default. */
  isClear?: boolean;
  /** It has an open, visible eye. */
  canWink: boolean;
  /** Another head stands beside it; false by default. */
  canLean?: boolean;
  /** Dark glasses hide its eyes. */
  eyesHidden: boolean;
  /** Something covers its mouth, or the mesh does not follow it; false by default. */
  mouthHidden?: boolean;
  /** It is in sight, but opened so wide that it cannot close; false by default. */
  mouthAgape?: boolean;
  /** Its lips are apart; true by default. Closed ones cannot laugh aloud: nobody knows the teeth behind them. */
  mouthOpen?: boolean;
}

/** Beyond this yaw a face shows too little to be animated (near profile). Degrees. */
const MAX_YAW = 56;
/** Beyond this yaw too much of what a turn uncovers would have to be invented. Degrees. */
const MAX_TURNED = 50;
/**
 * With less of the far cheek visible, the nose forms the silhouette: turning back would leave its outline behind, and
 * the mesh underestimates the yaw. Face widths.
 */
const MIN_BEYOND_NOSE = 0.095;
/** Minimum width in pixels of the photo as it is searched (`searchedSize`), whatever film is made of it; nobody would see a smaller face move. */
const MIN_WIDTH = 21;
/** Below this width, in the same pixels, a smile and a nod are seen, but not what eyes or lips do alone. */
const MIN_CLEAR = 42;
/** Minimum opening of an eye (see `Head`). Below, it is closed or looks down and no wink would be seen. */
const OPEN_EYE = 0.18;
/** Yaw at which the far eye is no longer visible, in degrees. */
export const OUT_OF_SIGHT = 35;
/** Lips further apart show teeth or tongue and are animated as an open mouth. Face widths. */
export const OPEN_MOUTH = 0.03;

/** The measurements that decide what a face can do, in the photo as it is searched. */
export type AbleFace = Pick<Head, 'yaw' | 'width' | 'eyesOpen'> & {
  eyesHidden?: boolean;
  mouthHidden?: boolean;
  mouthAgape?: boolean;
  /** By default large enough. */
  beyondNose?: number;
  /** By default apart. */
  mouthGap?: number;
};

export function faceAbility({
  yaw,
  width,
  eyesOpen,
  eyesHidden = false,
  mouthHidden = false,
  mouthAgape = false,
  beyondNose = Infinity,
  mouthGap = Infinity,
}: AbleFace): FaceAbility {
  const canMove = Math.abs(yaw) <= MAX_YAW && width >= MIN_WIDTH;
  const isClear = width >= MIN_CLEAR;
  return {
    canMove,
    canTurn: canMove && Math.abs(yaw) <= MAX_TURNED && beyondNose >= MIN_BEYOND_NOSE,
    isClear,
    canWink: canMove && isClear && !eyesHidden && openEyes({ yaw, eyesOpen }).includes(true),
    eyesHidden,
    mouthHidden,
    mouthAgape,
    mouthOpen: mouthGap > OPEN_MOUTH,
  };
}

/** Whether each eye is open and in sight, left in the picture first. The mesh guesses the opening of an eye that is turned away. */
export function openEyes({ yaw, eyesOpen: [left, right] }: Pick<Head, 'yaw' | 'eyesOpen'>): [boolean, boolean] {
  return [left >= OPEN_EYE && yaw > -OUT_OF_SIGHT, right >= OPEN_EYE && yaw < OUT_OF_SIGHT];
}

/** Whether a face shows an effect of faces. Beside somebody who laughs aloud, closed lips only smile. */
export function canShow(
  effect: EffectName,
  {
    canMove,
    canTurn,
    isClear = true,
    canWink,
    canLean = false,
    mouthHidden = false,
    mouthAgape = false,
    mouthOpen = true,
  }: FaceAbility,
): boolean {
  switch (effectNeed(effect)) {
    case 'mouth':
      return canMove && !mouthHidden;
    case 'open mouth':
      return canMove && !mouthHidden && mouthOpen;
    case 'clear mouth':
      return canMove && isClear && !mouthHidden;
    case 'mouth to close':
      return canMove && isClear && !mouthHidden && !mouthAgape;
    case 'open eyes':
      return canWink;
    case 'two heads':
      return canLean;
    case 'face ahead':
      return canTurn;
    default:
      return canMove;
  }
}
