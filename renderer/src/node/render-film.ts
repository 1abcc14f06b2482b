import { writeFile } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import type { AnimateRequest } from './check-request.ts';
import { startEncoder } from './film/encode-film.ts';
import { filmTags, markFilm } from './film/film-mark.ts';
import { createFrame, rgbFromPlanes, type Frame } from '../core/picture/planes.ts';
import { fromRgb } from './photo/read-photo.ts';
import { throwIfCancelled } from '../core/renderer-error.ts';
import { setStage } from './set-stage.ts';
import { planShot } from '../core/frames/plan-shot.ts';
import type { Shot } from '../core/frames/stage.ts';
import { createStopwatch, type Stopwatch } from './stopwatch.ts';
import { createVisibleMark, type VisibleMark } from './film/visible-mark.ts';
import { type EffectName, isFaceEffect } from '../core/effects.ts';
import { FPS } from '../core/film-options.ts';
import type { Lack } from '../core/motion/choose-motion.ts';

/** What a film shows, for the customer and the operator. */
export interface AnimateReport {
  effect: EffectName;
  /** Whether the film shows the ordered effect. */
  applied: boolean;
  /** What it shows instead, and why. */
  fallback?: { motion: string; code: Lack; reason: string };
  /** How many show it: faces, or the hands that wave. */
  faces: number;
  /** How many faces were found, where faces or hands show it. */
  facesInPhoto?: number;
  width: number;
  height: number;
  frames: number;
  fps: number;
  seed: number;
  msPerStage: Record<string, number>;
}

export interface Rendering {
  request: AnimateRequest;
  /** Path of the ffmpeg program. */
  encoder: string;
  productName: string | undefined;
  /** Frames per second; 24 if undefined. */
  fps: number | undefined;
  /** Paths to write to; see `AtomicFile`. */
  filmDraft: string;
  posterDraft: string;
}

const POSTER_SIDE = 960;

/** Renders film and poster. Blocks its thread for seconds, so `animate` runs it in a worker thread. */
export async function renderFilm(
  rendering: Rendering,
  signal: AbortSignal,
  onProgress: (frame: number, frames: number) => void,
): Promise<AnimateReport> {
  const { request, fps = FPS } = rendering;
  const stopwatch = createStopwatch();
  const stage = await setStage(request, signal, stopwatch);
  const { effect, seed, duration, loop } = request;
  const frames = duration * fps;
  const frame = createFrame(stage.film.width, stage.film.height);
  const shot = planShot(request, stage, frame);
  const { motion, lack } = stage.choice;
  const mark = request.visibleMark ? await createVisibleMark(frame) : undefined;
  const shooting = { shot, mark, frame, frames, fps, loop };
  await shoot(rendering, shooting, signal, stopwatch, (index) => onProgress(index, frames));
  return {
    effect,
    applied: !lack,
    ...(lack && { fallback: { motion, ...lack } }),
    faces: shot.faces,
    ...((isFaceEffect(motion) || motion === 'wave') && { facesInPhoto: stage.heads.length }),
    width: stage.film.width,
    height: stage.film.height,
    frames,
    fps,
    seed,
    msPerStage: stopwatch.report(),
  };
}

interface Shooting {
  shot: Shot;
  mark: VisibleMark | undefined;
  frame: Frame;
  frames: number;
  fps: number;
  loop: boolean;
}

async function shoot(
  { encoder: program, productName, filmDraft, posterDraft }: Rendering,
  { shot, mark, frame, frames, fps, loop }: Shooting,
  signal: AbortSignal,
  stopwatch: Stopwatch,
  onFrame: (frame: number) => void,
): Promise<void> {
  const format = { width: frame.width, height: frame.height, fps, metadata: filmTags(productName) };
  const encoder = startEncoder(program, filmDraft, format);
  let poster: Sharp | undefined;
  try {
    for (let index = 0; index < frames; index++) {
      throwIfCancelled(signal);
      shot.draw(frame, index / (loop ? frames : frames - 1));
      mark?.draw(frame);
      stopwatch.lap('frames');
      poster ??= fromRgb({ ...frame, data: Buffer.from(rgbFromPlanes(frame).buffer) });
      stopwatch.lap('poster');
      await encoder.write(frame.bytes);
      mark?.lift(frame);
      stopwatch.lap('encoder');
      onFrame(index + 1);
    }
    // Wait for both before cleaning up, whichever fails.
    const endings = await Promise.allSettled([encoder.finish(), poster && writePoster(posterDraft, poster)]);
    for (const ending of endings) if (ending.status === 'rejected') throw ending.reason;
    await markFilm(filmDraft);
    stopwatch.lap('encoder');
    throwIfCancelled(signal);
  } finally {
    await encoder.kill();
  }
}

async function writePoster(path: string, picture: Sharp): Promise<void> {
  const small = picture.resize(POSTER_SIDE, POSTER_SIDE, { fit: 'inside', withoutEnlargement: true });
  await writeFile(path, await small.jpeg({ quality: 84, mozjpeg: true }).toBuffer());
}
