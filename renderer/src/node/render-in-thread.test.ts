import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { drawLandscape } from '../../test/photos.ts';
import { animate, type AnimateOptions } from './animate.ts';

let folder: string;
let photoPath: string;
/** Started since the test began. */
let threads = 0;
let films = 0;
process.on('worker', () => threads++);
// Threads of other tests may still rest in this process: `cancelledFilm` ends them, one each.
const mostResting = 2;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'threads-'));
  photoPath = join(folder, 'landscape.png');
  await drawLandscape(photoPath, 900, 600);
});
beforeEach(async () => {
  await Promise.all(Array.from({ length: mostResting }, cancelledFilm));
  threads = 0;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a thread makes one film at a time, is there for the next one, and goes when a film is cancelled', async () => {
  await film();
  await film();
  assert.equal(threads, 1, 'one after the other');
  await Promise.all([film(), film()]);
  assert.equal(threads, 2, 'two at once');
  await cancelledFilm();
  await film();
  assert.equal(threads, 2, 'the other one rests still');
  await Promise.all([film(), film()]);
  assert.equal(threads, 3, 'the one that was cancelled does not');
});

test('a thread makes twelve films, and no more', async () => {
  for (let i = 0; i < 12; i++) await film();
  assert.equal(threads, 1);
  await film();
  assert.equal(threads, 2);
});

async function cancelledFilm(): Promise<void> {
  const cancelling = new AbortController();
  const onProgress = () => cancelling.abort();
  await assert.rejects(film({ signal: cancelling.signal, onProgress }), { code: 'cancelled' });
}

async function film(options: AnimateOptions = {}): Promise<void> {
  const stem = join(folder, `${films++}`);
  // Looks for no faces, and makes few frames: what a thread does beside its film is what counts here.
  const effect = 'pet-breathe';
  const plain = { effect, seed: 1, duration: 5, resolution: '540p', aspect: 'default', loop: false } as const;
  await animate({ ...plain, photoPath, filmPath: `${stem}.mp4`, posterPath: `${stem}.jpg` }, { fps: 1, ...options });
}
