import { effectNeed, effectNoun, type EffectName, type FaceEffect } from '../effects.ts';
import type { FaceAbility } from './face-ability.ts';
import type { Subject } from './subject-moves.ts';

/** The motions of the whole picture and of what stands out in it. */
export type MotionName = Extract<EffectName, 'idle' | 'zoom' | 'pet-breathe' | 'pet-tilt' | 'pet-ears'>;

/** Why a film does not show the effect that was asked for. Stable: readers compare these, the words are theirs. */
const LACKS = {
  no_face: 'no face was found in the photo',
  faces_from_side: 'the faces in the photo are seen from the side or too small',
  eyes_closed: 'the eyes in the photo are closed',
  eyes_hidden: 'dark glasses hide the eyes in the photo',
  no_subject: 'no person or animal stands out in the photo',
  head_at_edge: 'the head reaches the edge of the photo',
  no_hand: 'a hand cannot be made to wave',
  no_arms: 'arms cannot be made to move',
  no_ears: 'no ears of an animal that looks at the viewer were found',
} as const;
export type Lack = keyof typeof LACKS;

export interface MotionChoice {
  /** What an effect is rendered with, or what stands in for it. */
  motion: MotionName | FaceEffect;
  /** Why this is not the effect that was asked for; absent where it is. */
  lack?: { code: Lack; reason: string };
}

/** What an effect is rendered with, given what is in the photo, and the truth about it. */
export function chooseMotion(
  effect: EffectName,
  subject: Subject | undefined,
  faces: readonly FaceAbility[],
  hasEars = false,
): MotionChoice {
  const hasFace = faces.some(({ canMove }) => canMove);
  switch (effectNeed(effect)) {
    case 'photo':
      return { motion: asMotion(effect) };
    case 'subject':
      return subject ? { motion: asMotion(effect) } : instead(effect, 'idle', 'no_subject');
    case 'free head':
      if (!subject) return instead(effect, 'idle', 'no_subject');
      if (!hasFreeHead(subject)) return instead(effect, 'idle', 'head_at_edge');
      return { motion: asMotion(effect) };
    case 'face':
      return hasFace ? { motion: asMotion(effect) } : instead(effect, 'idle', noFace(faces));
    case 'face ahead': {
      const turns = faces.some(({ canTurn }) => canTurn);
      return turns ? { motion: asMotion(effect) } : instead(effect, 'idle', noFace(faces));
    }
    case 'open eyes': {
      if (!hasFace) return instead(effect, 'idle', noFace(faces));
      if (faces.some(({ canWink }) => canWink)) return { motion: asMotion(effect) };
      const isHidden = faces.some(({ canMove, eyesHidden }) => canMove && eyesHidden);
      return instead(effect, 'smile', isHidden ? 'eyes_hidden' : 'eyes_closed');
    }
    case 'ears':
      if (!subject) return instead(effect, 'idle', 'no_subject');
      return hasEars ? { motion: asMotion(effect) } : instead(effect, 'idle', 'no_ears');
    case 'hand':
      return hasFace ? instead(effect, 'nod', 'no_hand') : instead(effect, 'idle', noFace(faces));
    case 'arms':
      return hasFace ? instead(effect, 'smile', 'no_arms') : instead(effect, 'idle', noFace(faces));
  }
}

const STAND_INS = { idle: 'Two-layer motion', nod: 'A nod', smile: 'A smile' } as const;

function instead(effect: EffectName, motion: keyof typeof STAND_INS, code: Lack): MotionChoice {
  const reason = `${STAND_INS[motion]} in place of ${effectNoun(effect)}: ${LACKS[code]}.`;
  return { motion, lack: { code, reason } };
}

function noFace(faces: readonly unknown[]): Lack {
  return faces.length > 0 ? 'faces_from_side' : 'no_face';
}

/** A head that is tilted needs room above it, or its cut edge would come into the picture. */
function hasFreeHead(subject: Subject): boolean {
  return subject.top > 0.02 * subject.bottom;
}

/** Every effect that is not stood in for is a motion of its own. */
function asMotion(effect: EffectName): MotionChoice['motion'] {
  if (effect === 'wave' || effect === 'hug') throw new Error(`${effect} is no motion`);
  return effect;
}

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
