import { topOfHead } from '../animal/find-animal.ts';
import { effectNeed, isFaceEffect, type EffectName } from '../effects.ts';
import type { Layers, SubjectLayer } from '../layers/compose-frame.ts';
import { subjectBox, type SubjectMask } from '../layers/subject-mask.ts';
import { chooseMotion, type MotionChoice } from '../motion/choose-motion.ts';
import type { FaceAbility } from '../motion/face-ability.ts';
import type { Subject } from '../motion/subject-moves.ts';
import { type Box, PICTURE_SCALE, type Rectangle, type Size, wholeOf } from '../picture/framing.ts';
import type { Planes } from '../picture/planes.ts';
import type { Stage } from './stage.ts';

/** What was found in a photo, in the size in which frames are drawn. */
export interface SeenInFilm extends Pick<Stage, 'film' | 'heads' | 'animal' | 'area'> {
  planes: Planes;
  abilities: readonly FaceAbility[];
  /** Of the framed picture; undefined if nothing stands out, or if nobody looked. */
  mask: SubjectMask | undefined;
  canWave: boolean;
  /** Whether what stands out is somebody, and no thing; true by default. */
  isSomebody?: boolean;
}

/**
 * Cuts the subject out of the framed picture. `people` are landmarks that must be part of it, x and y in turn, and `area` is where
 * things move, both in fractions of the picture.
 */
export type CutOut = (
  mask: SubjectMask,
  people: readonly Float32Array[],
  area: Box,
) => Promise<SubjectLayer | undefined>;

/** Whether a motion may need the subject. Heads that lean go far: the background stays, or whatever is beside and between them would bend. */
export function usesSubject(motion: MotionChoice['motion']): boolean {
  return !isFaceEffect(motion) || motion === 'lean';
}

/** Chooses the motion for an effect, and cuts out the subject if the motion needs it as a layer of its own. */
export async function chooseLayers(
  effect: EffectName,
  seen: SeenInFilm,
  cutOut: CutOut,
): Promise<{ choice: Stage['choice']; layers: Layers; subject: Subject | undefined }> {
  const { film, planes, mask, heads, area = wholeOf(film) } = seen;
  const { choice, subject } = chooseSeen(effect, seen);
  const isLayered = mask && subject && !['zoom', 'wave'].includes(choice.motion) && usesSubject(choice.motion);
  const keepsFaces = ['idle', 'lean'].includes(choice.motion);
  const people = keepsFaces ? heads.map(({ places }) => inFractions(places, film)) : [];
  const layer = isLayered ? await cutOut(mask, people, boxOf(area, film)) : undefined;
  return {
    choice,
    layers: { photo: planes, scale: PICTURE_SCALE, subject: layer },
    subject: isLayered && !layer ? undefined : subject,
  };
}

/** Chooses the motion for an effect from what was found. */
export function chooseSeen(
  effect: EffectName,
  { film, area = wholeOf(film), mask, abilities, animal, canWave, isSomebody = true }: SeenInFilm,
): { choice: Stage['choice']; subject: Subject | undefined } {
  const subject = mask && placeSubject(mask, film);
  const somebody = isSomebody ? subject : undefined;
  const seen = somebody && {
    top: Math.max(somebody.top, animal ? topOfHead(animal) : 0) - area.top,
    bottom: somebody.bottom - area.top,
    ...(needsAnimal(effect) && { isAnimal: animal !== undefined }),
  };
  const hasEars = (animal?.ears.length ?? 0) > 0;
  return { choice: chooseMotion(effect, seen, abilities, { hasEars, canWave }), subject };
}

/** Whether an animal's head is searched for. */
export function needsAnimal(effect: EffectName): boolean {
  return ['free head', 'ears'].includes(effectNeed(effect));
}

function boxOf({ left, top, width, height }: Rectangle, film: Size): Box {
  return {
    left: left / film.width,
    top: top / film.height,
    right: (left + width) / film.width,
    bottom: (top + height) / film.height,
  };
}

function inFractions(places: Float32Array, { width, height }: Size): Float32Array {
  return places.map((place, i) => (place + 0.5) / (i % 2 === 0 ? width : height));
}

function placeSubject(mask: SubjectMask, film: Size): Subject | undefined {
  const box = subjectBox(mask);
  if (!box) return undefined;
  return {
    left: box.left * film.width,
    right: box.right * film.width,
    top: box.top * film.height,
    bottom: box.bottom * film.height,
    isCutOff: box.bottom > 0.95,
  };
}
