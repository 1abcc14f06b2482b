import { createComposer } from './layers/compose-frame.ts';
import { isFaceEffect } from './effects.ts';
import { createField } from './layers/field.ts';
import { headBox } from './face/head-box.ts';
import { joinBoxes, type Size } from './picture/framing.ts';
import { canShow, faceAbility } from './motion/face-ability.ts';
import { planExpression } from './motion/plan-expression.ts';
import { placeFields, planMotion } from './motion/plan-motion.ts';
import type { AnimateRequest } from './check-request.ts';
import type { Frame } from './picture/planes.ts';
import { createHeadMover } from './rig/move-heads.ts';
import type { Stage } from './set-stage.ts';

/** A film's frames, made one after the other. */
export interface Shot {
  /** How many faces take part. */
  faces: number;
  /** `progress` runs from 0 to 1; `frame` holds the frame made before. */
  draw(frame: Frame, progress: number): void;
}

export function planShot(request: AnimateRequest, stage: Stage, frame: Frame): Shot {
  const { motion } = stage.choice;
  if (!isFaceEffect(motion)) return layeredShot({ ...request, motion }, stage);
  const heads = stage.heads.filter((head) => faceAbility(head).canMove);
  const mover = createHeadMover(stage.layers.photo, stage.layers.scale, heads, frame);
  const performances = heads.map((head, index) =>
    planExpression({ ...request, effect: motion }, { ...head, ...mover.traits[index]! }, index),
  );
  return {
    faces: heads.filter((head) => canShow(motion, faceAbility(head))).length,
    draw: (target, progress) =>
      mover.draw(
        target,
        performances.map((perform) => perform(progress)),
      ),
  };
}

function layeredShot(
  request: Parameters<typeof planMotion>[0],
  { film, heads, layers, subject, animal, choice }: Stage,
): Shot {
  const scene = { size: film, subject, heads: joinBoxes(heads.map((head) => headBox(head, film))), animal };
  const motion = planMotion(request, scene);
  const [background, foreground] = twoFields(film);
  const composer = createComposer(layers, background);
  return {
    faces: animal && !choice.lack ? 1 : 0,
    draw(frame, progress) {
      placeFields(motion, progress, film, background, foreground);
      composer.compose(frame, background, foreground);
    },
  };
}

function twoFields({ width, height }: Size) {
  return [createField(width, height), createField(width, height)] as const;
}
