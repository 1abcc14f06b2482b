import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test, vi, type TestContext } from 'vitest';
import { deleteContentFile, getBucket } from '@keepsake/contract/photos/content';
import sharp from 'sharp';
import { drawNoise, isUpright } from '../../../test/draw-photo.ts';
import { orderFilms } from '../../../test/film-order.ts';
import { finishFilms } from '../../../test/finished-films.ts';
import { startTestApp } from '../../../test/harness.ts';
import { until } from '../../../test/until.ts';
import { newPhoto, upload } from '../../../test/upload.ts';
import { newId } from '../../platform/ids.ts';
import { photoDecoder } from '../../providers/photo/photo-decoder.ts';
import { photoKey } from '../photos/photo.queries.ts';
import { invoicePath, providerPhotoUrl } from '../photos/files/media-links.ts';

const logged: string[] = [];
const app = await startTestApp(undefined, { onLog: (line) => logged.push(line) });
const user = await app.createUser();
const photo = await stored(1200, 800);
/** Chromium's Accept header for images. */
const chromium = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';

describe('a photo in a width', () => {
  for (const width of [320, 640, 800, 960])
    test(`of ${width} pixels is sent as WebP where accepted, else as JPEG`, async () => {
      const height = Math.round((width * 2) / 3);
      for (const [accept, type] of [
        [chromium, 'webp'],
        ['image/webp', 'webp'],
        ['*/*', 'jpeg'],
        ['image/jpeg, image/webp;q=0', 'jpeg'],
        ['image/webpage', 'jpeg'],
      ] as const) {
        const response = await get(`${photo.photoUrl}&w=${width}`, { accept });
        const picture = Buffer.from(await response.arrayBuffer());
        assert.deepEqual([response.status, response.headers.get('content-type')], [200, `image/${type}`], accept);
        assert.equal(response.headers.get('content-length'), String(picture.length));
        const { format, ...size } = await sharp(picture).metadata();
        assert.deepEqual([format, size.width, size.height, size.exif], [type, width, height, undefined]);
        assert.ok(await isUpright(picture), accept);
      }
    });

  test('has `Vary`, and otherwise the headers of the photo', async () => {
    const [whole, reduced] = await Promise.all([get(photo.photoUrl), get(`${photo.photoUrl}&w=320`)]);
    for (const name of [
      'content-security-policy',
      'cross-origin-resource-policy',
      'referrer-policy',
      'x-content-type-options',
    ])
      assert.equal(reduced.headers.get(name), whole.headers.get(name), name);
    const secondsOf = ({ headers }: Response) =>
      Number(/^private, max-age=(\d+)$/.exec(headers.get('cache-control') ?? '')?.[1]);
    // A second may pass between the two answers.
    assert.ok(Math.abs(secondsOf(reduced) - secondsOf(whole)) <= 1, `${secondsOf(reduced)} and ${secondsOf(whole)}`);
    assert.equal(
      reduced.headers.get('content-disposition'),
      `inline; filename="keepsake-photo.jpg"; filename*=UTF-8''keepsake-photo.jpg`,
    );
    assert.deepEqual([whole.headers.get('vary'), reduced.headers.get('vary')], [null, 'accept']);
    const webp = await get(`${photo.photoUrl}&w=320`, { accept: chromium });
    assert.match(webp.headers.get('content-disposition') ?? '', /^inline; filename="keepsake-photo\.webp"/);
  });

  test('has an entity tag of its own that depends on the photo, and is answered with 304', async () => {
    const bytes = Buffer.from(await (await get(photo.photoUrl)).arrayBuffer());
    const hash = createHash('sha256').update(bytes).digest('base64url');
    const tag = async (width: number, accept: string) =>
      (await get(`${photo.photoUrl}&w=${width}`, { accept })).headers.get('etag') ?? '';
    assert.equal(await tag(320, chromium), `"${hash}-320-webp"`);
    assert.equal(await tag(320, '*/*'), `"${hash}-320-jpeg"`);
    assert.equal(await tag(640, '*/*'), `"${hash}-640-jpeg"`);
    const known = { accept: '*/*', 'if-none-match': await tag(320, '*/*') };
    const again = await get(`${photo.photoUrl}&w=320`, known);
    assert.deepEqual([again.status, await again.text()], [304, '']);
    assert.deepEqual(
      ['vary', 'etag'].map((name) => again.headers.get(name)),
      ['accept', known['if-none-match']],
    );
    assert.equal((await get(`${photo.photoUrl}&w=320`, { ...known, accept: chromium })).status, 200);
    assert.equal((await get(`${photo.photoUrl}&w=640`, known)).status, 200);
  });

  test('ignores ranges and is sent whole', async () => {
    const { status, headers } = await get(`${photo.photoUrl}&w=320`, { range: 'bytes=0-9' });
    assert.deepEqual([status, headers.get('accept-ranges'), headers.get('content-range')], [200, 'none', null]);
  });

  test('is never enlarged', async () => {
    const small = await stored(600, 800);
    for (const [width, size] of [
      [320, [320, 427]],
      [640, [600, 800]],
      [960, [600, 800]],
    ] as const) {
      const picture = await get(`${small.photoUrl}&w=${width}`);
      const drawn = await sharp(Buffer.from(await picture.arrayBuffer())).metadata();
      assert.deepEqual([drawn.width, drawn.height], size);
    }
  });

  test('is narrower for a photo that would become too high', async () => {
    const strip = await stored(540, 30_000);
    const picture = await get(`${strip.photoUrl}&w=960`, { accept: chromium });
    const { width, height } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata();
    assert.deepEqual([picture.status, width, height], [200, 173, 9600]);
  });

  test('is not drawn for HEAD', async (t) => {
    const free = holdSlots(t);
    const head = await fetch(`${app.url}${photo.photoUrl}&w=320`, { method: 'HEAD' });
    assert.deepEqual([head.status, head.headers.get('content-type')], [200, 'image/jpeg']);
    const etag = head.headers.get('etag') ?? '';
    assert.equal((await get(`${photo.photoUrl}&w=320`, { 'if-none-match': etag })).status, 304);
    free();
    assert.equal((await get(`${photo.photoUrl}&w=320`)).headers.get('etag'), etag);
  });
});

