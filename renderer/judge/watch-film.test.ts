import assert from 'node:assert/strict';
import { test } from 'vitest';
import { watchFaces } from './watch-film.ts';
import type { SeenFace, Witness } from './witness.ts';

const SIDE = 200;
const FRAMES = { width: SIDE, height: SIDE, pictures: Array.from({ length: 40 }, () => Buffer.alloc(SIDE * SIDE * 3)) };
const AT_REST = faceAt(100, 90, 40);

test('tracks a face whose eyes seem slightly closer together in every frame', async () => {
  const [story] = await watchFaces(seeing({ nearer: 0.95 }), FRAMES, [AT_REST]);
  const distances = story!.eyes.map(({ distance }) => distance);
  assert.ok(Math.min(...distances) > 25, `eyes ${Math.min(...distances)} pixels apart, of 40`);
});

test('tracks a face that comes nearer', async () => {
  const [story] = await watchFaces(seeing({ nearer: 1.005 }), FRAMES, [AT_REST]);
  assert.ok(story!.eyes.at(-1)!.distance > 46);
});

test('measures the first frame like the later ones if the whole picture gave a wrong eye distance', async () => {
  const [story] = await watchFaces(seeing({ atFirst: 0.7, nearer: 0.99 }), FRAMES, [AT_REST]);
  for (const { distance } of story!.eyes) assert.ok(Math.abs(distance - 28) < 1.5, `eyes ${distance} pixels apart`);
});

/** A detector that finds a face in the middle of every crop, its eyes closer together than before by a factor. */
function seeing({ nearer, atFirst = nearer }: { nearer: number; atFirst?: number }): Witness {
  let looks = 0;
  return {
    findFaces: () => Promise.resolve([AT_REST]),
    findLandmarks: (crops, side) => {
      const apart = ((looks++ === 0 ? atFirst : nearer) * side) / 2.6;
      return Promise.resolve(crops.map(() => faceAt(0.5 * side, 0.28 * side, apart).landmarks));
    },
    describe: () => Promise.resolve(new Float32Array(128)),
  };
}

/** Landmarks of a face around a pair of eyes. */
function faceAt(x: number, y: number, apart: number): SeenFace {
  const landmarks = new Float32Array(136).fill(NaN);
  const put = (point: number, right: number, down: number) =>
    landmarks.set([x + right * apart, y + down * apart], point * 2);
  for (let point = 36; point <= 41; point++) put(point, -0.5, 0);
  for (let point = 42; point <= 47; point++) put(point, 0.5, 0);
  put(0, -1.1, 0.1);
  put(16, 1.1, 0.1);
  put(30, 0, 0.6);
  put(48, -0.4, 1.1);
  put(54, 0.4, 1.1);
  return { landmarks, box: { x: x - apart, y: y - apart, width: 2 * apart, height: 2.4 * apart }, score: 1 };
}
