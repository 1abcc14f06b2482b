import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, test } from 'vitest';
import { newToken } from '../../platform/ids.ts';
import { until } from '../../../test/until.ts';
import {
  ProviderError,
  type RequestOptions,
  type ProviderGeneration,
  type VideoProvider,
  type VideoRequest,
} from './video-provider.ts';

export interface ProviderUnderTest {
  provider: VideoProvider;
  /** A valid request, with a photo that the provider can fetch. */
  request(): VideoRequest;
  /** A request that the provider refuses, and the failure. */
  badRequest(): VideoRequest;
  badRequestIs: ProviderError['failure'];
  /** The same provider with a refused account, if one exists. */
  refused?: VideoProvider;
}

/** Tests that every video provider must pass. */
export function describeVideoProvider(name: string, setUp: () => Promise<ProviderUnderTest>): void {
  describe(`${name} as a video provider`, () => {
    let subject: ProviderUnderTest;
    /** Two concurrent requests for the same film, and then two films one after the other. */
    let pair: string[];
    let films: { requested: VideoRequest; made: ProviderGeneration }[];
    beforeAll(async () => {
      subject = await setUp();
      const { provider, request } = subject;
      const twice = request();
      pair = await Promise.all([twice, { ...twice, token: newToken() }].map((one) => create(provider, one)));
      films = [];
      for (const requested of [request(), request()])
        films.push({ requested, made: await makeFilm(provider, requested) });
    });

    test('makes a film that can be downloaded completely, and echoes our token', async () => {
      const { provider } = subject;
      const [first] = films;
      assert.ok(first);
      // A provider without an echo has no list either, so no token is searched for.
      if (provider.list) assert.ok(first.made.echo.some((text) => text.includes(first.requested.token)));
      else assert.deepEqual(first.made.echo, []);
      const { stream, bytes } = await provider.download(first.made, new AbortController().signal);
      const film = await buffer(stream);
      assert.equal(film.length, bytes);
      assert.equal(film.toString('latin1', 4, 8), 'ftyp');
    });

    test('lists generations newest first, in pages, each with the token of its request', async (t) => {
      const { provider } = subject;
      if (!provider.list) return t.skip('it offers no list');
      const [first, second] = films.map(({ requested }) => requested.token);
      const newest = await provider.list({ offset: 0, limit: 1 });
      assert.ok(newest.hasMore);
      assert.ok(newest.generations[0]?.echo.some((text) => text.includes(second ?? '')));
      const next = await provider.list({ offset: 1, limit: 1 });
      assert.ok(next.generations[0]?.echo.some((text) => text.includes(first ?? '')));
    });

    test('two requests for the same film are two films', () => {
      assert.equal(new Set(pair).size, 2);
    });

    test('deletes a film; deleting it again is no error', async (t) => {
      const { provider } = subject;
      if (!provider.remove || !provider.list) return t.skip('it deletes nothing');
      const { id } = films[1]?.made ?? assert.fail('no film');
      await provider.remove(id);
      await provider.remove(id);
      assert.equal(await provider.get(id), undefined);
      const { generations } = await provider.list({ offset: 0, limit: 100 });
      assert.ok(!generations.some((generation) => generation.id === id));
    });

    test('returns nothing for an unknown id', async () => {
      assert.equal(await subject.provider.get(newToken()), undefined);
    });

    test('states the id of a token before the request, if it can', () => {
      for (const { requested, made } of films) assert.equal(subject.provider.idOf(requested.token) ?? made.id, made.id);
    });

    test('checks the account at no cost, and reports a refused one as `account`', async () => {
      const { provider, refused } = subject;
      await provider.checkAccount();
      if (refused)
        await assert.rejects(
          refused.checkAccount(),
          (error) => error instanceof ProviderError && error.failure === 'account',
        );
    });

    test('reports an impossible request as refused, not as unknown', async () => {
      const { provider, badRequest, badRequestIs } = subject;
      await assert.rejects(
        create(provider, badRequest()),
        (error) => error instanceof ProviderError && error.failure === badRequestIs,
      );
    });
  });
}

export function requestOptions(changes: Partial<RequestOptions> = {}): RequestOptions {
  return { sendBefore: performance.now() + 5_000, signal: new AbortController().signal, ...changes };
}

async function create(provider: VideoProvider, request: VideoRequest): Promise<string> {
  return (await provider.create(request, requestOptions())).id;
}

async function makeFilm(provider: VideoProvider, request: VideoRequest): Promise<ProviderGeneration> {
  const id = await create(provider, request);
  let generation: ProviderGeneration | undefined;
  await until(async () => (generation = await provider.get(id))?.state === 'completed');
  assert.ok(generation);
  return generation;
}
