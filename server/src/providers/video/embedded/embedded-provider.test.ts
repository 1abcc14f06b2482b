import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, test } from 'vitest';
import { newId, newToken } from '../../../platform/ids.ts';
import { drawPhoto } from '../../../../test/draw-photo.ts';
import { createDiskStorage } from '../../storage/disk-storage.ts';
import { until } from '../../../../test/until.ts';
import { createEmbeddedProvider } from './embedded-provider.ts';
import { requestOptions, describeVideoProvider } from '../video-provider.suite.ts';
import { ProviderError, type VideoRequest } from '../video-provider.ts';

const folder = await mkdtemp(join(tmpdir(), 'keepsake-embedded-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const storage = await createDiskStorage(join(folder, 'media'));
const settings = { PRODUCT_NAME: 'Keepsake', VISIBLE_MARK: 'off', fps: 1 } as const;
const provider = createEmbeddedProvider({ ...settings, DATA_DIR: folder }, storage);

const photo = `photos/${newId()}.jpg`;
await storage.put(photo, await drawPhoto(720, 540).jpeg().toBuffer(), 'image/jpeg');
const noPhoto = `photos/${newId()}.jpg`;
await storage.put(noPhoto, Buffer.from('this is not a picture'), 'image/jpeg');

function request(changes: Partial<VideoRequest> = {}): VideoRequest {
  return {
    token: newToken(),
    prompt: 'The picture comes to life.',
    // Skips face detection, which takes longer than the film.
    effect: 'pet-breathe',
    seed: 7,
    photo: { storageKey: photo, width: 720, height: 540, url: '' },
    callbackUrl: '',
    settings: { model: 'default', duration: 5, loop: false, aspect_ratio: 'default', resolution: '540p' },
    ...changes,
  };
}

const badPhoto = { storageKey: noPhoto, width: 720, height: 540, url: '' };

describeVideoProvider('The embedded renderer', async () => ({
  provider,
  request,
  badRequest: () => request({ photo: badPhoto }),
  badRequestIs: 'photo',
}));

test('reports what the film shows, and makes a poster', async () => {
  const asked = request({ effect: 'wink' });
  const { id } = await provider.create(asked, requestOptions());
  const generation = await provider.get(id);
  assert.ok(generation?.report);
  const { effect, applied } = generation.report as { effect: string; applied: boolean };
  assert.deepEqual({ effect, applied }, { effect: 'wink', applied: false });
  assert.equal(Buffer.from((await provider.poster(generation)) ?? []).toString('hex', 0, 3), 'ffd8ff');
});

test('reports that a film shows a moving picture in place of an effect that the renderer does not know', async () => {
  const { id } = await provider.create(request({ effect: 'unknown' }), requestOptions());
  const report = (await provider.get(id))?.report as { effect: string; applied: boolean; fallback?: { code: string } };
  assert.deepEqual([report.effect, report.applied, report.fallback?.code], ['unknown', false, 'unknown_effect']);
});

test('an unsupported size becomes its largest one, and the report says so', async () => {
  const large = { ...request().settings, resolution: '4k' } as const;
  const { id } = await provider.create(request({ settings: large }), requestOptions());
  const made = await provider.get(id);
  const report = made?.report as { height: number; resolution: unknown };
  assert.equal(report.height, 1080);
  assert.deepEqual(report.resolution, { asked: '4k', made: '1080p' });
  assert.equal(made?.request?.['resolution'], '1080p');
});

test('without a chosen size, a photo of 1080 pixels along its shorter side becomes a film of 1080p, a smaller one 720p', async () => {
  const open = { ...request().settings, resolution: 'default' } as const;
  for (const [width, height, resolution] of [
    [1440, 1080, '1080p'],
    [1440, 1079, '720p'],
  ] as const) {
    const { id } = await provider.create(
      request({ settings: open, photo: { storageKey: photo, width, height, url: '' } }),
      requestOptions(),
    );
    const made = await provider.get(id);
    const report = made?.report as { height: number; resolution?: unknown };
    assert.deepEqual([made?.request?.['resolution'], report.height], [resolution, Number.parseInt(resolution)]);
    assert.equal(report.resolution, undefined);
  }
});

test('a cancelled render leaves nothing behind, and is reported as cancelled', async () => {
  const before = await readdir(join(folder, 'renders'));
  const stopping = new AbortController();
  const render = provider.create(request(), requestOptions({ signal: stopping.signal }));
  render.catch(() => undefined);
  await until(async () => (await readdir(join(folder, 'renders'))).length > before.length);
  stopping.abort();
  await assert.rejects(render, (error) => error instanceof ProviderError && error.failure === 'cancelled');
  assert.deepEqual(await readdir(join(folder, 'renders')), before);
});

test('a film that another machine made is found, and is not made again', async () => {
  const asked = request();
  const { id } = await provider.create(asked, requestOptions());
  const elsewhere = createEmbeddedProvider({ ...settings, DATA_DIR: join(folder, 'elsewhere') }, storage);
  const found = await elsewhere.list?.({ offset: 0, limit: 100 });
  assert.ok(found?.generations.some((generation) => generation.id === id));
  // A second worker that takes the attempt over could make no film: the photo is deleted.
  const again = { ...asked, photo: { ...badPhoto, storageKey: `photos/${newId()}.jpg` } };
  assert.deepEqual(await elsewhere.create(again, requestOptions()), { id });
  const generation = await elsewhere.get(id);
  assert.ok(generation?.state === 'completed');
  const { stream, bytes } = await elsewhere.download(generation, AbortSignal.timeout(60_000));
  const film = await buffer(stream);
  assert.equal(film.toString('latin1', 4, 8), 'ftyp');
  assert.equal(film.length, bytes);
  await elsewhere.remove?.(id);
  assert.equal(await provider.get(id), undefined);
});

test('a missing photo fails as `photo`', async () => {
  const gone = request({ photo: { ...badPhoto, storageKey: `photos/${newId()}.jpg` } });
  await assert.rejects(
    provider.create(gone, requestOptions()),
    (error) => error instanceof ProviderError && error.failure === 'photo',
  );
});

test('an id is never a path', async () => {
  assert.equal(await provider.get('../../media/photos/secret-that-is-long-enough'), undefined);
  await provider.remove?.('../media');
  assert.ok(await storage.size(photo));
});