describe('a width is refused', () => {
  const refusal = async (link: string) => {
    const response = await get(link);
    const body = (await response.json()) as { code: string; fields?: { w?: string }; problems?: { w?: object } };
    return { status: response.status, code: body.code, text: body.fields?.w, problem: body.problems?.w };
  };

  for (const asked of ['w=', 'w=1', 'w=0320', 'w=320.0', 'w=-320', 'w=NaN', 'w=1200', 'w=320&w=320', 'w[]=320&w=9'])
    test(`that is not offered: ${asked}`, async () => {
      assert.deepEqual(await refusal(`${photo.photoUrl}&${asked}`), {
        status: 400,
        code: 'validation_failed',
        text: 'Expected one of 320, 640, 800, 960.',
        problem: { code: 'not_allowed' },
      });
    });

  test('for films, stills, PDFs and archives, and for photos as download or for a provider', async () => {
    const { user: buyer, bucketId } = await orderFilms(app);
    await finishFilms(app, bucketId);
    const { bucket } = (await app.call(getBucket, { params: { id: bucketId }, token: buyer.token })).data;
    const [{ filename, ProcessedContents: [film] } = { filename: '', ProcessedContents: [] }] = bucket.Contents;
    for (const link of [
      film?.url,
      film?.posterUrl,
      film?.downloadUrl,
      app.deps.links.sign(invoicePath(newId()), 'download'),
      app.deps.links.sign(`/downloads/${bucketId}.zip`, 'download'),
      app.deps.links.sign(`/uploads/${filename}`, 'download'),
      providerPhotoUrl(app.deps, filename, 'token').slice(app.url.length),
    ])
      assert.deepEqual(
        await refusal(`${link}&w=320`),
        {
          status: 400,
          code: 'validation_failed',
          text: 'A width can be requested only of a photo that is to be shown.',
          problem: { code: 'unknown_field' },
        },
        link ?? 'no link',
      );
  });

  test('if the link is invalid, embedded by another site, or of a deleted photo', async () => {
    const forged = photo.photoUrl.replace(/s=.*/, `s=${'A'.repeat(43)}`);
    for (const asked of ['w=320', 'w=1']) assert.equal((await refusal(`${forged}&${asked}`)).code, 'link_invalid');
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };
    const embedded = await app.app.server.inject({ url: `${photo.photoUrl}&w=320`, headers });
    assert.equal(embedded.statusCode, 403);

    const { photoUrl, filename } = await stored(600, 600);
    assert.equal((await get(`${photoUrl}&w=320`)).status, 200);
    assert.equal((await app.call(deleteContentFile, { params: { filename }, token: user.token })).status, 200);
    assert.deepEqual(await refusal(`${photoUrl}&w=320`), {
      status: 403,
      code: 'link_invalid',
      text: undefined,
      problem: undefined,
    });
  });
});

