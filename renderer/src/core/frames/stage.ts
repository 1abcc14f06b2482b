import type { Animal } from '../animal/find-animal.ts';
import type { FilmOptions } from '../film-options.ts';
import type { Head } from '../face/head.ts';
import type { Wave } from '../hand/find-waves.ts';
import type { Layers } from '../layers/compose-frame.ts';
import type { MotionChoice } from '../motion/choose-motion.ts';
import type { FaceAbility } from '../motion/face-ability.ts';
import { findPartners, type Partner } from '../motion/partners.ts';
import type { Subject } from '../motion/subject-moves.ts';
import { type Rectangle, type Size, wholeOf } from '../picture/framing.ts';
import { CELL } from '../picture/warp-grid.ts';
import type { Frame } from '../picture/planes.ts';
import { prepareHeads, type PreparedHeads } from './move-heads.ts';

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
  /** See `findPictureArea`; by default all of the film. */
  area?: Rectangle | undefined;
  /** The arms that will wave, in pixels of `layers.photo`; by default none. */
  waves?: readonly Wave[];
  /** The animal whose head will move, in film pixels; undefined if none was found or searched for. */
  animal: Animal | undefined;
  /** Gives what `prepareStage` returns, where several shots have the same heads; each needs rigs of its own. */
  prepare?: () => PreparedHeads;
}

/** A head in the size of the frames, and what it can do: decided in the photo, because films of every size show the same. */
export type SeenHead = Head & FaceAbility;

/** What is asked of a shot, whatever its size. */
export type ShotRequest = Omit<FilmOptions, 'resolution' | 'aspect'>;

/** Renders a film's frames one after another. */
export interface Shot {
  /** How many show the motion: faces, or the hands that wave. */
  faces: number;
  /** Draws one frame. `progress` runs from 0 to 1; `frame` must hold the previous frame. */
  draw(frame: Frame, progress: number): void;
}

/** Prepares the heads that can move. */
export function prepareStage(stage: Pick<Stage, 'heads' | 'film' | 'layers' | 'area'>): PreparedHeads {
  const { photo, scale, subject } = stage.layers;
  return prepareHeads(photo, scale, movableHeads(stage), stage.film, movingArea(stage), subject !== undefined);
}

/** The part of the film where things move, in its pixels. */
export function movingArea({ film, area = wholeOf(film) }: Pick<Stage, 'film' | 'area'>): Rectangle {
  return withinCells(area, film);
}

/** What moves at a node of the grid moves all cells around it: those are within the area, too, unless it ends with the film. */
function withinCells({ left, top, width, height }: Rectangle, film: Size): Rectangle {
  const [across, down] = [cellsWithin(left, left + width, film.width), cellsWithin(top, top + height, film.height)];
  return { left: across.start, top: down.start, width: across.length, height: down.length };
}

function cellsWithin(from: number, to: number, end: number): { start: number; length: number } {
  const start = from > 0 ? from + CELL : 0;
  return { start, length: (to < end ? to - CELL : end) - start };
}

export function movableHeads({ heads }: Pick<Stage, 'heads'>): SeenHead[] {
  return heads.filter(({ canMove }) => canMove);
}

/** How the heads that can move are paired. It is the same in every size: widths and places are both those of the frames. */
export function partnersOf(stage: Pick<Stage, 'heads'>): Partner[] {
  return findPartners(movableHeads(stage), stage.heads);
}

/** The head as the film shows it: how far a face moves depends on its size there. */
export function inFilm(head: SeenHead, { drawnAt = 1 }: Pick<Stage, 'drawnAt'>): SeenHead {
  return { ...head, width: head.width / drawnAt };
}
