import { FPS } from '@keepsake/renderer/core/film-options';
import { createFrame, paintPlanes, type Frame } from '@keepsake/renderer/core/picture/planes';
import { planShot } from '@keepsake/renderer/core/frames/plan-shot';
import type { Shot, Stage } from '@keepsake/renderer/core/frames/stage';
import { PreviewError, type PreviewScene } from '../messages.ts';
import type { PhotoStage } from './stage-photo.ts';
import { drawWord } from './draw-word.ts';

/** Length of the loop in seconds. */
const duration = 3;
const frames = duration * FPS;

/** Draws one canvas. */
export interface Player {
  /** Shows another photo; `isFurther`: the same photo with more faces, which move from the next loop on. */
  setStage(stage: PhotoStage, isFurther?: boolean): void;
  setScene(scene: PreviewScene): void;
  /** Draws the frame of this time (milliseconds) if it is not on the canvas yet. */
  draw(now: number): void;
  readonly isPlaying: boolean;
}

/** Callbacks of a player. */
export interface PlayerEvents {
  /** The first frame of a scene was drawn. */
  onDrawn(): void;
  /** A scene has loaded and can be drawn. */
  onStaged(): void;
  onFailed(error: unknown, stage: PhotoStage): void;
}

/** Draws frames on demand; none is cached. */
export function createPlayer(canvas: OffscreenCanvas, first: PreviewScene, events: PlayerEvents): Player {
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new PreviewError('unsupported-device');
  let scene = first;
  let stage: PhotoStage | undefined;
  let further: PhotoStage | undefined;
  /** For the current stage and scene; undefined until computed. */
  let set: Stage | undefined;
  let shown: { shot: Shot; frame: Frame; image: ImageData; word: OffscreenCanvas | undefined } | undefined;
  let start: number | undefined;
  let drawn: number | undefined;
  /** The number of the loop in which the last frame was drawn. */
  let loop = 0;
  /** The last plan's number. */
  let plans = 0;

  const plan = (next: PhotoStage | undefined) => {
    stage = next;
    further = undefined;
    set = undefined;
    shown = undefined;
    drawn = undefined;
    start = undefined;
    loop = 0;
    if (next) void prepareSet(next, ++plans);
  };
  const prepareSet = async (photo: PhotoStage, number: number) => {
    try {
      const staged = await photo.stageOf(scene.effect);
      if (number !== plans) return;
      set = staged;
      events.onStaged();
    } catch (error) {
      if (number === plans) events.onFailed(error, photo);
    }
  };
  const framesUntil = (now: number) => (start === undefined ? 0 : Math.floor(((now - start) / 1000) * FPS));
  const prepare = (staged: Stage) => {
    const { film: size } = staged;
    const frame = createFrame(size.width, size.height);
    const { effect, seed, word } = scene;
    canvas.width = size.width;
    canvas.height = size.height;
    return {
      frame,
      shot: planShot({ effect, seed, duration, loop: true }, staged, frame),
      image: new ImageData(new Uint8ClampedArray(size.width * size.height * 4).fill(255), size.width, size.height),
      word: word === '' ? undefined : drawWord(word, size),
    };
  };
  return {
    get isPlaying() {
      return set !== undefined && scene.isPlaying;
    },
    setStage(next, isFurther = false) {
      if (isFurther && shown) further = next;
      else plan(next);
    },
    setScene(next) {
      const isSame = next.effect === scene.effect && next.seed === scene.seed && next.word === scene.word;
      scene = next;
      if (!isSame) plan(further ?? stage);
    },
    draw(now) {
      if (further && (!scene.isPlaying || Math.floor(framesUntil(now) / frames) !== loop)) plan(further);
      if (!set) return;
      const isFirst = shown === undefined;
      shown ??= prepare(set);
      const { shot, frame, image, word } = shown;
      // The first frame of a scene is drawn at once, however long planning took.
      start ??= isFirst ? undefined : now;
      const passed = framesUntil(now);
      loop = Math.floor(passed / frames);
      const moment = scene.isPlaying ? (passed % frames) / frames : scene.moment;
      if (moment === drawn) return;
      shot.draw(frame, moment);
      paintPlanes(frame, image.data, 4);
      context.putImageData(image, 0, 0);
      if (word) context.drawImage(word, 0, 0);
      drawn = moment;
      if (isFirst) events.onDrawn();
    },
  };
}
