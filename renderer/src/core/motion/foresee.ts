import type { FaceAbility } from './face-ability.ts';
import type { EffectName } from '../effects.ts';
import { chooseMotion, type Lack } from './choose-motion.ts';

/**
 * Why a film of a photo will not show an effect, as far as its faces and an animal's ears tell it; undefined where it will,
 * or where only the film itself can tell (whether an animal stands out from its background, for instance).
 */
export function foresee(
  effect: EffectName,
  faces: readonly (Omit<FaceAbility, 'canWink'> & { eyesOpen: readonly boolean[] })[],
  hasEars: boolean,
): Lack | undefined {
  const abilities = faces.map(({ canMove, canTurn, eyesOpen, eyesHidden }) => ({
    canMove,
    canTurn,
    canWink: canMove && !eyesHidden && eyesOpen.includes(true),
    eyesHidden,
  }));
  return chooseMotion(effect, freeSubject, abilities, hasEars).lack?.code;
}

const freeSubject = { left: 0.2, right: 0.8, top: 0.2, bottom: 1, isCutOff: true };
