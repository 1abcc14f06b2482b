import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { animate } from './animate.ts';
import { inspectPhoto } from './inspect-photo.ts';
import { setStage } from './set-stage.ts';
import { createStopwatch } from './stopwatch.ts';
import { drawWave, type DrawnArm } from '../../test/draw-wave.ts';
import { psnr, readLuma } from '../../test/film-reader.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wave-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const WIDTH = 270;
const HEIGHT = 300;

test('a raised, open hand waves: it travels from side to side and back, and what is not near it keeps still', async () => {
  const photoPath = await photoOf('raised');
  const film = join(folder, 'wave.mp4');
  const files = { photoPath, filmPath: film, posterPath: join(folder, 'wave.jpg') };
  const options = { effect: 'wave', resolution: '540p', seed: 1, duration: 5, aspect: 'default', loop: false } as const;
  const report = await animate({ ...files, ...options }, { fps: 6 });
  assert.deepEqual([report.applied, report.fallback], [true, undefined]);
  assert.deepEqual([report.faces, report.facesInPhoto], [1, 1], 'the hands that wave, of so many people');

  const frames = await readLuma(film, WIDTH, HEIGHT);
  const places = frames.map(handsPlace);
  const [left, right] = [Math.min(...places), Math.max(...places)];
  const shoulders = 0.42 * WIDTH;
  expect((right - left) / shoulders, 'the way from side to side').toBeGreaterThan(0.25);
  const middle = (left + right) / 2;
  const passes = places.filter((x, i) => i > 0 && places[i - 1]! < middle && x >= middle);
  expect(passes.length, 'times to the right').toBeGreaterThanOrEqual(2);
  expect(Math.abs(places.at(-1)! - places[0]!), 'it ends where the photo shows it').toBeLessThan(2);
  const brightest = (frame: Buffer) =>
    Math.max(...Array.from({ length: 48 }, (_, i) => Math.max(...row(frame, 72 + i, 197, WIDTH))));
  for (const frame of frames)
    expect(brightest(frame), 'no halo around the hand').toBeLessThan(brightest(frames[0]!) + 12);
  const still = (frame: Buffer) => Buffer.concat(Array.from({ length: 90 }, (_, i) => row(frame, 210 + i, 0, 180)));
  for (const frame of frames) expect(psnr(still(frame), still(frames[0]!)), 'the coat').toBeGreaterThan(40);
  const elbow = (frame: Buffer) => Buffer.concat(Array.from({ length: 14 }, (_, i) => row(frame, 242 + i, 200, 236)));
  for (const frame of frames) expect(psnr(elbow(frame), elbow(frames[0]!)), 'the elbow').toBeGreaterThan(40);
});

test('what is filled in behind a waving arm is told where people are', async ({ signal }) => {
  const files = { photoPath: await photoOf('raised'), filmPath: '', posterPath: '' };
  const options = { effect: 'wave', resolution: '540p', seed: 1, duration: 5, aspect: 'default', loop: false } as const;
  const { waves = [] } = await setStage({ ...files, ...options, visibleMark: false }, signal, createStopwatch());
  expect(waves).toHaveLength(1);
  const { isPerson = new Uint8Array() } = waves[0]!.matte;
  expect(new Set(isPerson), 'some of the square around the arm is a person, some is wall').toEqual(new Set([0, 1]));
});

const hands: { hand: DrawnArm; canWave: boolean; tags?: string[] }[] = [
  { hand: 'raised', canWave: true },
  { hand: 'a fist', canWave: false },
  { hand: 'pointing aside', canWave: false },
  { hand: 'at the border', canWave: false, tags: ['full'] },
  { hand: 'before the face', canWave: false, tags: ['full'] },
];
for (const { hand, canWave, tags = [] } of hands)
  test(`the check of a photo says whether a hand can wave: ${hand}`, { tags }, async () => {
    assert.equal((await inspectPhoto(await photoOf(hand))).hands, canWave ? 1 : 0);
  });

async function photoOf(arm: DrawnArm): Promise<string> {
  const path = join(folder, `${arm}.jpg`);
  await writeFile(path, await drawWave(arm));
  return path;
}

/** Middle of what is brighter than the wall in the rows of the drawn hand, right of the face. */
function handsPlace(frame: Buffer): number {
  let sum = 0;
  let weight = 0;
  for (let y = 72; y < 120; y++) {
    for (let x = 197; x < WIDTH; x++) {
      const share = Math.max(0, frame[y * WIDTH + x]! - 150);
      sum += share * x;
      weight += share;
    }
  }
  return sum / weight;
}

function row(frame: Buffer, y: number, from: number, to: number): Buffer {
  return frame.subarray(y * WIDTH + from, y * WIDTH + to);
}
