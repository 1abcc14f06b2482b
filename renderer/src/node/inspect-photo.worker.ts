import { flushCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { facesOfPeople } from '../core/animal/faces-of-people.ts';
import { placeAnimal, topOfHead } from '../core/animal/find-animal.ts';
import { seesSomebody } from '../core/animal/find-pets.ts';
import { findPictureArea } from '../core/frames/picture-area.ts';
import { findFaces } from '../core/face/find-faces.ts';
import { measureHead } from '../core/face/head.ts';
import type { InspectedFace, InspectMessage, InspectRequest, PhotoInspection } from './inspect-photo.ts';
import { openEyes, OPEN_MOUTH } from '../core/motion/face-ability.ts';
import { abilitiesOf } from '../core/motion/partners.ts';
import { searchedSize } from '../core/picture/framing.ts';
import { planesFromRgb } from '../core/picture/planes.ts';
import { decodePhoto, readPhoto } from './photo/read-photo.ts';
import { RendererError } from '../core/renderer-error.ts';
import { subjectBox } from '../core/layers/subject-mask.ts';
import { hiddenParts } from '../core/face/hidden-parts.ts';
import { findWaves } from '../core/hand/find-waves.ts';
import { petsAndPeopleIn, findAnimalOn, findSubject, loadBodyModels, loadFaceModels } from './load-models.ts';

// Flushed now for the next thread: this one is terminated before Node.js would write its compile cache at exit.
flushCompileCache();

const post = (message: InspectMessage) => parentPort?.postMessage(message);

parentPort?.on('message', (request: InspectRequest) => void answer(request));

async function answer({ photoPath }: InspectRequest): Promise<void> {
  try {
    post({ kind: 'done', inspection: await inspect(photoPath) });
  } catch (error) {
    const code = error instanceof RendererError ? error.code : 'internal';
    post({ kind: 'failed', code, message: (error as Error).message });
  }
}

async function inspect(path: string): Promise<PhotoInspection> {
  const photo = await readPhoto(path);
  const size = searchedSize(photo);
  const scale = size.width / photo.width;
  const rgb = await decodePhoto(photo, size.width, size.height);
  const planes = planesFromRgb(rgb.data, size.width, size.height);
  const look = petsAndPeopleIn(rgb);
  const fits = await facesOfPeople(await findFaces(rgb, await loadFaceModels()), look);
  const heads = fits.map((fit) => measureHead(fit, (x, y) => [x, y]));
  const abilities = abilitiesOf(heads);
  const faces = heads.map((head, i): InspectedFace => {
    const { canMove, isClear = true, canTurn, canLean = false } = abilities[i]!;
    const xs = head.places.filter((_, i) => i % 2 === 0);
    const ys = head.places.filter((_, i) => i % 2 === 1);
    return {
      box: {
        left: Math.max(0, Math.min(...xs) / size.width),
        right: Math.min(1, Math.max(...xs) / size.width),
        top: Math.max(0, Math.min(...ys) / size.height),
        bottom: Math.min(1, Math.max(...ys) / size.height),
      },
      size: head.width / scale,
      yaw: head.yaw,
      mouthOpen: head.mouthGap > OPEN_MOUTH,
      eyesOpen: openEyes(head),
      ...hiddenParts(fits[i]!, head, planes, 1),
      canMove,
      isClear,
      canTurn,
      canLean,
    };
  });
  const mask = await findSubject(rgb);
  const animal = mask && (await findAnimalOn(mask, rgb, look));
  const isSomebody = mask && (fits.length > 0 || animal !== undefined || seesSomebody(await look()));
  const box = isSomebody ? subjectBox(mask) : undefined;
  const above = findPictureArea({ photo: planes, scale: 1 }, { film: size, heads }).top / size.height;
  return {
    width: photo.width,
    height: photo.height,
    faces,
    hasEars: animal !== undefined && placeAnimal(animal, (x, y) => [x, y], rgb).ears.length > 0,
    hands: fits.length > 0 ? (await findWaves(rgb, fits, await loadBodyModels())).length : 0,
    subject: box
      ? {
          top: Math.max(box.top, animal ? topOfHead(animal) / rgb.height : 0) - above,
          bottom: box.bottom - above,
          isAnimal: animal !== undefined,
        }
      : null,
  };
}
