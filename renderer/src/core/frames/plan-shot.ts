import { createComposer, type Layers } from '../layers/compose-frame.ts';
import { isFaceEffect } from '../effects.ts';
import { createWarpGrid } from '../picture/warp-grid.ts';
import { headBox, type Head } from '../face/head.ts';
import { joinBoxes, type Size } from '../picture/framing.ts';
import { canShow, faceAbility } from '../motion/face-ability.ts';
import { planExpression } from '../motion/plan-expression.ts';
import { fillWarpGrids, planMotion } from '../motion/plan-motion.ts';
import type { Frame } from '../picture/planes.ts';
import { createHeadMover, prepareHeads, type PreparedHeads } from './move-heads.ts';
import type { Animal } from '../animal/find-animal.ts';
import type { MotionChoice } from '../motion/choose-motion.ts';
import type { Subject } from '../motion/subject-moves.ts';
import type { FilmOptions } from '../film-options.ts';

/** Everything about a film that does not change over time. */
export interface Stage {
  /** The size in which frames are drawn. */
  film: Size;
  /** That size divided by the film's own: below 1 for a preview, whose faces move as far as those of the film; 1 by default. */
  drawnAt?: number;
  layers: Layers;
  choice: MotionChoice;
  /** Where people or animals are; undefined if nothing stands out, or if only heads move. */
  subject: Subject | undefined;
  /** Largest first; empty if faces were not searched for. */
  heads: SeenHead[];
  /** The animal whose head will move, in film pixels; undefined if none was found or searched for. */
  animal: Animal | undefined;
  /** Gives what `prepareStage` returns, where several shots have the same heads; each needs rigs of its own. */
  prepare?: () => PreparedHeads;
}

/** A head with the result of `wearsDarkGlasses`. */
export type SeenHead = Head & { eyesHidden: boolean };

/** Renders a film's frames one after another. */
export interface Shot {
  /** Number of faces that are animated. */
  faces: number;
  /** Draws one frame. `progress` runs from 0 to 1; `frame` must hold the previous frame. */
  draw(frame: Frame, progress: number): void;
}

export function planShot(request: Omit<FilmOptions, 'resolution' | 'aspect'>, stage: Stage, frame: Frame): Shot {
  const { motion } = stage.choice;
  if (!isFaceEffect(motion)) return layeredShot({ ...request, motion }, stage);
  const heads = movableHeads(stage);
  const { photo, scale } = stage.layers;
  const mover = createHeadMover(photo, scale, heads, frame, stage.prepare?.());
  const performances = heads.map((head, index) =>
    planExpression({ ...request, effect: motion }, { ...inFilm(head, stage), ...mover.traits[index]! }, index),
  );
  return {
    faces: heads.filter((head) => canShow(motion, faceAbility(inFilm(head, stage)))).length,
    draw: (target, progress) =>
      mover.draw(
        target,
        performances.map((perform) => perform(progress)),
      ),
  };
}

/** Prepares the heads that can move. */
export function prepareStage(stage: Pick<Stage, 'heads' | 'drawnAt' | 'film' | 'layers'>): PreparedHeads {
  return prepareHeads(stage.layers.photo, stage.layers.scale, movableHeads(stage), stage.film);
}

function movableHeads(stage: Pick<Stage, 'heads' | 'drawnAt'>): SeenHead[] {
  return stage.heads.filter((head) => faceAbility(inFilm(head, stage)).canMove);
}

/** The head as the film shows it: how far a face moves depends on its size there. */
function inFilm(head: SeenHead, { drawnAt = 1 }: Pick<Stage, 'drawnAt'>): SeenHead {
  return { ...head, width: head.width / drawnAt };
}

function layeredShot(
  request: Parameters<typeof planMotion>[0],
  { film, heads, layers, subject, animal, choice }: Stage,
): Shot {
  const scene = { size: film, subject, heads: joinBoxes(heads.map((head) => headBox(head, film))), animal };
  const motion = planMotion(request, scene);
  const [background, foreground] = createWarpGrids(film);
  const composer = createComposer(layers, background);
  return {
    faces: animal && !choice.lack ? 1 : 0,
    draw(frame, progress) {
      fillWarpGrids(motion, progress, film, background, foreground);
      composer.compose(frame, background, foreground);
    },
  };
}

function createWarpGrids({ width, height }: Size) {
  return [createWarpGrid(width, height), createWarpGrid(width, height)] as const;
}
