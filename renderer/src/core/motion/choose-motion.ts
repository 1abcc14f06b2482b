import { effectNeed, effectNoun, type EffectName, type FaceEffect } from '../effects.ts';
import { canShow, type FaceAbility } from './face-ability.ts';
import type { Subject } from './subject-moves.ts';

/** Motions of the whole picture or of the subject. */
export type MotionName = Extract<EffectName, 'idle' | 'zoom' | 'pet-breathe' | 'pet-tilt' | 'pet-ears'>;

/** Motions that no layer of the whole picture shows: of faces, or of an arm. */
export type BodyMotion = FaceEffect | 'wave';

/** Why a film does not show the ordered effect. The codes are stable; callers translate them. */
const LACKS = {
  no_face: 'no face was found in the photo',
  faces_from_side: 'the faces in the photo are seen from the side or too small',
  eyes_closed: 'the eyes in the photo are closed',
  eyes_hidden: 'dark glasses hide the eyes in the photo',
  mouth_hidden: 'something covers the mouth in the photo',
  mouth_agape: 'the mouth in the photo is opened too wide',
  lips_closed: 'the lips in the photo are closed',
  no_subject: 'no person or animal stands out in the photo',
  head_at_edge: 'the head reaches the edge of the photo',
  no_hand: 'no raised, open hand stands free in the photo',
  no_pair: 'no two heads stand side by side with a little room between them in the photo',
  no_arms: 'arms cannot be made to move',
  no_animal: 'no face of an animal that looks at the viewer was found',
  no_ears: 'no ears of an animal that looks at the viewer were found, or they are too small',
} as const;
export type Lack = keyof typeof LACKS;

/** What decides about the subject's motions. `isAnimal`: whether an animal's face was found on it; undefined if nobody looked. */
export type SeenSubject = Pick<Subject, 'top' | 'bottom'> & { isAnimal?: boolean | undefined };

/** What else was found; false if it was not searched for. */
export interface SeenParts {
  hasEars?: boolean | undefined;
  canWave?: boolean | undefined;
}

export interface MotionChoice {
  /** The motion to render: the effect itself or its stand-in. */
  motion: MotionName | BodyMotion;
  /** Why the effect is not shown; undefined if it is. */
  lack?: { code: Lack; reason: string };
}

