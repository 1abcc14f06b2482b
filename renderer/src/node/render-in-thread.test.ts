import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, test, vi } from 'vitest';
import { drawLandscape } from '../../test/photos.ts';
import { animate, type AnimateOptions } from './animate.ts';

let folder: string;
let photoPath: string;
/** Threads started since the test began. */
let threads = 0;
let films = 0;
process.on('worker', () => threads++);
// Idle threads of other tests may remain in this process; each `cancelledFilm` ends one.
const maxResting = 2;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'threads-'));
  photoPath = join(folder, 'landscape.png');
  await drawLandscape(photoPath, 900, 600);
});
beforeEach(async () => {
  // However long a film takes here, no thread ends because it has rested for too long.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await Promise.all(Array.from({ length: maxResting }, cancelledFilm));
  threads = 0;
});
afterEach(() => vi.useRealTimers());
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a thread makes one film at a time, is reused, and ends when a film is cancelled', async () => {
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

test('a thread makes at most twelve films', { tags: ['full'] }, async () => {
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
  // An effect without face detection, and few frames: only the threads' lifetime matters here.
  const effect = 'pet-breathe';
  const plain = { effect, seed: 1, duration: 5, resolution: '540p', aspect: 'default', loop: false } as const;
  await animate({ ...plain, photoPath, filmPath: `${stem}.mp4`, posterPath: `${stem}.jpg` }, { fps: 1, ...options });
}
