import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { deleteBucket, getBucket } from '@keepsake/contract/photos/content';
import { orderFilms } from '../../../test/film-order.ts';
import { filmBytes, finishFilms } from '../../../test/finished-films.ts';
import { startTestApp } from '../../../test/harness.ts';
import { newId } from '../../platform/ids.ts';
import { providerPhotoUrl } from '../photos/files/media-links.ts';

const app = await startTestApp(undefined);
const order = await orderFilms(app);
const [filmId = ''] = await finishFilms(app, order.bucketId);
const { bucket } = (await app.call(getBucket, { params: { id: order.bucketId }, token: order.user.token })).data;
const [photo] = bucket.Contents;
const [film] = photo?.ProcessedContents ?? [];
if (!photo || !film) throw new Error('The set shows no finished film');

describe('photos and films by link', () => {
  test('have their true type, and are cached privately for at most the link’s lifetime', async () => {
    for (const [link, type, purposeSeconds] of [
      [photo.photoUrl, 'image/jpeg', 900],
      [film.url, 'video/mp4', 900],
      [film.posterUrl, 'image/jpeg', 900],
      [film.downloadUrl, 'video/mp4', 300],
    ] as const) {
      const { status, headers } = await get(link);
      assert.equal(status, 200, link ?? '');
      assert.equal(headers.get('content-type'), type);
      const [, age] = /^private, max-age=(\d+)$/.exec(headers.get('cache-control') ?? '') ?? [];
      assert.ok(Number(age) > purposeSeconds - 60 && Number(age) <= purposeSeconds + 60, `${age} s`);
      assert.equal(headers.get('content-security-policy'), "sandbox; default-src 'none'");
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin');
    }
  });

  test('download byte for byte, with a file name of ours', async () => {
    const saved = await get(film.downloadUrl);
    assert.deepEqual(Buffer.from(await saved.arrayBuffer()), filmBytes);
    const disposition = saved.headers.get('content-disposition') ?? '';
    assert.match(
      disposition,
      /^attachment; filename="keepsake-[a-z-]+-1\.mp4"; filename\*=UTF-8''keepsake-[a-z-]+-1\.mp4$/,
    );
    assert.match((await get(film.url)).headers.get('content-disposition') ?? '', /^inline; /);
  });

  test('support ranges, so that a film can be sought', async () => {
    const range = async (header: string, more: Record<string, string> = {}) => {
      const response = await get(film.url, { headers: { range: header, ...more } });
      const body = Buffer.from(await response.arrayBuffer());
      return { status: response.status, range: response.headers.get('content-range'), body };
    };
    assert.deepEqual(await range('bytes=100-199'), {
      status: 206,
      range: 'bytes 100-199/5000',
      body: filmBytes.subarray(100, 200),
    });
    assert.deepEqual(await range('bytes=-10'), {
      status: 206,
      range: 'bytes 4990-4999/5000',
      body: filmBytes.subarray(-10),
    });
    assert.deepEqual(await range('bytes=4990-'), {
      status: 206,
      range: 'bytes 4990-4999/5000',
      body: filmBytes.subarray(-10),
    });
    assert.deepEqual(await range('bytes=5000-'), { status: 416, range: 'bytes */5000', body: Buffer.alloc(0) });
    assert.equal((await range('bytes=0-1,5-6')).status, 200);
    const etag = (await get(film.url)).headers.get('etag') ?? '';
    assert.equal((await range('bytes=0-9', { 'if-range': etag })).status, 206);
    assert.equal((await range('bytes=0-9', { 'if-range': '"another"' })).status, 200);
  });

  test('are answered with 304 to a browser that has them, and without a body for HEAD', async () => {
    const first = await get(film.url);
    const again = await get(film.url, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
    assert.deepEqual([again.status, await again.text()], [304, '']);
    const head = await get(film.url, { method: 'HEAD' });
    assert.deepEqual([head.status, head.headers.get('content-length'), await head.text()], [200, '5000', '']);
    assert.equal((await get(film.url, { method: 'POST' })).status, 404);
  });

  test('are refused with the same answer, whatever is wrong with the link', async () => {
    const refusal = { status: 403, body: { error: 'This link is not valid or has expired.', code: 'link_invalid' } };
    const path = `/uploads/${photo.filename}`;
    const wrong = [
      path,
      `/downloads/${filmId}.mp4`,
      '/uploads/',
      '/downloads/nothing',
      '/api/files/access',
      '/api/files/access?file=../../etc/passwd',
      changed(photo.photoUrl, 's', 'A'.repeat(43)),
      changed(photo.photoUrl, 's', ''),
      changed(photo.photoUrl, 'e', '9999999999'),
      changed(photo.photoUrl, 'p', 'download'),
      changed(photo.photoUrl, 'k', 'other'),
      changed(photo.photoUrl, 'x', 'more'),
      `${photo.photoUrl}&s=twice`,
      photo.photoUrl.replace(photo.filename, `${newId()}.jpg`),
      film.url.replace('.mp4', '.jpg'),
      app.deps.links.sign(`/uploads/${newId()}.jpg`, 'view'),
      app.deps.links.sign(`/downloads/${filmId}.mp4`, 'provider'),
      app.deps.links.sign('/uploads/../films/secret.mp4', 'view').replace('../films/', '..%2Ffilms%2F'),
    ];
    for (const link of wrong) {
      const response = await get(link);
      const { error, code } = (await response.json()) as Record<string, string>;
      assert.deepEqual({ status: response.status, body: { error, code } }, refusal, link);
    }
  });

  test('are refused when the link has expired', async (t) => {
    const later = await startTestApp(t, {
      settings: { CLOCK_OFFSET_MS: String(20 * 60_000), LINK_SIGNING_KEY: 'k'.repeat(32) },
    });
    const sooner = await startTestApp(t, { settings: { LINK_SIGNING_KEY: 'k'.repeat(32) } });
    const { bucketId } = await orderFilms(later);
    const [id = ''] = await finishFilms(later, bucketId);
    const path = `/downloads/${id}.mp4`;
    assert.equal((await fetch(later.url + later.deps.links.sign(path, 'view'))).status, 200);
    assert.equal((await fetch(later.url + sooner.deps.links.sign(path, 'view'))).status, 403);
  });

  test('cannot be embedded by another site, only linked', async () => {
    const status = async (site: string, mode: string) => {
      // Not sent by fetch, which sets these headers itself.
      const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': mode };
      return (await app.app.server.inject({ url: photo.photoUrl, headers })).statusCode;
    };
    assert.equal(await status('cross-site', 'no-cors'), 403);
    assert.equal(await status('cross-site', 'navigate'), 200);
    assert.equal(await status('same-origin', 'no-cors'), 200);
  });

  test('are served to a video provider by a link that contains its token', async () => {
    const link = providerPhotoUrl(app.deps, photo.filename, 'token-of-the-attempt');
    assert.ok(link.startsWith(`${app.url}/api/files/access?file=uploads/`) && link.includes('token-of-the-attempt'));
    const response = await fetch(link);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'image/jpeg');
    assert.equal(response.headers.get('cross-origin-resource-policy'), 'cross-origin');
    assert.equal((await fetch(link.replace('token-of-the-attempt', 'another'))).status, 403);
    assert.equal((await fetch(link.replace(photo.filename, `${newId()}.jpg`))).status, 403);
  });

  test('are refused after the set is deleted', async () => {
    const { user, bucketId } = await orderFilms(app);
    await finishFilms(app, bucketId);
    const params = { id: bucketId };
    const { Contents } = (await app.call(getBucket, { params, token: user.token })).data.bucket;
    const links = [
      Contents[0]?.photoUrl,
      Contents[0]?.ProcessedContents[0]?.url,
      Contents[0]?.ProcessedContents[0]?.posterUrl,
    ];
    for (const link of links) assert.equal((await get(link)).status, 200);
    await app.call(deleteBucket, { params, token: user.token });
    for (const link of links) assert.equal((await get(link)).status, 403);
  });
});

function get(link: string | null | undefined, options: RequestInit = {}): Promise<Response> {
  return fetch(app.url + link, options);
}

function changed(link: string, name: string, value: string): string {
  const url = new URL(link, app.url);
  url.searchParams.set(name, value);
  return url.pathname + url.search;
}
