import { createComposer } from '../layers/compose-frame.ts';
import { isFaceEffect } from '../effects.ts';
import { createWarpGrid } from '../picture/warp-grid.ts';
import { headBox } from '../face/head.ts';
import { joinBoxes, type Size } from '../picture/framing.ts';
import { canShow } from '../motion/face-ability.ts';
import { planExpression } from '../motion/plans/plan-expression.ts';
import { fillWarpGrids, planMotion } from '../motion/plans/plan-motion.ts';
import type { Frame } from '../picture/planes.ts';
import { createHeadMover } from './move-heads.ts';
import {
  inFilm,
  movableHeads,
  movingArea,
  partnersOf,
  prepareStage,
  type Shot,
  type ShotRequest,
  type Stage,
} from './stage.ts';
import { waveShot } from './wave-shot.ts';

export function planShot(request: ShotRequest, stage: Stage, frame: Frame): Shot {
  const { motion } = stage.choice;
  if (motion === 'wave') return waveShot(request, stage, frame);
  if (!isFaceEffect(motion)) return layeredShot({ ...request, motion }, stage);
  const heads = movableHeads(stage);
  const { photo, scale, subject } = stage.layers;
  const mover = createHeadMover(photo, scale, heads, frame, stage.prepare?.() ?? prepareStage(stage), subject);
  const inFilmSize = heads.map((head) => inFilm(head, stage));
  const partners = partnersOf(stage);
  const performances = inFilmSize.map((head, index) =>
    planExpression({ ...request, effect: motion }, { ...head, ...mover.traits[index]!, ...partners[index]! }, index),
  );
  return {
    faces: heads.filter((head) => canShow(motion, head)).length,
    draw: (target, progress) =>
      mover.draw(
        target,
        performances.map((perform) => perform(progress)),
      ),
  };
}

function layeredShot(request: Parameters<typeof planMotion>[0], stage: Stage): Shot {
  const { film, heads, layers, subject, animal, choice } = stage;
  const area = movingArea(stage);
  const scene = { size: film, area, subject, heads: joinBoxes(heads.map((head) => headBox(head, film))), animal };
  const motion = planMotion(request, scene);
  const [background, foreground] = createWarpGrids(film);
  const composer = createComposer(layers, background);
  return {
    faces: animal && !choice.lack ? 1 : 0,
    draw(frame, progress) {
      fillWarpGrids(motion, progress, scene, background, foreground);
      composer.compose(frame, background, foreground);
    },
  };
}

function createWarpGrids({ width, height }: Size) {
  return [createWarpGrid(width, height), createWarpGrid(width, height)] as const;
}
