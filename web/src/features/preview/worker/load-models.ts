import { parseCascade, type Cascade } from '@keepsake/renderer/core/animal/cascade';
import type { FaceModels } from '@keepsake/renderer/core/face/find-faces';
import type { Model } from '@keepsake/renderer/core/model';
import catFace from '@keepsake/renderer/models/cat-face/model.json?url';
import detector from '@keepsake/renderer/models/face-detection/model.json?url';
import detectorWeights from '@keepsake/renderer/models/face-detection/model.bin?url';
import mesh from '@keepsake/renderer/models/face-mesh/model.json?url';
import meshWeights from '@keepsake/renderer/models/face-mesh/model.bin?url';
import segmentation from '@keepsake/renderer/models/selfie-segmentation/model.json?url';
import segmentationWeights from '@keepsake/renderer/models/selfie-segmentation/model.bin?url';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import wasm from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm?url';
import { type GraphModel, loadGraphModel } from '@tensorflow/tfjs-converter';
import { env, ready, setBackend, tensor, tidy } from '@tensorflow/tfjs-core';
import { PreviewError } from '../messages.ts';

/** The models that the renderer uses for films. */
export interface SubjectModels {
  /** MediaPipe's selfie segmentation. */
  segmentation: Model;
  catFace: Cascade;
}

let backend: Promise<void> | undefined;
let loaded = 0;
const listeners = new Set<(bytes: number) => void>();

const faceModels = cached(async (): Promise<FaceModels> => {
  loaded = 0;
  const [first, second] = await Promise.all([loadModel(detector, detectorWeights), loadModel(mesh, meshWeights)]);
  return { detector: first, mesh: second };
});

/** For photos in which no face moves; cached. */
export const loadSubjectModels = cached(async (): Promise<SubjectModels> => {
  const [model, cascade] = await Promise.all([
    loadModel(segmentation, segmentationWeights),
    request(catFace).then((answer) => answer.text()),
  ]);
  return { segmentation: model, catFace: parseCascade(cascade) };
});

/** Cached. */
export async function loadFaceModels(onProgress: (bytes: number) => void): Promise<FaceModels> {
  listeners.add(onProgress);
  onProgress(loaded);
  try {
    return await faceModels();
  } finally {
    listeners.delete(onProgress);
  }
}

/** A failed load is retried by the next call. */
function cached<Models>(load: () => Promise<Models>): () => Promise<Models> {
  let loading: Promise<Models> | undefined;
  return async () => {
    try {
      loading ??= load();
      return await loading;
    } catch (cause) {
      loading = undefined;
      throw new PreviewError('unavailable', { cause });
    }
  };
}

async function startBackend(): Promise<void> {
  // Threads require a cross-origin isolated page.
  env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
  // The other two builds are never loaded, but must be named.
  setWasmPaths({
    'tfjs-backend-wasm.wasm': wasm,
    'tfjs-backend-wasm-simd.wasm': wasm,
    'tfjs-backend-wasm-threaded-simd.wasm': wasm,
  });
  if (!(await setBackend('wasm'))) throw new Error('WebAssembly could not be started');
  await ready();
}

async function loadModel(json: string, weights: string): Promise<Model> {
  backend ??= startBackend();
  backend.catch(() => (backend = undefined));
  const [topology, weightData] = await Promise.all([request(json), request(weights).then(readCounted), backend]);
  const { modelTopology, signature, weightsManifest } = await topology.json();
  const load = async () => ({ modelTopology, signature, weightSpecs: weightsManifest[0].weights, weightData });
  return runnable(await loadGraphModel({ load }));
}

async function request(url: string): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response;
}

async function readCounted({ body }: Response): Promise<ArrayBuffer> {
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      loaded += chunk.length;
      for (const listener of listeners) listener(loaded);
      controller.enqueue(chunk);
    },
  });
  return new Response(body?.pipeThrough(counter)).arrayBuffer();
}

function runnable(model: GraphModel): Model {
  return {
    async run(pixels, side, names) {
      const outputs = tidy(() => {
        const input = tensor(pixels, [1, side, side, 3], 'float32');
        return [model.execute(input, names && [...names])].flat();
      });
      const values = await Promise.all(outputs.map((output) => output.data<'float32'>()));
      outputs.forEach((output) => output.dispose());
      return values;
    },
  };
}
