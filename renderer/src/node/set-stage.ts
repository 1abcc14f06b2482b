import type { AnimateRequest } from './check-request.ts';
import { facesOfPeople } from '../core/animal/faces-of-people.ts';
import { placeAnimal } from '../core/animal/find-animal.ts';
import { cutOutSubject, mapSize } from '../core/layers/cut-out-subject.ts';
import { effectNeed, needsFaces, needsSubject } from '../core/effects.ts';
import { seesSomebody } from '../core/animal/find-pets.ts';
import { findFaces } from '../core/face/find-faces.ts';
import { findWaves, placeWave, type Wave, waveBox, withPeople } from '../core/hand/find-waves.ts';
import { petsAndPeopleIn, loadBodyModels, loadFaceModels, findAnimalOn, findSubject } from './load-models.ts';
import type { MeshFit } from '../core/face/fit-mesh.ts';
import { measureHead, type Head, headBox } from '../core/face/head.ts';
import {
  decodingSize,
  placeInFilm,
  chooseFraming,
  filmSize,
  innerArea,
  joinBoxes,
  PICTURE_SCALE,
  searchedSize,
  type Size,
} from '../core/picture/framing.ts';
import { frameMask, framePicture, resizePlane } from './photo/frame-picture.ts';
import { chooseMotion } from '../core/motion/choose-motion.ts';
import { abilitiesOf } from '../core/motion/partners.ts';
import { planesFromRgb } from '../core/picture/planes.ts';
import { decodePhoto, readPhoto } from './photo/read-photo.ts';
import { throwIfCancelled } from '../core/renderer-error.ts';
import { hiddenParts } from '../core/face/hidden-parts.ts';
import { findPictureArea } from '../core/frames/picture-area.ts';
import { chooseLayers, needsAnimal, usesSubject, type CutOut } from '../core/frames/choose-layers.ts';
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
  const [rgb] = await Promise.all([decoding, looksForFaces ? loadFaceModels() : undefined]);
  const searchesHands = effectNeed(request.effect) === 'hand';
  const searched = searchedSize(photo);
  const whole = isSameSize(searched, decoded) ? rgb : await decodePhoto(photo, searched.width, searched.height);
  stopwatch.lap('photo');
  throwIfCancelled(signal);

  const look = petsAndPeopleIn(whole);
  const subject = needsSubject(request.effect) ? await findSubject(whole) : undefined;
  stopwatch.lap('subject');
  // Who stands out, and is not seen as a whole, may be known by the face.
  const isUnseen = subject !== undefined && !seesSomebody(await look());
  const seenFaces = looksForFaces || isUnseen ? await findFaces(whole, await loadFaceModels()) : [];
  const faces = effectNeed(request.effect) === 'photo' ? seenFaces : await facesOfPeople(seenFaces, look);
  stopwatch.lap('faces');
  throwIfCancelled(signal);

  const looking = chooseMotion(request.effect, undefined, abilitiesOf(faces.map(measureInPhoto)));
  // A living picture moves no face, and keeps those of animals whole as well.
  const kept = looking.motion === 'idle' ? seenFaces : faces;
  const needsMask = !needsSubject(request.effect) && (isReframed || usesSubject(looking.motion));
  const mask = needsMask ? await findSubject(whole) : subject;
  stopwatch.lap('subject');
  throwIfCancelled(signal);
  const isFaceless = isUnseen && faces.length === 0;
  const found = mask && (needsAnimal(request.effect) || isFaceless) ? await findAnimalOn(mask, whole, look) : undefined;
  stopwatch.lap('faces');
  throwIfCancelled(signal);

  const hands = searchesHands && faces.length > 0 ? await findWaves(whole, faces, await loadBodyModels()) : [];
  const people = hands.length > 0 ? (mask ?? (await findSubject(whole))) : undefined;
  stopwatch.lap('hands');
  throwIfCancelled(signal);

  const measured = kept.map(measureInPhoto);
  const boxes = [...measured.map((head) => headBox(head, whole)), ...hands.map((wave) => waveBox(wave, whole))];
  const framing = chooseFraming(photo, film, joinBoxes([mask && subjectBox(mask), ...boxes]));
  const framed = await framePicture(rgb, framing, picture);
  const planes = planesFromRgb(framed.data, picture.width, picture.height);
  const place = placeInFilm(whole, framing, film, photo);
  const light = isSameSize(picture, whole) ? planes : planesFromRgb(whole.data, whole.width, whole.height);
  const keptAbilities = abilitiesOf(measured.map((head, i) => ({ ...head, ...hiddenParts(kept[i]!, head, light, 1) })));
  const heads = kept.map((fit, i) => ({ ...measureHead(fit, place), ...keptAbilities[i]! }));
  const animal = found && needsAnimal(request.effect) ? placeAnimal(found, place, film) : undefined;
  const placed = mask && (await frameMask(mask, framing, mapSize(picture), photo));
  const waves = placeInPicture(people ? hands.map((wave) => withPeople(wave, people, whole)) : hands, place);
  const abilities = keptAbilities.filter((_, i) => faces.includes(kept[i]!));
  const photoArea = framing.kind === 'whole' ? innerArea(photo, film) : undefined;
  const area = findPictureArea({ photo: planes, scale: PICTURE_SCALE }, { film, photoArea, heads });
  const isSomebody = !isFaceless || found !== undefined;
  const seen = { film, area, planes, mask: placed, heads, abilities, animal, canWave: waves.length > 0, isSomebody };
  const cutOut: CutOut = (placedMask, people, inner) => cutOutSubject(planes, placedMask, resizePlane, people, inner);
  const chosen = await chooseLayers(request.effect, seen, cutOut);
  stopwatch.lap('layers');
  throwIfCancelled(signal);
  return { film, area, ...chosen, heads, waves, animal };
}

function isSameSize(one: Size, other: Size): boolean {
  return one.width === other.width && one.height === other.height;
}

/** Moves waves from the photo to the framed picture. */
function placeInPicture(waves: readonly Wave[], place: (x: number, y: number) => [number, number]): Wave[] {
  const inPicture = (x: number, y: number) => {
    const [left, top] = place(x, y);
    return { x: (left + 0.5) * PICTURE_SCALE, y: (top + 0.5) * PICTURE_SCALE };
  };
  const scale = inPicture(1, 0).x - inPicture(0, 0).x;
  return waves.map((wave) => placeWave(wave, ({ x, y }) => inPicture(x, y), scale));
}

function measureInPhoto(fit: MeshFit): Head {
  return measureHead(fit, (x, y) => [x, y]);
}
