import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, test } from 'vitest';
import { newToken } from '../../../platform/ids.ts';
import { drawPhoto } from '../../../../test/draw-photo.ts';
import { until } from '../../../../test/until.ts';
import { agentsCreateRoute, agentsKey, outputRoute, startTestVideoAgents } from '../../../../test/video-agents.ts';
import { createLumaAgentsProvider } from './luma-agents-provider.ts';
import { toLumaAgentsBody } from './luma-requests.ts';
import { requestOptions, describeVideoProvider } from '../video-provider.suite.ts';
import { ProviderError, type RequestFailure, type GenerationFailure, type VideoRequest } from '../video-provider.ts';

const photo = await drawPhoto(720, 540).jpeg().toBuffer();
const photos = createServer((_request, response) => response.end(photo)).listen(0, '127.0.0.1');
await once(photos, 'listening');
afterAll(() => photos.close().closeAllConnections());
const photoServer = `http://127.0.0.1:${(photos.address() as AddressInfo).port}`;
const service = await startTestVideoAgents({ linkMs: 2_000 });
const settings = {
  LUMAAI_API_KEY: undefined,
  LUMAAI_BASE_URL: undefined,
  LUMA_AGENTS_API_KEY: agentsKey,
  LUMA_AGENTS_BASE_URL: service.url,
  LUMA_AGENTS_FILM_HOSTS: undefined,
  RECONCILE_WAIT_MS: 1000,
};
const provider = createLumaAgentsProvider(settings, service.url);

function request(changes: Partial<VideoRequest> = {}): VideoRequest {
  const token = newToken();
  return {
    token,
    prompt: 'The person smiles.',
    effect: 'smile',
    seed: 1,
    photo: { storageKey: '', width: 600, height: 800, url: `${photoServer}/photo.jpg?x=${token}` },
    callbackUrl: `${photoServer}/callback/${token}`,
    settings: { model: 'default', duration: -1, loop: false, aspect_ratio: 'default', resolution: 'default' },
    ...changes,
  };
}

describeVideoProvider('Luma Agents', async () => ({
  provider,
  request,
  badRequest: () => request({ prompt: '' }),
  badRequestIs: 'refused',
  refused: createLumaAgentsProvider({ ...settings, LUMA_AGENTS_API_KEY: 'wrong' }, service.url),
}));

test('sends requests in the words of that API', () => {
  const asked = request();
  assert.deepEqual(toLumaAgentsBody(asked), {
    model: 'ray-3.2',
    type: 'video',
    prompt: 'The person smiles.',
    aspect_ratio: '3:4',
    video: { duration: '5s', start_frame: { url: asked.photo.url } },
  });
  const chosen = { model: 'default', duration: 5, loop: true, aspect_ratio: '21:9', resolution: '1080p' } as const;
  const { aspect_ratio, video } = toLumaAgentsBody(request({ settings: chosen }));
  assert.deepEqual([aspect_ratio, video.resolution, video.duration, video.loop], ['21:9', '1080p', '5s', true]);
});

test('uses the key of the older API if none of its own is set', async () => {
  const inherited = { ...settings, LUMA_AGENTS_API_KEY: undefined, LUMAAI_API_KEY: agentsKey };
  await createLumaAgentsProvider(inherited, service.url).checkAccount();
  const keyless = createLumaAgentsProvider({ ...settings, LUMA_AGENTS_API_KEY: undefined }, service.url);
  await assert.rejects(keyless.checkAccount(), /LUMA_AGENTS_API_KEY is not set/);
});

const answers: readonly (readonly [number, string, RequestFailure])[] = [
  [400, 'aspect_ratio: not allowed', 'refused'],
  [401, 'Invalid API key', 'account'],
  [402, 'Insufficient balance', 'account'],
  [403, 'Access denied', 'account'],
  [408, '', 'unknown'],
  [409, '', 'unknown'],
  [413, 'Input media exceeds size limit', 'photo'],
  [422, 'Could not fetch image URL', 'photo'],
  [422, 'loop is not supported with duration 10s', 'refused'],
  [422, 'Prompt violates content guidelines', 'moderation'],
  [429, 'Rate limit exceeded', 'busy'],
  [500, '', 'unknown'],
  [502, 'Upstream service unavailable', 'unknown'],
  [503, '', 'unknown'],
  [503, 'Image ingestion unavailable', 'busy'],
];
for (const [status, detail, failure] of answers) {
  test(`the answer ${status} “${detail}” counts as ${failure}`, async () => {
    const body = JSON.stringify({ detail });
    await service.fault({ route: agentsCreateRoute, action: 'error', status, body, headers: { 'retry-after': '5' } });
    const error = await rejection(provider.create(request(), requestOptions()));
    assert.equal(error.failure, failure);
    if (failure === 'busy') assert.equal(error.retryAfterMs, 5000);
  });
}

const codes: Record<string, GenerationFailure['kind']> = {
  content_moderated: 'moderation',
  generation_failed: 'transient',
  output_not_found: 'transient',
  budget_exhausted: 'account',
  image_too_large: 'photo',
  unsupported_format: 'photo',
  corrupt_input: 'photo_unreadable',
  invalid_request: 'refused',
  something_new: 'transient',
};
for (const [code, kind] of Object.entries(codes)) {
  test(`a film that failed with ${code} counts as ${kind}`, async () => {
    await service.control('POST', 'outcomes', { kind: 'fail', code, reason: 'see https://secret.example/photo' });
    const { id } = await provider.create(request(), requestOptions());
    await until(async () => (await provider.get(id))?.state === 'failed');
    assert.deepEqual((await provider.get(id))?.failure, { kind, reason: `${code}: see [address]` });
  });
}

test('an expired link is requested again', async () => {
  const { id } = await provider.create(request(), requestOptions());
  await until(async () => (await provider.get(id))?.state === 'completed');
  const old = await provider.get(id);
  const signal = new AbortController().signal;
  assert.ok(old);
  await until(async () => {
    const expired = await provider.download(old, signal).then(
      ({ stream }) => void stream.destroy(),
      (error: Error) => error,
    );
    return expired !== undefined && /HTTP 403/.test(expired.message);
  });
  const fresh = await provider.get(id);
  assert.ok(fresh && fresh.videoUrl !== old.videoUrl);
  (await provider.download(fresh, signal)).stream.destroy();
});

test('an answer of another shape is an error with a reason, never an incomplete generation', async () => {
  for (const body of ['<html>', '[]', '{"state":"queued"}', '{"id":"x","output":"none"}']) {
    await service.fault({ route: agentsCreateRoute, action: 'error', status: 201, body });
    const error = await rejection(provider.create(request(), requestOptions()));
    assert.equal(error.failure, 'unknown', body);
    assert.match(error.message, /HTTP 201/);
  }
});

test('a redirect of a film’s link is not followed', async () => {
  await service.fault({ route: outputRoute, action: 'error', status: 302, headers: { location: `${photoServer}/x` } });
  const { id } = await provider.create(request(), requestOptions());
  await until(async () => (await provider.get(id))?.state === 'completed');
  const generation = await provider.get(id);
  assert.ok(generation);
  assert.match((await rejection(provider.download(generation, new AbortController().signal))).message, /HTTP 302/);
});

async function rejection(work: Promise<unknown>): Promise<ProviderError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ProviderError, `not a ProviderError: ${String(error)}`);
  return error;
}
