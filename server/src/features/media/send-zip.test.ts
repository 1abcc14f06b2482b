import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { deleteBucket, getBucket, zipBucket } from '@keepsake/contract/photos/content';
import { orderFilms } from '../../../test/film-order.ts';
import { filmBytes, finishFilms } from '../../../test/finished-films.ts';
import { startTestApp } from '../../../test/harness.ts';
import { unzip } from '../../../test/unzip.ts';
import { nameEntries } from './send-zip.ts';

const app = await startTestApp(undefined);

describe('the films of a set as one zip file', () => {
  test('are complete, with the announced length, each once, byte for byte, under unique names', async () => {
    const order = await orderFilms(app);
    const films = await finishFilms(app, order.bucketId);
    const { status, data } = await app.call(zipBucket, { params: { id: order.bucketId }, token: order.user.token });
    assert.equal(status, 200);
    assert.equal(data.films, films.length);
    const response = await fetch(app.url + data.downloadUrl);
    const zip = Buffer.from(await response.arrayBuffer());
    assert.equal(response.headers.get('content-type'), 'application/zip');
    assert.equal(response.headers.get('content-length'), String(zip.length));
    assert.match(
      response.headers.get('content-disposition') ?? '',
      /^attachment; filename="keepsake-\d{4}-\d\d-\d\d\.zip"/,
    );
    const unpacked = await unzip(zip);
    assert.equal(new Set(unpacked.map(({ name }) => name)).size, films.length);
    for (const { name, content } of unpacked) {
      assert.match(name, /^[\p{L}\p{N}-]+-\d+( \(\d+\))?\.mp4$/u);
      assert.deepEqual(content, filmBytes);
    }
  });

  test('are refused to others, before the first film, and after the set is deleted', async () => {
    const order = await orderFilms(app);
    const ask = (token?: string) => app.call(zipBucket, { params: { id: order.bucketId }, token });
    assert.equal((await ask(order.user.token)).status, 404);
    await finishFilms(app, order.bucketId);
    const stranger = await app.createUser();
    assert.deepEqual([(await ask(stranger.token)).status, (await ask()).status], [404, 401]);
    const { downloadUrl } = (await ask(order.user.token)).data;
    await app.call(deleteBucket, { params: { id: order.bucketId }, token: order.user.token });
    assert.equal((await fetch(app.url + downloadUrl)).status, 403);
  });

  test('are refused with a link for something else', async () => {
    const order = await orderFilms(app);
    await finishFilms(app, order.bucketId);
    const { bucket } = (await app.call(getBucket, { params: { id: order.bucketId }, token: order.user.token })).data;
    const film = bucket.Contents[0]?.ProcessedContents[0];
    const forged = film?.downloadUrl.replace(/\/downloads\/[^?]+/, `/downloads/${order.bucketId}.zip`);
    assert.equal((await fetch(app.url + forged)).status, 403);
  });
});

test('photos with the same name get films with different names', () => {
  const film = { storageKey: 'films/x.mp4', bytes: 1, title: 'Smile-1', doneAt: new Date(), orderedAt: new Date() };
  const names = nameEntries([
    { ...film, photo: 'Nagymama őszi képe.JPG' },
    { ...film, photo: 'nagymama őszi képe.png' },
    { ...film, photo: '../../etc/passwd' },
    { ...film, photo: '???.jpg' },
  ]).map(({ name }) => name);
  assert.deepEqual(names, [
    'nagymama-őszi-képe-smile-1.mp4',
    'nagymama-őszi-képe-smile-1 (2).mp4',
    'etc-passwd-smile-1.mp4',
    'photo-smile-1.mp4',
  ]);
});
