import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'vitest';
import { randomBytes } from 'node:crypto';
import { getBucket } from '@keepsake/contract/photos/content';
import { orderFilms } from '../../../test/film-order.ts';
import { finishFilms } from '../../../test/finished-films.ts';
import { startTestApp } from '../../../test/harness.ts';
import { getRoute, startTestObjectStore } from '../../../test/object-store.ts';
import { newPhoto, upload } from '../../../test/upload.ts';
import { sql } from 'kysely';
import { runStatement } from '../../../test/statements.ts';
import { providerPhotoUrl } from '../photos/files/media-links.ts';

const store = await startTestObjectStore();
const bucket = store.freshBucket();
const app = await startTestApp(undefined, { settings: store.settings(bucket) });
const { user, bucketId } = await orderFilms(app);
const [filmId = ''] = await finishFilms(app, bucketId);
const film = randomBytes(20 * 1024 ** 2);
const stored = await app.deps.storage.put(`films/${filmId}.mp4`, film, 'video/mp4');
await runStatement(
  app.db,
  sql`update films set film_bytes = ${stored.bytes}, film_sha256 = ${stored.sha256} where id = ${filmId}`,
);
const [content] = (await app.call(getBucket, { params: { id: bucketId }, token: user.token })).data.bucket.Contents;
const link = content?.ProcessedContents[0]?.url ?? '';

describe('films and photos from an object store', () => {
  test('support whole files, ranges, HEAD and 304, as from disk', async () => {
    const whole = await fetch(app.url + link);
    assert.deepEqual(
      [whole.status, whole.headers.get('content-type'), whole.headers.get('content-length')],
      [200, 'video/mp4', String(film.length)],
    );
    assert.ok(Buffer.from(await whole.arrayBuffer()).equals(film));
    const part = await fetch(app.url + link, { headers: { range: 'bytes=9000000-9000009' } });
    assert.deepEqual([part.status, part.headers.get('content-range')], [206, `bytes 9000000-9000009/${film.length}`]);
    assert.ok(Buffer.from(await part.arrayBuffer()).equals(film.subarray(9_000_000, 9_000_010)));
    const head = await fetch(app.url + link, { method: 'HEAD' });
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(film.length)]);
    const etag = whole.headers.get('etag') ?? '';
    assert.equal((await fetch(app.url + link, { headers: { 'if-none-match': etag } })).status, 304);
  });

  test('the link of a video provider leads to the photo', async () => {
    const response = await fetch(providerPhotoUrl(app.deps, content?.filename ?? '', 'token-of-the-ask'));
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/jpeg']);
  });

  test('arrive completely although the store breaks the connection', async (t) => {
    await planned(t, { route: getRoute, action: 'cut', phase: 'after', times: 2 });
    assert.ok(Buffer.from(await (await fetch(app.url + link)).arrayBuffer()).equals(film));
    assert.equal(await store.hits(), 2);
  });

  test('are answered with 503 and Retry-After while the store is down', async (t) => {
    await planned(t, { route: getRoute, action: 'error', status: 500, times: 100 });
    const response = await fetch(app.url + link);
    const { code } = (await response.json()) as { code: string };
    assert.deepEqual([response.status, code, response.headers.get('retry-after')], [503, 'service_unavailable', '5']);
    assert.equal(response.headers.get('content-disposition'), null);
  });

  test('end with a broken connection, never with a truncated file, if the store fails during the download', async (t) => {
    await planned(t, { route: getRoute, action: 'cut', phase: 'after' });
    await planned(t, { route: getRoute, action: 'error', status: 500, times: 100 });
    const response = await fetch(app.url + link);
    assert.equal(response.status, 200);
    await assert.rejects(response.arrayBuffer());
  });
});

test('an upload is stored in the store’s bucket; if that is full, the answer is 507 and nothing stays', async (t) => {
  t.onTestFinished(() => store.room(null));
  const customer = await app.createUser();
  const before = await store.held(bucket);
  const { status } = await upload(app, customer.token, [await newPhoto()]);
  assert.equal(status, 201);
  assert.equal((await store.held(bucket)).objects.length, before.objects.length + 1);
  await store.room(0);
  const refused = await upload(app, (await app.createUser()).token, [await newPhoto()]);
  assert.deepEqual([refused.status, refused.body.code], [507, 'storage_full']);
  assert.equal((await store.held(bucket)).objects.length, before.objects.length + 1);
  assert.equal((await fetch(app.url + link, { method: 'HEAD' })).status, 200, 'and watching goes on');
});

test('the product is ready when the store is', async (t) => {
  const other = await startTestApp(t, { settings: store.settings(store.freshBucket()) });
  assert.equal((await fetch(`${other.url}/readyz`)).status, 200);
});

async function planned(t: TestContext, fault: Parameters<typeof store.fault>[0]): Promise<void> {
  t.onTestFinished(() => store.clearFaults());
  await store.fault(fault);
}
