import { EFFECTS, type EffectName } from '@keepsake/renderer/core/effects';
import { findFaces, type FaceModels } from '@keepsake/renderer/core/face/find-faces';
import type { MeshFit } from '@keepsake/renderer/core/face/fit-mesh';
import { wearsDarkGlasses } from '@keepsake/renderer/core/face/glasses';
import { measureHead } from '@keepsake/renderer/core/face/head';
import { prepareStage, type Stage } from '@keepsake/renderer/core/frames/stage';
import type { Model } from '@keepsake/renderer/core/model';
import { chooseMotion, type Lack } from '@keepsake/renderer/core/motion/choose-motion';
import { abilitiesOf } from '@keepsake/renderer/core/motion/partners';
import { defaultResolution, filmSize, PICTURE_SCALE, type Size } from '@keepsake/renderer/core/picture/framing';
import { planesFromRgb } from '@keepsake/renderer/core/picture/planes';
import type { DecodedPhoto } from './decode-photo.ts';

/** Longer side of a preview in pixels, at most. */
const longerSide = 480;

/** What every preview of one photo has in common. */
export interface PhotoStage {
  size: Size;
  faces: number;
  lacks: Partial<Record<EffectName, Lack>>;
  /** Further faces are still searched for: a stage with them follows, and tells what the photo lacks. */
  isFirst: boolean;
  stageOf(effect: EffectName): Stage;
}

/**
 * Finds the faces in a photo of the size in which they are found for a film of 720p, and measures them in the size of the film that will be
 * made of it, so that they move as they will there. Frames are drawn smaller. Undefined without a face that can move. `onFirst` is called with the faces that are seen at once:
 * the search for further ones takes up to seconds.
 */
export async function stagePhoto(
  photo: DecodedPhoto,
  models: FaceModels,
  signal: AbortSignal,
  onFirst: (stage: PhotoStage) => void,
): Promise<PhotoStage | undefined> {
  const film = filmSize(photo, defaultResolution(photo), 'default');
  const seen = photo.at(scaled(filmSize(photo, '720p', 'default'), PICTURE_SCALE));
  const size = previewSize(film);
  const planes = once(() => planesFromRgb(seen.data, seen.width, seen.height));
  const layers = once(() => {
    const picture = photo.at(scaled(size, PICTURE_SCALE));
    return {
      photo: planesFromRgb(picture.data, picture.width, picture.height),
      scale: PICTURE_SCALE,
      subject: undefined,
    };
  });

  const stageFaces = (fits: readonly MeshFit[], isFirst: boolean): PhotoStage | undefined => {
    const found = fits.map((fit) => {
      const head = headIn(film, seen, fit);
      return { fit, head, eyesHidden: wearsDarkGlasses(head, planes(), seen.width / film.width) };
    });
    const abilities = abilitiesOf(found.map(({ head, eyesHidden }) => ({ ...head, eyesHidden })));
    const faces = abilities.filter(({ canMove }) => canMove).length;
    if (faces === 0) return undefined;
    const choose = (effect: EffectName) => chooseMotion(effect, undefined, abilities);
    const still = {
      film: size,
      drawnAt: size.width / film.width,
      layers: layers(),
      subject: undefined,
      heads: found.map(({ fit, eyesHidden }) => ({ ...headIn(size, seen, fit), eyesHidden })),
      animal: undefined,
    };
    // The next effect on the same photo begins sooner.
    const prepared = once(() => prepareStage(still));
    const lacks = EFFECTS.flatMap((effect) => {
      const { lack } = choose(effect);
      return lack ? [[effect, lack.code]] : [];
    });
    return {
      size,
      faces,
      lacks: isFirst ? {} : Object.fromEntries(lacks),
      isFirst,
      stageOf: (effect) => ({ ...still, choice: choose(effect), prepare: () => structuredClone(prepared()) }),
    };
  };

  const seek = {
    detector: yielding(models.detector, signal),
    mesh: yielding(models.mesh, signal),
  };
  const fits = await findFaces(seen, seek, (first) => {
    const stage = stageFaces(first, true);
    if (stage) onFirst(stage);
  });
  return stageFaces(fits, false);
}

/** Calculates a value when it is first asked for. */
function once<Value>(calculate: () => Value): () => Value {
  let value: { is: Value } | undefined;
  return () => (value ??= { is: calculate() }).is;
}

function headIn(film: Size, seen: Size, fit: MeshFit) {
  return measureHead(fit, (x, y) => [(x / seen.width) * film.width - 0.5, (y / seen.height) * film.height - 0.5]);
}

/** Lets messages in between two runs of a model, and stops where one of them has cancelled the search. */
function yielding(model: Model, signal: AbortSignal): Model {
  return {
    async run(...input) {
      await nextTask();
      signal.throwIfAborted();
      return model.run(...input);
    },
  };
}

/** A message takes no least time, unlike a timer. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port, not a window
    port2.postMessage(undefined);
  });
}

/** Sides are multiples of four, as those of a film. */
function previewSize(film: Size): Size {
  const scale = Math.min(1, longerSide / Math.max(film.width, film.height));
  const side = (length: number) => Math.max(16, 4 * Math.floor((length * scale) / 4 + 1e-6));
  return { width: side(film.width), height: side(film.height) };
}

function scaled({ width, height }: Size, scale: number): Size {
  return { width: width * scale, height: height * scale };
}
