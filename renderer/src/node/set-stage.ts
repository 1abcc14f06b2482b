import type { AnimateRequest } from './check-request.ts';
import { findAnimal, placeAnimal } from '../core/animal/find-animal.ts';
import { cutOutSubject, mapSize } from '../core/layers/cut-out-subject.ts';
import { effectNeed, isFaceEffect, needsFaces } from '../core/effects.ts';
import { findFaces } from '../core/face/find-faces.ts';
import { findWaves, type Wave } from '../core/hand/find-waves.ts';
import type { Rgb } from '../core/picture/sample-crop.ts';
import { loadBodyModels, loadFaceModels, findSubject, loadCatFace } from './load-models.ts';
import type { MeshFit } from '../core/face/fit-mesh.ts';
import { measureHead, type Head, headBox } from '../core/face/head.ts';
import {
  decodingSize,
  placeInFilm,
  chooseFraming,
  filmSize,
  joinBoxes,
  PICTURE_SCALE,
} from '../core/picture/framing.ts';
import { frameMask, framePicture, resizePlane } from './photo/frame-picture.ts';
import { chooseMotion } from '../core/motion/choose-motion.ts';
import { abilitiesOf } from '../core/motion/partners.ts';
import { planesFromRgb } from '../core/picture/planes.ts';
import { decodePhoto, readPhoto } from './photo/read-photo.ts';
import { throwIfCancelled } from '../core/renderer-error.ts';
import { wearsDarkGlasses } from '../core/face/glasses.ts';
import { chooseLayers, needsAnimal, type CutOut } from '../core/frames/choose-layers.ts';
import type { Stage } from '../core/frames/stage.ts';
import type { Stopwatch } from './stopwatch.ts';
import { subjectBox } from '../core/layers/subject-mask.ts';

export async function setStage(request: AnimateRequest, signal: AbortSignal, stopwatch: Stopwatch): Promise<Stage> {
  const photo = await readPhoto(request.photoPath);
  const film = filmSize(photo, request.resolution, request.aspect);
  const picture = { width: film.width * PICTURE_SCALE, height: film.height * PICTURE_SCALE };
  const decoded = decodingSize(photo, picture);
  const isReframed = request.aspect !== 'default';
  const looksForFaces = isReframed || needsFaces(request.effect);
  const decoding = decodePhoto(photo, decoded.width, decoded.height);
  const [rgb, models] = await Promise.all([decoding, looksForFaces ? loadFaceModels() : undefined]);
  stopwatch.lap('photo');
  throwIfCancelled(signal);

  const faces = models ? await findFaces(rgb, models) : [];
  stopwatch.lap('faces');
  throwIfCancelled(signal);

  const looking = chooseMotion(request.effect, undefined, abilitiesOf(faces.map(measureInPhoto)));
  const mask = isReframed || !isFaceEffect(looking.motion) ? await findSubject(rgb) : undefined;
  stopwatch.lap('subject');
  throwIfCancelled(signal);
  const found = mask && needsAnimal(request.effect) ? findAnimal(rgb, mask, await loadCatFace()) : undefined;
  stopwatch.lap('faces');
  throwIfCancelled(signal);

  const boxes = faces.map((fit) => headBox(measureInPhoto(fit), rgb));
  const framing = chooseFraming(photo, film, joinBoxes([mask && subjectBox(mask), ...boxes]));
  const framed = await framePicture(rgb, framing, picture);
  const planes = planesFromRgb(framed.data, picture.width, picture.height);
  const place = placeInFilm(rgb, framing, film, photo);
  const heads = faces.map((fit) => {
    const head = measureHead(fit, place);
    return { ...head, eyesHidden: wearsDarkGlasses(head, planes, PICTURE_SCALE) };
  });
  const animal = found && placeAnimal(found, place, film);
  const placed = mask && (await frameMask(mask, framing, mapSize(picture), photo));
  const waves = await findWavesInFilm(request, framed, faces, place);
  stopwatch.lap('hands');
  throwIfCancelled(signal);
  const seen = { film, planes, mask: placed, heads, abilities: abilitiesOf(heads), animal, canWave: waves.length > 0 };
  const cutOut: CutOut = (placedMask, people) => cutOutSubject(planes, placedMask, resizePlane, people);
  const chosen = await chooseLayers(request.effect, seen, cutOut);
  stopwatch.lap('layers');
  throwIfCancelled(signal);
  return { film, ...chosen, heads, waves, animal };
}

/** The arms that can wave, in pixels of the framed picture. */
async function findWavesInFilm(
  request: AnimateRequest,
  framed: Rgb,
  faces: readonly MeshFit[],
  place: (x: number, y: number) => [number, number],
): Promise<Wave[]> {
  if (effectNeed(request.effect) !== 'hand' || faces.length === 0) return [];
  const placed = faces.map(({ points, ...rest }) => {
    const moved = points.slice();
    for (let i = 0; i < moved.length; i += 3) {
      const [x, y] = place(points[i]!, points[i + 1]!);
      moved[i] = (x + 0.5) * PICTURE_SCALE;
      moved[i + 1] = (y + 0.5) * PICTURE_SCALE;
    }
    return { ...rest, points: moved };
  });
  return findWaves(framed, placed, await loadBodyModels());
}

function measureInPhoto(fit: MeshFit): Head {
  return measureHead(fit, (x, y) => [x, y]);
}