/** Chooses the motion for an effect from what the photo shows, with the reason if it is a stand-in. */
export function chooseMotion(
  effect: EffectName,
  subject: SeenSubject | undefined,
  faces: readonly FaceAbility[],
  { hasEars = false, canWave = false }: SeenParts = {},
): MotionChoice {
  const isShown = faces.some((face) => canShow(effect, face));
  const hasFace = faces.some(({ canMove }) => canMove);
  const hasMouth = faces.some((face) => canShow('smile', face));
  const hasClearFace = faces.some(({ canMove, isClear = true }) => canMove && isClear);
  const isAgape = faces.some(({ canMove, mouthAgape = false }) => canMove && mouthAgape);
  const noMouth: Lack = isAgape ? 'mouth_agape' : 'mouth_hidden';
  const smileInstead = (code: Lack) => (hasMouth ? standIn(effect, 'smile', code) : standIn(effect, 'nod', noMouth));
  switch (effectNeed(effect)) {
    case 'photo':
      return { motion: asMotion(effect) };
    case 'subject':
      return subject ? { motion: asMotion(effect) } : standIn(effect, 'idle', 'no_subject');
    case 'free head':
      if (!subject) return standIn(effect, 'idle', 'no_subject');
      if (subject.isAnimal === false) return standIn(effect, 'pet-breathe', 'no_animal');
      if (!hasFreeHead(subject)) return standIn(effect, 'idle', 'head_at_edge');
      return { motion: asMotion(effect) };
    case 'face':
      return hasFace ? { motion: asMotion(effect) } : standIn(effect, 'idle', noFace(faces));
    case 'mouth':
      if (!hasFace) return standIn(effect, 'idle', noFace(faces));
      return isShown ? { motion: asMotion(effect) } : standIn(effect, 'nod', noMouth);
    case 'clear mouth':
    case 'mouth to close':
      if (!hasClearFace) return standIn(effect, 'idle', noFace(faces));
      return isShown ? { motion: asMotion(effect) } : standIn(effect, 'nod', noMouth);
    case 'open mouth':
      if (!hasFace) return standIn(effect, 'idle', noFace(faces));
      return isShown ? { motion: asMotion(effect) } : smileInstead('lips_closed');
    case 'face ahead':
      return isShown ? { motion: asMotion(effect) } : standIn(effect, 'idle', noFace(faces));
    case 'open eyes': {
      if (!hasClearFace) return standIn(effect, 'idle', noFace(faces));
      if (isShown) return { motion: asMotion(effect) };
      const isHidden = faces.some(({ canMove, eyesHidden }) => canMove && eyesHidden);
      return smileInstead(isHidden ? 'eyes_hidden' : 'eyes_closed');
    }
    case 'two heads':
      if (!hasFace) return standIn(effect, 'idle', noFace(faces));
      return isShown ? { motion: asMotion(effect) } : smileInstead('no_pair');
    case 'ears':
      if (!subject) return standIn(effect, 'idle', 'no_subject');
      return hasEars ? { motion: asMotion(effect) } : standIn(effect, 'idle', 'no_ears');
    case 'hand':
      if (canWave) return { motion: asMotion(effect) };
      return hasFace ? standIn(effect, 'nod', 'no_hand') : standIn(effect, 'idle', noFace(faces));
    case 'arms':
      return hasFace ? smileInstead('no_arms') : standIn(effect, 'idle', noFace(faces));
  }
}

const STAND_INS = { idle: 'Two-layer motion', 'pet-breathe': 'Breathing', nod: 'A nod', smile: 'A smile' } as const;

function standIn(effect: EffectName, motion: keyof typeof STAND_INS, code: Lack): MotionChoice {
  const reason = `${STAND_INS[motion]} in place of ${effectNoun(effect)}: ${LACKS[code]}.`;
  return { motion, lack: { code, reason } };
}

function noFace(faces: readonly unknown[]): Lack {
  return faces.length > 0 ? 'faces_from_side' : 'no_face';
}

/** A tilted head needs room above it; otherwise the cut edge of the photo would become visible. */
function hasFreeHead(subject: Pick<Subject, 'top' | 'bottom'>): boolean {
  return subject.top > 0.02 * subject.bottom;
}

/** An effect that always has a stand-in never gets here. */
function asMotion(effect: EffectName): MotionChoice['motion'] {
  if (effect === 'hug') throw new Error(`${effect} is no motion`);
  return effect;
}

/** What was seen of a photo, as far as it decides what a film can show. */
export interface SeenInPhoto extends SeenParts {
  faces: readonly (Omit<FaceAbility, 'canWink'> & { eyesOpen: readonly boolean[] })[];
  /** Who stands out, in any unit of length; null for nobody, undefined if nobody looked: then it counts as standing free. */
  subject?: SeenSubject | null | undefined;
}

/** Predicts why a film will not show an effect; undefined if it will. */
export function foresee(
  effect: EffectName,
  { faces, hasEars, canWave, subject = { top: 0.2, bottom: 1 } }: SeenInPhoto,
): Lack | undefined {
  return chooseMotion(effect, subject ?? undefined, faces.map(abilityOf), { hasEars, canWave }).lack?.code;
}

/** Predicts how many faces will show an effect. */
export function countFaces(effect: EffectName, faces: SeenInPhoto['faces']): number {
  return faces.filter((face) => canShow(effect, abilityOf(face))).length;
}

function abilityOf({ eyesOpen, ...face }: SeenInPhoto['faces'][number]): FaceAbility {
  const { canMove, isClear = true, eyesHidden } = face;
  return { ...face, canWink: canMove && isClear && !eyesHidden && eyesOpen.includes(true) };
}
