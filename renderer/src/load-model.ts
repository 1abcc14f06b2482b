import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { env, ready, setBackend } from '@tensorflow/tfjs-core';
import { loadGraphModel, type GraphModel } from '@tensorflow/tfjs-converter';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';

const MODELS = fileURLToPath(new URL('../models/', import.meta.url));
let backend: Promise<void> | undefined;
const models = new Map<string, Promise<GraphModel>>();

/** One of the models that are part of the package, by the name of its folder. It is loaded once and stays. */
export function loadModel(name: string): Promise<GraphModel> {
  const known = models.get(name);
  if (known) return known;
  const model = readModel(name);
  models.set(name, model);
  // What failed once may do another time.
  model.catch(() => models.delete(name));
  return model;
}

async function readModel(name: string): Promise<GraphModel> {
  backend ??= startBackend();
  await backend;
  const [json, weights] = await Promise.all([
    readFile(join(MODELS, name, 'model.json'), 'utf8'),
    readFile(join(MODELS, name, 'model.bin')),
  ]);
  const { modelTopology, signature, weightsManifest } = JSON.parse(json);
  const weightData = new Uint8Array(weights).buffer;
  return loadGraphModel({
    load: async () => ({ modelTopology, signature, weightSpecs: weightsManifest[0].weights, weightData }),
  });
}

async function startBackend(): Promise<void> {
  setWasmPaths(dirname(fileURLToPath(import.meta.resolve('@tensorflow/tfjs-backend-wasm'))) + '/');
  // The threaded build would start threads of its own, which outlive this one's end.
  env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
  await setBackend('wasm');
  await ready();
}
