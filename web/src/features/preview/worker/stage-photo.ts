import { EFFECTS, type EffectName } from '@keepsake/renderer/core/effects';
import { findFaces, type FaceModels } from '@keepsake/renderer/core/face/find-faces';
import type { MeshFit } from '@keepsake/renderer/core/face/fit-mesh';
import { wearsDarkGlasses } from '@keepsake/renderer/core/face/glasses';
import { measureHead } from '@keepsake/renderer/core/face/head';
import type { Stage } from '@keepsake/renderer/core/frames/plan-shot';
import type { Model } from '@keepsake/renderer/core/model';
import { chooseMotion, type Lack } from '@keepsake/renderer/core/motion/choose-motion';
import { abilitiesOf } from '@keepsake/renderer/core/motion/plan-lean';
import { filmSize, type Size } from '@keepsake/renderer/core/picture/framing';
import { planesFromRgb } from '@keepsake/renderer/core/picture/planes';
import type { DecodedPhoto } from './decode-photo.ts';

/** Longer side of a preview in pixels, at most. */
const longerSide = 480;
/** As for a film (`renderer/src/node/set-stage.ts`): the photo is kept larger than the frames, which stay as sharp while they move. */
const pictureScale = 1.5;

/** What every preview of one photo has in common. */
export interface PhotoStage {
  size: Size;
  faces: number;
  lacks: Partial<Record<EffectName, Lack>>;
  stageOf(effect: EffectName): Stage;
}

/**
 * Finds the faces in a photo of the size in which they are found for a film of 720p, and measures them as for such a film, so that they move
 * as they will there. Frames are drawn smaller. Undefined without a face that can move.
 */
export async function stagePhoto(
  photo: DecodedPhoto,
  models: FaceModels,
  signal: AbortSignal,
): Promise<PhotoStage | undefined> {
  const film = filmSize(photo, '720p', 'default');
  const seen = photo.at(scaled(film, pictureScale));
  const fits = await findFaces(seen, {
    detector: yielding(models.detector, signal),
    mesh: yielding(models.mesh, signal),
  });
  const planes = planesFromRgb(seen.data, seen.width, seen.height);
  const found = fits.map((fit) => {
    const head = headIn(film, seen, fit);
    return { fit, head, eyesHidden: wearsDarkGlasses(head, planes, pictureScale) };
  });
  const abilities = abilitiesOf(found.map(({ head, eyesHidden }) => ({ ...head, eyesHidden })));
  const faces = abilities.filter(({ canMove }) => canMove).length;
  if (faces === 0) return undefined;

  const size = previewSize(film);
  const picture = photo.at(scaled(size, pictureScale));
  const layers = {
    photo: planesFromRgb(picture.data, picture.width, picture.height),
    scale: pictureScale,
    subject: undefined,
  };
  const heads = found.map(({ fit, eyesHidden }) => ({ ...headIn(size, seen, fit), eyesHidden }));
  const drawnAt = size.width / film.width;
  const choose = (effect: EffectName) => chooseMotion(effect, undefined, abilities);
  return {
    size,
    faces,
    lacks: Object.fromEntries(
      EFFECTS.flatMap((effect) => {
        const { lack } = choose(effect);
        return lack ? [[effect, lack.code]] : [];
      }),
    ),
    stageOf: (effect) => ({
      film: size,
      drawnAt,
      layers,
      choice: choose(effect),
      subject: undefined,
      heads,
      animal: undefined,
    }),
  };
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
