import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'vitest';
import { AppError } from '../../../errors.ts';
import { sha256 } from '../../../platform/ids.ts';
import type { Storage } from '../../../providers/storage/storage.ts';
import { errorsOf, filmsOf, generationsOf, orderFilms, settled, work } from '../../../../test/film-order.ts';
import { startTestApp } from '../../../../test/harness.ts';
import { until } from '../../../../test/until.ts';
import type { TestFault } from '../../../../test/sandbox-controls.ts';
import { filmRoute, getRoute, startTestVideoService } from '../../../../test/video-service.ts';

const service = await startTestVideoService();
const app = await startTestApp(undefined, { settings: service.settings });

const downloadFaults: Record<string, Partial<TestFault>> = {
  'is cut off again and again': { action: 'cut', phase: 'after', times: 6 },
  'is an HTML page': {
    action: 'error',
    status: 200,
    body: '<html>Sorry</html>',
    headers: { 'content-type': 'video/mp4' },
  },
  'has no bytes': { action: 'error', status: 200, body: '' },
  'is shorter than announced': {
    action: 'error',
    phase: 'after',
    status: 200,
    body: 'x',
    headers: { 'content-length': '9000' },
  },
  'is answered with 500': { action: 'error', status: 500 },
  'never begins': { action: 'drop' },
};

for (const [name, fault] of Object.entries(downloadFaults)) {
  test(`a film that ${name} is fetched again until it is whole`, async (t) => {
    await service.fault({ route: filmRoute, action: 'error', times: 2, ...fault });
    const { bucketId } = await orderFilms(app);
    await work(t, app);
    const [film] = await settled(app, bucketId);
    assert.deepEqual([film?.state, film?.attempts], ['done', 1]);
    const [generation] = await generationsOf(app, service, bucketId);
    assert.deepEqual(film?.filmSha256, sha256(await originalFilm(generation?.id ?? '')));
    assert.deepEqual(sha256(await buffer(await app.deps.storage.read(film?.filmKey ?? ''))), film?.filmSha256);
    assert.equal((await errorsOf(app, bucketId)).filter((text) => text.includes('could not be taken over')).length, 1);
  });
}

test('a film whose connection breaks is resumed where it broke, without an error', async (t) => {
  await service.fault({ route: filmRoute, action: 'cut', phase: 'after', times: 2 });
  const { bucketId } = await orderFilms(app);
  await work(t, app);
  const [film] = await settled(app, bucketId);
  const [generation] = await generationsOf(app, service, bucketId);
  assert.deepEqual([film?.state, film?.attempts], ['done', 1]);
  assert.deepEqual(film?.filmSha256, sha256(await originalFilm(generation?.id ?? '')));
  assert.deepEqual(await errorsOf(app, bucketId), []);
});

test('while the status cannot be requested, nothing is lost and nothing is sent again', async (t) => {
  await service.fault({ route: getRoute, action: 'error', status: 500, times: 3 });
  const { bucketId } = await orderFilms(app);
  await work(t, app);
  const [film] = await settled(app, bucketId);
  assert.deepEqual([film?.state, film?.attempts], ['done', 1]);
});

test('if there is no room the film waits, and is delivered when there is', async (t) => {
  let isFull = true;
  const refusing: Storage = {
    ...app.deps.storage,
    put: async (key, source, contentType) => {
      if (isFull && key.startsWith('films/')) throw new AppError('storage_full');
      return app.deps.storage.put(key, source, contentType);
    },
  };
  const { bucketId } = await orderFilms(app);
  await work(t, app, { storage: refusing });
  await until(async () => (await errorsOf(app, bucketId)).length > 0);
  assert.match((await errorsOf(app, bucketId)).join(), /no room/);
  isFull = false;
  assert.deepEqual(
    (await settled(app, bucketId)).map(({ state, attempts }) => [state, attempts]),
    [['done', 1]],
  );
});

test('every film has a poster', async (t) => {
  const { bucketId } = await orderFilms(app);
  await work(t, app);
  const [film] = await settled(app, bucketId);
  const poster = await buffer(
    await app.deps.storage.read((film?.filmKey ?? '').replace('films/', 'posters/').replace('.mp4', '.jpg')),
  );
  assert.equal(poster.toString('hex', 0, 3), 'ffd8ff');
  assert.equal((await filmsOf(app, bucketId)).length, 1);
});

async function originalFilm(id: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(`${new URL(service.url).origin}/assets/${id}.mp4`)).arrayBuffer());
}
