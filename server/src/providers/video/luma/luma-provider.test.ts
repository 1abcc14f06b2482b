import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, test } from 'vitest';
import { newToken } from '../../../platform/ids.ts';
import { drawPhoto } from '../../../../test/draw-photo.ts';
import { createRoute, filmRoute, startTestVideoService, videoKey } from '../../../../test/video-service.ts';
import { createLumaProvider } from './luma-provider.ts';
import { requestOptions, describeVideoProvider } from '../video-provider.suite.ts';
import { ProviderError, type RequestFailure, type ProviderGeneration, type VideoRequest } from '../video-provider.ts';

const photo = await drawPhoto(720, 540).jpeg().toBuffer();
const photoServer = await listen(createServer((_request, response) => response.end(photo)));
const service = await startTestVideoService();
const settings = {
  LUMAAI_API_KEY: videoKey,
  LUMAAI_BASE_URL: service.url,
  LUMA_AGENTS_BASE_URL: undefined,
  LUMA_AGENTS_FILM_HOSTS: undefined,
  RECONCILE_WAIT_MS: 1000,
};
const provider = createLumaProvider(settings, service.url);

function request(changes: Partial<VideoRequest> = {}): VideoRequest {
  const token = newToken();
  return {
    token,
    prompt: 'The person smiles.',
    effect: 'smile',
    seed: 1,
    photo: { storageKey: '', width: 720, height: 540, url: `${photoServer}/photo.jpg?x=${token}` },
    callbackUrl: `${photoServer}/callback/${token}`,
    settings: { model: 'default', duration: -1, loop: false, aspect_ratio: 'default', resolution: 'default' },
    ...changes,
  };
}

describeVideoProvider('Luma', async () => ({
  provider,
  request,
  badRequest: () => request({ prompt: 'x' }),
  badRequestIs: 'refused',
  refused: createLumaProvider({ ...settings, LUMAAI_API_KEY: 'wrong' }, service.url),
}));

test('an account without credits is refused before anything is sent', async () => {
  const poor = await startTestVideoService({ startCredits: 0 });
  const account = createLumaProvider({ ...settings, LUMAAI_BASE_URL: poor.url }, poor.url);
  const error = await failureOf(account.checkAccount());
  assert.deepEqual([error.failure, error.message], ['account', 'no credits are left (0 cents)']);
});

const answers: readonly (readonly [number, RequestFailure])[] = [
  [302, 'unknown'],
  [400, 'refused'],
  [401, 'account'],
  [402, 'account'],
  [403, 'account'],
  [404, 'refused'],
  [408, 'unknown'],
  [409, 'unknown'],
  [422, 'refused'],
  [429, 'busy'],
  [500, 'unknown'],
  [502, 'unknown'],
  [503, 'unknown'],
];
for (const [status, failure] of answers) {
  test(`the answer ${status} counts as ${failure}`, async () => {
    await service.fault({
      route: createRoute,
      action: 'error',
      status,
      headers: { 'retry-after': '5', location: '/elsewhere' },
    });
    const error = await failureOf(provider.create(request(), requestOptions()));
    assert.equal(error.failure, failure);
    if (failure === 'busy') assert.equal(error.retryAfterMs, 5000);
  });
}

test('a success without an id has an unknown outcome', async () => {
  await service.fault({ route: createRoute, action: 'error', phase: 'after', status: 201, body: '{"state":"queued"}' });
  assert.equal((await failureOf(provider.create(request(), requestOptions()))).failure, 'unknown');
});

test('a connection that breaks after the request was sent is unknown', async () => {
  await service.fault({ route: createRoute, action: 'drop' });
  assert.equal((await failureOf(provider.create(request(), requestOptions()))).failure, 'unknown');
});

test('a refused connection is not_sent', async () => {
  const closed = await listen(createServer(), true);
  const nobody = createLumaProvider({ ...settings, LUMAAI_BASE_URL: closed }, closed);
  assert.equal((await failureOf(nobody.create(request(), requestOptions()))).failure, 'not_sent');
});

test('a request after its deadline is not sent', async () => {
  const before = (await service.generations()).length;
  const error = await failureOf(provider.create(request(), requestOptions({ sendBefore: performance.now() - 1 })));
  assert.equal(error.failure, 'not_sent');
  assert.equal((await service.generations()).length, before);
});

test('the key is sent only to allowed addresses', async () => {
  let asked = false;
  const stranger = await listen(createServer(() => (asked = true)));
  assert.equal((await failureOf(createLumaProvider(settings, stranger).get('x'))).failure, 'account');
  assert.equal(asked, false);
});

test('a film is fetched only from the provider’s own addresses', async () => {
  let asked = false;
  const trap = await listen(createServer(() => (asked = true)));
  for (const videoUrl of [
    `${trap}/film.mp4`,
    'file:///etc/passwd',
    'http://storage.cdn-luma.com/film.mp4',
    'no address',
  ]) {
    assert.equal((await failureOf(fetchFilm(videoUrl))).failure, 'refused', videoUrl);
  }
  assert.equal(asked, false);
});

test('no redirect is followed', async () => {
  await service.fault({
    route: filmRoute,
    action: 'error',
    status: 302,
    headers: { location: `${photoServer}/photo.jpg` },
  });
  assert.match((await failureOf(fetchFilm(`${new URL(service.url).origin}/assets/x.mp4`))).message, /HTTP 302/);
});

function fetchFilm(videoUrl: string): Promise<unknown> {
  const generation = { id: 'x', videoUrl } as ProviderGeneration;
  return provider.download(generation, new AbortController().signal);
}

async function failureOf(work: Promise<unknown>): Promise<ProviderError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ProviderError, `not a ProviderError: ${String(error)}`);
  return error;
}

/** @returns the address of a server that runs until the end of the file, or that is closed already */
async function listen(server: Server, isClosed = false): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  if (isClosed) server.close();
  else afterAll(() => server.close().closeAllConnections());
  return url;
}
