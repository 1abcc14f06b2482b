import { EFFECTS, type EffectName, needsFaces } from '@keepsake/renderer/core/effects';
import { findFaces, type FaceModels } from '@keepsake/renderer/core/face/find-faces';
import type { MeshFit } from '@keepsake/renderer/core/face/fit-mesh';
import { hiddenParts } from '@keepsake/renderer/core/face/hidden-parts';
import { measureHead } from '@keepsake/renderer/core/face/head';
import {
  chooseLayers,
  chooseSeen,
  needsAnimal,
  type SeenInFilm,
  usesSubject,
} from '@keepsake/renderer/core/frames/choose-layers';
import { findPictureArea } from '@keepsake/renderer/core/frames/picture-area';
import { prepareStage, type SeenHead, type Stage } from '@keepsake/renderer/core/frames/stage';
import type { Model } from '@keepsake/renderer/core/model';
import { chooseMotion, type Lack } from '@keepsake/renderer/core/motion/choose-motion';
import { abilitiesOf } from '@keepsake/renderer/core/motion/partners';
import type { Size } from '@keepsake/renderer/core/picture/framing';
import { planesFromRgb } from '@keepsake/renderer/core/picture/planes';
import { type FoundSubject, findSubject } from './find-subject.ts';
import type { SubjectModels } from './load-models.ts';
import type { PreparedPhoto } from './prepare-photo.ts';

/** The data that all previews of one photo share. */
export interface PhotoStage {
  size: Size;
  /** Number of faces that can move. */
  faces: number;
  /** The effects that the film would replace, as far as known: all of them if there is no face. */
  lacks: Partial<Record<EffectName, Lack>>;
  /** Whether the search for further faces is still running: a stage with them, and with `lacks`, follows. */
  isFirst: boolean;
  stageOf(effect: EffectName): Promise<Stage>;
}

export interface SearchOptions {
  signal: AbortSignal;
  /** Yields to other work between two runs of a model. */
  pause: () => Promise<void>;
  /** Called with the faces that are found at once, because the search for further ones may take seconds. */
  onFirst: (stage: PhotoStage) => void;
}

/**
 * Finds what moves in a photo. Faces are measured in the size of the film, so that they move as in the film, although frames are drawn smaller. The
 * foreground subject is searched for if no face moves, if heads lean, or if an effect is not about faces.
 */
export async function stagePhoto(
  photo: PreparedPhoto,
  models: FaceModels & { loadSubject: () => Promise<SubjectModels> },
  { signal, pause, onFirst }: SearchOptions,
): Promise<PhotoStage> {
  const { film, size, seen, planes } = photo;
  const drawnAt = size.width / film.width;
  const seenPlanes = once(() => planesFromRgb(seen.data, seen.width, seen.height));
  const subject = once(async (): Promise<FoundSubject> => {
    const { segmentation, catFace } = await models.loadSubject();
    return findSubject(photo, { segmentation: withPauses(segmentation, pause, signal), catFace });
  });

  const stageFaces = (fits: readonly MeshFit[]) => {
    const found = fits.map((fit) => {
      const head = measureHead(fit, (x, y) => [x, y]);
      return { ...head, ...hiddenParts(fit, head, seenPlanes(), 1) };
    });
    const abilities = abilitiesOf(found);
    const heads = once((): SeenHead[] =>
      fits.flatMap((fit, i) => {
        const ability = abilities[i];
        return ability ? [{ ...headIn(size, seen, fit), ...ability }] : [];
      }),
    );
    const layers = { photo: planes, scale: planes.width / size.width, subject: undefined };
    const area = once(() => findPictureArea(layers, { film: size, heads: heads() }));
    const still = () => ({
      film: size,
      area: area(),
      drawnAt,
      layers,
      subject: undefined,
      heads: heads(),
      animal: undefined,
    });
    // So that the next effect on the same photo starts sooner.
    const prepared = once(() => prepareStage(still()));
    const faceMotion = (effect: EffectName) => chooseMotion(effect, undefined, abilities);

    const seenFor = (effect: EffectName, { mask, animal }: FoundSubject): SeenInFilm => {
      // The film does not search for faces either if the effect uses none.
      const hasPart = needsFaces(effect);
      return {
        film: size,
        area: area(),
        planes,
        mask,
        heads: hasPart ? heads() : [],
        abilities: hasPart ? abilities : [],
        animal: needsAnimal(effect) ? animal() : undefined,
        canWave: false,
      };
    };
    return {
      faces: abilities.filter(({ canMove }) => canMove).length,
      lacksOf: (known?: FoundSubject) =>
        lacksOf((effect) => (known ? chooseSeen(effect, seenFor(effect, known)).choice : faceMotion(effect)), known),
      async stageOf(effect: EffectName): Promise<Stage> {
        const choice = faceMotion(effect);
        if (!usesSubject(choice.motion)) return { ...still(), choice, prepare: () => structuredClone(prepared()) };
        const known = await subject();
        const seenInFilm = seenFor(effect, known);
        const chosen = await chooseLayers(effect, seenInFilm, known.cutOut);
        return { film: size, area: area(), drawnAt, ...chosen, heads: seenInFilm.heads, animal: seenInFilm.animal };
      },
    };
  };

  const seek = { detector: withPauses(models.detector, pause, signal), mesh: withPauses(models.mesh, pause, signal) };
  const fits = await findFaces(seen, seek, (first) => {
    const { faces, stageOf } = stageFaces(first);
    if (faces > 0) onFirst({ size, faces, lacks: {}, isFirst: true, stageOf });
  });
  const { faces, stageOf, lacksOf: lacks } = stageFaces(fits);
  return { size, faces, stageOf, lacks: lacks(faces === 0 ? await subject() : undefined), isFirst: false };
}

/** Without `known`, only of the effects that depend on faces. */
function lacksOf(
  choose: (effect: EffectName) => ReturnType<typeof chooseMotion>,
  known: FoundSubject | undefined,
): PhotoStage['lacks'] {
  const decided = EFFECTS.filter((effect) => known !== undefined || needsFaces(effect));
  const lacks = decided.flatMap((effect) => {
    const { lack } = choose(effect);
    return lack ? [[effect, lack.code]] : [];
  });
  return Object.fromEntries(lacks);
}

/** Computes a value at its first use. */
function once<Value>(calculate: () => Value): () => Value {
  let value: { is: Value } | undefined;
  return () => (value ??= { is: calculate() }).is;
}

function headIn(film: Size, seen: Size, fit: MeshFit) {
  return measureHead(fit, (x, y) => [(x / seen.width) * film.width - 0.5, (y / seen.height) * film.height - 0.5]);
}

/** Yields before each run of a model, and stops if the search was cancelled meanwhile. */
function withPauses(model: Model, pause: () => Promise<void>, signal: AbortSignal): Model {
  return {
    async run(...input) {
      await pause();
      signal.throwIfAborted();
      return model.run(...input);
    },
  };
}
