import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { env, ready, setBackend, tensor, tidy } from '@tensorflow/tfjs-core';
import { loadGraphModel, type GraphModel } from '@tensorflow/tfjs-converter';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import type { Model } from '../core/model.ts';
import { type Cascade, parseCascade } from '../core/animal/cascade.ts';
import type { Animal } from '../core/animal/find-animal.ts';
import { findPet } from '../core/animal/find-pet.ts';
import { type LookForPets, type PetsAndPeople, findPetsAndPeople } from '../core/animal/find-pets.ts';
import type { BodyModels } from '../core/hand/find-arms.ts';
import type { FaceModels } from '../core/face/find-faces.ts';
import type { Rgb } from '../core/picture/sample-crop.ts';
import { type SubjectMask, segmentSubject, SEGMENTED_SIDE } from '../core/layers/subject-mask.ts';
import { rawRgb, fromRgb } from './photo/read-photo.ts';

const MODELS = fileURLToPath(new URL('../../models/', import.meta.url));
let backend: Promise<void> | undefined;
const models = new Map<string, Promise<Model>>();
let cascade: Promise<Cascade> | undefined;

/** Loads the models for `findFaces`; can be called early to load them in the background. */
export async function loadFaceModels(): Promise<FaceModels> {
  const [detector, mesh] = await Promise.all([loadModel('face-detection'), loadModel('face-mesh')]);
  return { detector, mesh };
}

/** Loads the models for `findWaves`. */
export async function loadBodyModels(): Promise<BodyModels> {
  const [body, hand] = await Promise.all([loadModel('body-pose'), loadModel('hand-landmarks')]);
  return { body, hand };
}

/** Loads the cascade of `findPet`. */
export function loadCatFace(): Promise<Cascade> {
  cascade ??= readFile(join(MODELS, 'cat-face/model.json'), 'utf8').then(parseCascade);
  // A failed load is retried by the next call.
  cascade.catch(() => (cascade = undefined));
  return cascade;
}

/** Returns a function that finds cats, dogs and people in a picture; what is in the whole of it is looked for once. */
export function petsAndPeopleIn(picture: Rgb): LookForPets {
  let known: Promise<PetsAndPeople> | undefined;
  const look: LookForPets = async (area) => findPetsAndPeople(picture, await loadModel('pets'), area);
  return (area) => (area ? look(area) : (known ??= look()));
}

/** Finds the animal on the subject by its face; undefined if there is none. */
export async function findAnimalOn(mask: SubjectMask, picture: Rgb, look: LookForPets): Promise<Animal | undefined> {
  const [detector, catFace] = await Promise.all([loadModel('face-detection'), loadCatFace()]);
  return findPet(picture, mask, look, { detector, mesh: () => loadModel('face-mesh'), cascade: catFace });
}

/** Segments the people or animals of a picture; undefined if nothing stands out. */
export async function findSubject(picture: Rgb): Promise<SubjectMask | undefined> {
  const model = await loadModel('selfie-segmentation');
  return segmentSubject(await rawRgb(fromRgb(picture).resize(SEGMENTED_SIDE, SEGMENTED_SIDE, { fit: 'fill' })), model);
}

/** Loads a model of this package by its folder's name; cached. */
function loadModel(name: string): Promise<Model> {
  const known = models.get(name);
  if (known) return known;
  const model = readModel(name);
  models.set(name, model);
  // A failed load is retried by the next call.
  model.catch(() => models.delete(name));
  return model;
}

async function readModel(name: string): Promise<Model> {
  backend ??= startBackend();
  backend.catch(() => (backend = undefined));
  await backend;
  const [json, weights] = await Promise.all([
    readFile(join(MODELS, name, 'model.json'), 'utf8'),
    readFile(join(MODELS, name, 'model.bin')),
  ]);
  const { modelTopology, signature, weightsManifest } = JSON.parse(json);
  const weightData = new Uint8Array(weights).buffer;
  return runnable(
    await loadGraphModel({
      load: async () => ({ modelTopology, signature, weightSpecs: weightsManifest[0].weights, weightData }),
    }),
  );
}

function runnable(model: GraphModel): Model {
  const isPlanar = model.inputs[0]?.shape?.[1] === 3;
  return {
    async run(pixels, side, names) {
      const outputs = tidy(() => {
        const input = tensor(pixels, isPlanar ? [1, 3, side, side] : [1, side, side, 3], 'float32');
        return [model.execute(input, names && [...names])].flat();
      });
      const values = await Promise.all(outputs.map((output) => output.data<'float32'>()));
      outputs.forEach((output) => output.dispose());
      return values;
    },
  };
}

async function startBackend(): Promise<void> {
  setWasmPaths(dirname(fileURLToPath(import.meta.resolve('@tensorflow/tfjs-backend-wasm'))) + '/');
  // The threaded build would start threads that outlive this one.
  env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
  await setBackend('wasm');
  await ready();
}