describe('a photo that cannot be drawn', () => {
  test('because its file is cut short is an error, not half a picture', async () => {
    const { photoUrl, filename } = await stored(900, 900, true);
    const whole = Buffer.from(await (await get(photoUrl)).arrayBuffer());
    await app.deps.storage.put(photoKey(filename), whole.subarray(0, whole.length / 2), 'image/jpeg');
    for (const accept of ['*/*', chromium]) {
      const response = await get(`${photoUrl}&w=640`, { accept });
      const { code } = (await response.json()) as { code: string };
      assert.deepEqual([response.status, code], [500, 'internal_error']);
      assert.deepEqual([response.headers.get('cache-control'), response.headers.get('etag')], ['no-store', null]);
    }
  });

  test('because its file is missing is not found', async () => {
    const { photoUrl, filename } = await stored(600, 600);
    await app.deps.storage.remove(photoKey(filename));
    assert.equal((await get(`${photoUrl}&w=640`)).status, 404);
    assert.equal((await fetch(`${app.url}${photoUrl}&w=640`, { method: 'HEAD' })).status, 404);
  });
});

describe('while the decoder is busy', () => {
  test('a photo waits for a slot; if many wait it is sent as stored', async (t) => {
    const free = holdSlots(t);
    const { mock } = vi.spyOn(app.deps.storage, 'withLocalFile');
    const address = `${photo.photoUrl}&w=320`;
    const waiting = Array.from({ length: 64 }, () => widthOf(get(address)));
    await until(() => mock.calls.length === 64);
    const late = await get(address);
    assert.deepEqual([await widthOf(late), late.headers.get('vary')], [1200, 'accept']);
    free();
    assert.deepEqual(new Set(await Promise.all(waiting)), new Set([320]));
    assert.equal(await widthOf(get(address)), 320, 'and there is room again');
  });

  for (const [title, leaves, failures] of [
    ['is drawn for who has waited', false, 1],
    ['is not drawn for who has left', true, 0],
  ] as const)
    test(`a photo ${title}`, async (t) => {
      const { photoUrl, filename } = await stored(600, 600);
      const free = holdSlots(t);
      const { mock } = vi.spyOn(app.deps.storage, 'withLocalFile');
      const visitor = new AbortController();
      const asked = get(`${photoUrl}&w=320`, {}, visitor.signal).catch(() => undefined);
      await until(() => mock.calls.length === 1);
      // Drawing it now fails, and the failure is logged.
      await app.deps.storage.remove(photoKey(filename));
      logged.length = 0;
      if (leaves) await disconnected(() => visitor.abort());
      free();
      await asked;
      await widthOf(get(`${photo.photoUrl}&w=320`));
      assert.equal(logged.filter((line) => line.includes('request failed')).length, failures);
    });
});

/** Occupies all slots of the decoder. @returns releases them */
function holdSlots(t: TestContext): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const run = photoDecoder.run.bind(photoDecoder);
  const decode: typeof run = (...order) => promise.then(() => run(...order));
  vi.spyOn(photoDecoder, 'run').mockImplementation(decode);
  t.onTestFinished(() => resolve());
  return resolve;
}

/** Waits until the server has noticed that a connection is gone. */
async function disconnected(leave: () => void): Promise<void> {
  const { server } = app.app.server;
  const connections = () =>
    new Promise<number>((resolve, reject) =>
      server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  const before = await connections();
  leave();
  await until(async () => (await connections()) < before);
}

function get(link: string, headers: Record<string, string> = {}, signal?: AbortSignal): Promise<Response> {
  return fetch(app.url + link, { headers, ...(signal && { signal }) });
}

async function widthOf(response: Response | Promise<Response>): Promise<number> {
  return (await sharp(Buffer.from(await (await response).arrayBuffer())).metadata()).width;
}

interface StoredPhoto {
  photoUrl: string;
  filename: string;
}

async function stored(width: number, height: number, noisy = false): Promise<StoredPhoto> {
  const bytes = noisy ? await (await drawNoise(width, height)).jpeg().toBuffer() : undefined;
  const file = await newPhoto('photo.jpg', width, height);
  const { body } = await upload(app, user.token, [bytes ? { ...file, bytes } : file]);
  const [photo] = body.content;
  if (!photo) throw new Error(JSON.stringify(body));
  return photo;
}
