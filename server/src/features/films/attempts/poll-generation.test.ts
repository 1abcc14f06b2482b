import assert from 'node:assert/strict';
import { describe, test, vi } from 'vitest';
import {
  after,
  budgetMs,
  dayMs,
  generation,
  pollMs,
  scene,
  settleMs,
  type Scene,
} from '../../../../test/attempt-scene.ts';
import {
  ProviderError,
  type GenerationFailure,
  type ProviderGeneration,
} from '../../../providers/video/video-provider.ts';
import type { Attempt } from './attempt.queries.ts';
import type { Outcome } from './attempt-step.ts';
import { pollGeneration } from './poll-generation.ts';

describe('polling a generation', () => {
  const look = (given: Scene & { generation?: Partial<ProviderGeneration> | null }): Promise<Outcome> => {
    const { deps, lease } = scene({
      ...given,
      provider: {
        get: async () => (given.generation === null ? undefined : { ...generation, ...given.generation }),
        list: async () => ({ generations: [], hasMore: false }),
        ...given.provider,
      },
    });
    return pollGeneration(deps, lease);
  };

  test('requests the generation of the attempt', async () => {
    const asked: string[] = [];
    const get = async (id: string) => {
      asked.push(id);
      return generation;
    };
    await look({ provider: { get }, attempt: { providerGenerationId: 'generation-7' } });
    assert.deepEqual(asked, ['generation-7']);
  });

  test('is repeated soon while the film is young, later at the usual interval', async () => {
    const delayAt = async (atMs: number) => {
      const outcome = await look({ atMs });
      assert.deepEqual(outcome.kind === 'wait' && outcome.changes, { consecutiveFailures: 0 });
      return outcome.kind === 'wait' && outcome.delayMs;
    };
    assert.deepEqual(
      [await delayAt(0), await delayAt(1000), await delayAt(2000), await delayAt(50_000)],
      [200, 500, 1000, 1000],
    );
  });

  test('counts the age from the answer to the request, if there was one', async () => {
    const outcome = await look({ attempt: { submittedAt: after(60_000) }, atMs: 60_800 });
    assert.equal(outcome.kind === 'wait' && outcome.delayMs, 400);
  });

  test('makes the film overdue once it takes too long, not a moment before', async () => {
    assert.equal((await look({ atMs: budgetMs })).kind, 'wait');
    const outcome = await look({ atMs: budgetMs + 1 });
    assert.deepEqual(outcome.kind === 'overdue' && [outcome.code, outcome.reason], [
      'timed_out',
      'The provider did not finish the film in time.',
    ]);
  });

  test('continues for a day after that at a longer interval, then ends', async () => {
    const attempt = { state: 'overdue' } as const;
    assert.deepEqual(await look({ attempt, atMs: budgetMs + dayMs }), { kind: 'wait', delayMs: 12 * pollMs });
    const outcome = await look({ attempt, atMs: budgetMs + dayMs + 1 });
    assert.deepEqual(outcome.kind === 'failed' && [outcome.code, outcome.isRepeated], ['timed_out', false]);
  });

  test('rejects a generation of another request', async () => {
    const outcome = await look({ generation: { echo: ['https://shop.example/callback/theirs'] }, atMs: 10 });
    assert.ok(outcome.kind === 'wait' && outcome.delayMs === pollMs);
    assert.match(outcome.problem ?? '', /generation-1.*not the requested one/);
    const silent = await look({ generation: { echo: [] } });
    assert.equal(silent.kind === 'wait' && silent.problem, undefined, 'one that echoes nothing is');
    const late = await look({ generation: { echo: ['theirs'] }, atMs: budgetMs + 1 });
    assert.equal(late.kind === 'overdue' && late.code, 'provider_failed');
    const own = await look({ generation: { echo: ['other', 'token-1'] } });
    assert.equal(own.kind === 'wait' && own.problem, undefined, 'one that echoes our token anywhere is');
  });

  test('that fails is retried with exponential backoff, or after Retry-After', async () => {
    const failing = (error: Error, attempt: Partial<Attempt> = {}) =>
      look({ attempt, provider: { get: () => Promise.reject(error) } });
    const first = await failing(new Error('reset'));
    assert.ok(first.kind === 'wait' && first.delayMs === pollMs && first.changes === undefined);
    assert.match(first.problem ?? '', /The status of the film could not be requested: reset/);
    const third = await failing(new ProviderError('unknown', 'HTTP 500'), { consecutiveFailures: 3 });
    assert.equal(third.kind === 'wait' && third.delayMs, 8 * pollMs);
    const told = await failing(new ProviderError('busy', 'HTTP 429', { retryAfterMs: 60_000 }), {
      consecutiveFailures: 1,
    });
    assert.equal(told.kind === 'wait' && told.delayMs, 60_000);
    const late = await look({ provider: { get: () => Promise.reject(new Error('reset')) }, atMs: budgetMs + 1 });
    assert.equal(late.kind === 'overdue' && late.code, 'timed_out');
    const soon = await failing(new ProviderError('busy', 'HTTP 429', { retryAfterMs: 1 }), { consecutiveFailures: 1 });
    assert.equal(soon.kind === 'wait' && soon.delayMs, 2 * pollMs);
  });

  test('with a refused account opens the circuit, and makes no film overdue', async () => {
    const given = { attempt: { consecutiveFailures: 1 }, atMs: budgetMs * 2 };
    const refusal = () => Promise.reject(new ProviderError('account', 'no credits'));
    const { deps, lease, statements, values } = scene({ ...given, provider: { get: refusal } });
    const outcome = await pollGeneration(deps, lease);
    assert.ok(outcome.kind === 'wait' && outcome.delayMs === 2 * pollMs);
    assert.ok(statements.some((sql) => sql.includes('insert into provider_pauses')));
    assert.ok(values.includes('account'));
  });

  describe('that finds it failed', () => {
    const failed = (kind: GenerationFailure['kind'], given: Scene = {}) =>
      look({ ...given, generation: { state: 'failed', failure: { kind, reason: 'because' } } });
    const outcomes: Partial<Record<GenerationFailure['kind'], [string, boolean]>> = {
      moderation: ['moderation', false],
      photo: ['photo_unreadable', false],
      refused: ['provider_refused', false],
      transient: ['provider_failed', true],
    };
    for (const [kind, [code, isRepeated]] of Object.entries(outcomes) as [
      GenerationFailure['kind'],
      [string, boolean],
    ][])
      test(`${kind}: ${code}, ${isRepeated ? 'retried' : 'not retried'}`, async () => {
        assert.deepEqual(await failed(kind), { kind: 'failed', code, reason: 'because', isRepeated });
      });

    test('account: the circuit opens, and all films wait', async () => {
      const failure = { kind: 'account', reason: 'because' } as const;
      const get = async () => ({ ...generation, state: 'failed' as const, failure });
      const { deps, lease, values } = scene({ provider: { get } });
      assert.deepEqual(await pollGeneration(deps, lease), { kind: 'held', reason: 'because' });
      assert.ok(values.includes('account'));
    });

    test('photo_unreadable: retried if the photo’s link works', async () => {
      vi.stubGlobal('fetch', async () => new Response('a photo'));
      assert.deepEqual(await failed('photo_unreadable', { hasPhoto: true }), {
        kind: 'failed',
        code: 'photo_unreadable',
        reason: 'because',
        isRepeated: true,
      });
    });

    test('photo: not retried although the photo’s link works', async () => {
      vi.stubGlobal('fetch', async () => new Response('a photo'));
      const outcome = await failed('photo', { hasPhoto: true });
      assert.equal(outcome.kind === 'failed' && outcome.isRepeated, false);
    });

    test('photo_unreadable: the circuit opens if the photo’s link does not work', async () => {
      assert.deepEqual(await failed('photo_unreadable', { hasPhoto: true }), { kind: 'held', reason: 'because' });
      for (const answer of [new Response(''), new Response('not here', { status: 404 })]) {
        vi.stubGlobal('fetch', async () => answer);
        assert.deepEqual(await failed('photo_unreadable', { hasPhoto: true }), { kind: 'held', reason: 'because' });
      }
      assert.deepEqual(await failed('photo_unreadable'), {
        kind: 'failed',
        code: 'photo_unreadable',
        reason: 'because',
        isRepeated: false,
      });
    });

    test('without a reason: retried', async () => {
      assert.deepEqual(await look({ generation: { state: 'failed', failure: null } }), {
        kind: 'failed',
        code: 'provider_failed',
        reason: 'no reason given',
        isRepeated: true,
      });
    });
  });

  describe('that finds it finished without a film', () => {
    const done = { state: 'completed', videoUrl: null } as const;

    test('waits for the link, from the first time it was missing', async () => {
      const first = await look({ generation: done, atMs: 5000 });
      assert.ok(first.kind === 'wait' && first.delayMs === pollMs);
      assert.deepEqual(first.changes, { filmMissingSince: after(5000) });
      const since = { filmMissingSince: after(0) };
      const last = await look({ generation: done, attempt: since, atMs: 60 * pollMs });
      assert.deepEqual(last.kind === 'wait' && last.changes, since);
      const late = await look({ generation: done, attempt: since, atMs: 60 * pollMs + 1 });
      assert.equal(late.kind === 'overdue' && late.code, 'film_unreadable');
    });

    test('continues at a longer interval once the film is overdue', async () => {
      const attempt = { state: 'overdue' } as const;
      assert.deepEqual(await look({ generation: done, attempt, atMs: 5000 }), { kind: 'wait', delayMs: 12 * pollMs });
      const end = await look({ generation: done, attempt, atMs: budgetMs + dayMs + 1 });
      assert.equal(end.kind === 'failed' && end.code, 'film_unreadable');
    });
  });

  describe('whose film cannot be taken over', () => {
    const done = { state: 'completed', videoUrl: 'https://luma.example/a.mp4' } as const;
    const download = () => Promise.reject(new Error('reset'));

    test('is retried, and the problem is recorded', async () => {
      const outcome = await look({ generation: done, provider: { download } });
      assert.ok(outcome.kind === 'wait' && outcome.delayMs === pollMs);
      assert.match(outcome.problem ?? '', /could not be taken over/);
      const late = await look({ generation: done, provider: { download }, atMs: budgetMs + 1 });
      assert.equal(late.kind === 'overdue' && late.code, 'film_unreadable');
    });

    test('fails as a storage error or an unreadable film', async () => {
      const broken = () => Promise.resolve({ stream: null as never, bytes: 1 });
      const outcome = await look({ generation: done, provider: { download: broken }, atMs: budgetMs + 1 });
      assert.equal(outcome.kind === 'overdue' && outcome.code, 'storage');
    });

    test('needs no address if the provider works in our own processes', async () => {
      const here = { download, localSlots: 1 };
      const outcome = await look({ generation: { ...done, videoUrl: null }, provider: here });
      assert.match((outcome.kind === 'wait' && outcome.problem) || '', /could not be taken over/);
    });

    test('is repeated at once when this process stops', async () => {
      const outcome = await look({ generation: done, provider: { download }, isStopping: true });
      assert.deepEqual(outcome, { kind: 'wait', delayMs: 0 });
    });
  });

  describe('that does not find it', () => {
    const gone = (given: Scene) => look({ ...given, generation: null });

    test('waits while the provider may not know it yet', async () => {
      assert.deepEqual(await gone({ atMs: settleMs - 1 }), { kind: 'wait', delayMs: pollMs });
    });

    test('leaves it to the list from then on', async () => {
      const outcome = await gone({ atMs: settleMs, attempt: { consecutiveFailures: 1 } });
      assert.ok(outcome.kind === 'wait' && outcome.delayMs === 2 * pollMs);
      assert.deepEqual(outcome.changes, { state: 'unknown', sendableUntil: after(settleMs), missingListings: 0 });
      const here = await gone({ provider: { settleMs: 0 } });
      assert.equal(here.kind === 'wait' && here.delayMs, 0);
    });

    test('is a problem if there is no list, or the film is overdue', async () => {
      for (const given of [{ provider: { list: undefined } }, { attempt: { state: 'overdue' } as const }]) {
        const outcome = await gone({ ...given, atMs: settleMs });
        assert.equal(outcome.kind === 'wait' && outcome.changes, undefined);
      }
      const last = await gone({ atMs: budgetMs });
      assert.equal(last.kind === 'wait' && last.changes?.state, 'unknown');
      const late = await gone({ atMs: budgetMs + 1 });
      assert.equal(late.kind === 'overdue' && late.code, 'provider_failed');
    });
  });
});
