import { createRequire, registerHooks } from 'node:module';
import { dirname, join } from 'node:path';

/** A face found by the independent detector, in pixels: the usual 68 landmarks, x and y in turn. */
export interface SeenFace {
  landmarks: Float32Array;
  box: { x: number; y: number; width: number; height: number };
  score: number;
}

/** A face detector independent of the renderer's models: another vendor, other training data. */
export interface Witness {
  /** All faces of a picture in packed 8-bit RGB. */
  findFaces(rgb: Uint8Array, width: number, height: number, leastScore?: number): Promise<SeenFace[]>;
  /** The 68 landmarks in square crops of one face each. One batch takes two thirds of the time of separate calls. */
  findLandmarks(crops: readonly Uint8Array[], side: number): Promise<Float32Array[]>;
  /** Face descriptor of 128 numbers; two pictures of one person differ by less than 0.6. */
  describe(rgb: Uint8Array, side: number): Promise<Float32Array>;
}

const require = createRequire(import.meta.url);
const PACKAGE = dirname(require.resolve('@vladmandic/face-api/package.json'));

/** The parts of the package used here; its own types are for browsers. */
interface FaceApi {
  nets: Record<
    'ssdMobilenetv1' | 'faceLandmark68Net' | 'faceRecognitionNet',
    { loadFromDisk(folder: string): Promise<void> }
  >;
  SsdMobilenetv1Options: new (options: { minConfidence: number; maxResults: number }) => object;
  detectAllFaces(
    picture: object,
    options: object,
  ): {
    withFaceLandmarks(): Promise<{ detection: Detection; landmarks: Landmarks }[]>;
  };
  detectFaceLandmarks(pictures: readonly object[]): Promise<Landmarks | Landmarks[]>;
  computeFaceDescriptor(picture: object): Promise<Float32Array>;
}

interface Landmarks {
  positions: { x: number; y: number }[];
}

interface Detection {
  score: number;
  box: { x: number; y: number; width: number; height: number };
}

interface Tensors {
  tensor3d(values: Uint8Array, shape: [number, number, number], type: 'int32'): { dispose(): void };
  setBackend(name: string): Promise<boolean>;
  ready(): Promise<void>;
  env(): { set(flag: string, value: boolean): void };
  Tensor: { prototype: Record<string, unknown> };
}

type Operation = (tensor: unknown, ...rest: unknown[]) => unknown;

export async function callWitness(): Promise<Witness> {
  // The package requires all of TensorFlow.js, but needs only the core.
  registerHooks({
    resolve: (name, context, next) => next(name === '@tensorflow/tfjs' ? '@tensorflow/tfjs-core' : name, context),
  });
  const tf = require('@tensorflow/tfjs-core') as Tensors;
  const { setWasmPaths } = require('@tensorflow/tfjs-backend-wasm') as { setWasmPaths(folder: string): void };
  setWasmPaths(dirname(require.resolve('@tensorflow/tfjs-backend-wasm')) + '/');
  tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
  await tf.setBackend('wasm');
  await tf.ready();
  addMethods(tf);
  const api = require(join(PACKAGE, 'dist/face-api.node-wasm.js')) as FaceApi;
  for (const net of Object.values(['ssdMobilenetv1', 'faceLandmark68Net', 'faceRecognitionNet'] as const)) {
    await api.nets[net].loadFromDisk(join(PACKAGE, 'model'));
  }
  const withPicture = async <T>(
    rgb: Uint8Array,
    width: number,
    height: number,
    look: (picture: object) => Promise<T>,
  ) => {
    const picture = tf.tensor3d(rgb, [height, width, 3], 'int32');
    try {
      return await look(picture);
    } finally {
      picture.dispose();
    }
  };
  return {
    async findFaces(rgb, width, height, leastScore = 0.3) {
      const options = new api.SsdMobilenetv1Options({ minConfidence: leastScore, maxResults: 60 });
      const seen = await withPicture(rgb, width, height, async (picture) =>
        api.detectAllFaces(picture, options).withFaceLandmarks(),
      );
      return seen.map(({ detection, landmarks }) => ({
        landmarks: flatten(landmarks.positions),
        box: detection.box,
        score: detection.score,
      }));
    },
    async findLandmarks(crops, side) {
      const pictures = crops.map((rgb) => tf.tensor3d(rgb, [side, side, 3], 'int32'));
      try {
        return [await api.detectFaceLandmarks(pictures)].flat().map(({ positions }) => flatten(positions));
      } finally {
        pictures.forEach((picture) => picture.dispose());
      }
    },
    describe: (rgb, side) => withPicture(rgb, side, side, (picture) => api.computeFaceDescriptor(picture)),
  };
}

/** Adds operations as tensor methods, which the package expects; the core exports them as functions only. */
function addMethods(tf: Tensors): void {
  const operations = tf as unknown as Record<string, Operation>;
  const methods = tf.Tensor.prototype;
  const add = (name: string, operation: Operation) => {
    methods[name] = function (...rest: unknown[]) {
      return operation(this, ...rest);
    };
  };
  for (const name of [
    'add',
    'concat',
    'div',
    'expandDims',
    'mean',
    'mul',
    'sigmoid',
    'slice',
    'softmax',
    'sub',
    'transpose',
  ])
    add(name, operations[name]!);
  for (const name of ['reshape', 'as2D', 'as3D', 'as4D'])
    add(name, (tensor, ...shape) => operations['reshape']!(tensor, shape.flat()));
  add('as1D', (tensor) => operations['reshape']!(tensor, [-1]));
  add('toInt', (tensor) => operations['cast']!(tensor, 'int32'));
  add('toFloat', (tensor) => operations['cast']!(tensor, 'float32'));
}

function flatten(points: { x: number; y: number }[]): Float32Array {
  return Float32Array.from(points.flatMap(({ x, y }) => [x, y]));
}
