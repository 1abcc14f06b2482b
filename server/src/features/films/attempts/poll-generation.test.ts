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

describe('a look at a generation', () => {
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

  test('asks for the generation of the attempt', async () => {
    const asked: string[] = [];
    const get = async (id: string) => {
      asked.push(id);
      return generation;
    };
    await look({ provider: { get }, attempt: { providerGenerationId: 'generation-7' } });
    assert.deepEqual(asked, ['generation-7']);
  });

  test('comes again soon while the film is young, later at the usual interval', async () => {
    const delayAt = async (atMs: number) => {
      const outcome = await look({ atMs });
      assert.deepEqual(outcome.kind === 'wait' && outcome.changes, { troubles: 0 });
      return outcome.kind === 'wait' && outcome.delayMs;
    };
    assert.deepEqual(
      [await delayAt(0), await delayAt(1000), await delayAt(2000), await delayAt(50_000)],
      [200, 500, 1000, 1000],
    );
  });

  test('counts the age from the answer to the request, where there was one', async () => {
    const outcome = await look({ attempt: { submittedAt: after(60_000) }, atMs: 60_800 });
    assert.equal(outcome.kind === 'wait' && outcome.delayMs, 400);
  });

  test('tells the customer once the film takes too long, not a moment before', async () => {
    assert.equal((await look({ atMs: budgetMs })).kind, 'wait');
    const outcome = await look({ atMs: budgetMs + 1 });
    assert.deepEqual(outcome.kind === 'overdue' && [outcome.code, outcome.reason], [
      'timed_out',
      'The provider did not finish the film in time.',
    ]);
  });

  test('goes on for a day after that, more seldom, and ends then', async () => {
    const attempt = { state: 'overdue' } as const;
    assert.deepEqual(await look({ attempt, atMs: budgetMs + dayMs }), { kind: 'wait', delayMs: 12 * pollMs });
    const outcome = await look({ attempt, atMs: budgetMs + dayMs + 1 });
    assert.deepEqual(outcome.kind === 'failed' && [outcome.code, outcome.isRepeated], ['timed_out', false]);
  });

  test('of a film that somebody else asked for is not believed', async () => {
    const outcome = await look({ generation: { echo: ['https://shop.example/callback/theirs'] }, atMs: 10 });
    assert.ok(outcome.kind === 'wait' && outcome.delayMs === pollMs);
    assert.match(outcome.trouble ?? '', /generation-1.*not the one asked for/);
    const silent = await look({ generation: { echo: [] } });
    assert.equal(silent.kind === 'wait' && silent.trouble, undefined, 'one that echoes nothing is');
    const late = await look({ generation: { echo: ['theirs'] }, atMs: budgetMs + 1 });
    assert.equal(late.kind === 'overdue' && late.code, 'provider_failed');
    const own = await look({ generation: { echo: ['other', 'token-1'] } });
    assert.equal(own.kind === 'wait' && own.trouble, undefined, 'one that echoes our token anywhere is');
  });

  test('that fails is repeated with growing waits, or when the provider says', async () => {
    const failing = (error: Error, attempt: Partial<Attempt> = {}) =>
      look({ attempt, provider: { get: () => Promise.reject(error) } });
    const first = await failing(new Error('reset'));
    assert.ok(first.kind === 'wait' && first.delayMs === pollMs && first.changes === undefined);
    assert.match(first.trouble ?? '', /could not be asked how the film stands: reset/);
    const third = await failing(new ProviderError('unknown', 'HTTP 500'), { troubles: 3 });
    assert.equal(third.kind === 'wait' && third.delayMs, 8 * pollMs);
    const told = await failing(new ProviderError('busy', 'HTTP 429', { retryAfterMs: 60_000 }), { troubles: 1 });
    assert.equal(told.kind === 'wait' && told.delayMs, 60_000);
    const late = await look({ provider: { get: () => Promise.reject(new Error('reset')) }, atMs: budgetMs + 1 });
    assert.equal(late.kind === 'overdue' && late.code, 'timed_out');
    const soon = await failing(new ProviderError('busy', 'HTTP 429', { retryAfterMs: 1 }), { troubles: 1 });
    assert.equal(soon.kind === 'wait' && soon.delayMs, 2 * pollMs);
  });

  test('that the account is refused for stops the provider, and makes no film late', async () => {
    const given = { attempt: { troubles: 1 }, atMs: budgetMs * 2 };
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
      test(`${kind}: ${code}, ${isRepeated ? 'asked anew' : 'not asked anew'}`, async () => {
        assert.deepEqual(await failed(kind), { kind: 'failed', code, reason: 'because', isRepeated });
      });

    test('account: the film waits, and so do all others', async () => {
      const failure = { kind: 'account', reason: 'because' } as const;
      const get = async () => ({ ...generation, state: 'failed' as const, failure });
      const { deps, lease, values } = scene({ provider: { get } });
      assert.deepEqual(await pollGeneration(deps, lease), { kind: 'held', reason: 'because' });
      assert.ok(values.includes('account'));
    });

    test('photo_unreadable: asked anew where the photo’s address answers', async () => {
      vi.stubGlobal('fetch', async () => new Response('a photo'));
      assert.deepEqual(await failed('photo_unreadable', { hasPhoto: true }), {
        kind: 'failed',
        code: 'photo_unreadable',
        reason: 'because',
        isRepeated: true,
      });
    });

    test('photo: not asked anew though the photo’s address answers', async () => {
      vi.stubGlobal('fetch', async () => new Response('a photo'));
      const outcome = await failed('photo', { hasPhoto: true });
      assert.equal(outcome.kind === 'failed' && outcome.isRepeated, false);
    });

    test('photo_unreadable: our fault where the photo’s address does not answer', async () => {
      assert.deepEqual(await failed('photo_unreadable', { hasPhoto: true }), { kind: 'held', reason: 'because' });
      assert.deepEqual(await failed('photo_unreadable'), {
        kind: 'failed',
        code: 'photo_unreadable',
        reason: 'because',
        isRepeated: false,
      });
    });

    test('without a reason: asked anew', async () => {
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

    test('waits for the address, from the first time it was missing', async () => {
      const first = await look({ generation: done, atMs: 5000 });
      assert.ok(first.kind === 'wait' && first.delayMs === pollMs);
      assert.deepEqual(first.changes, { filmMissingSince: after(5000) });
      const since = { filmMissingSince: after(0) };
      const last = await look({ generation: done, attempt: since, atMs: 60 * pollMs });
      assert.deepEqual(last.kind === 'wait' && last.changes, since);
      const late = await look({ generation: done, attempt: since, atMs: 60 * pollMs + 1 });
      assert.equal(late.kind === 'overdue' && late.code, 'film_unreadable');
    });

    test('goes on seldom once the customer does not wait any more', async () => {
      const attempt = { state: 'overdue' } as const;
      assert.deepEqual(await look({ generation: done, attempt, atMs: 5000 }), { kind: 'wait', delayMs: 12 * pollMs });
      const end = await look({ generation: done, attempt, atMs: budgetMs + dayMs + 1 });
      assert.equal(end.kind === 'failed' && end.code, 'film_unreadable');
    });
  });

  describe('whose film cannot be taken over', () => {
    const done = { state: 'completed', videoUrl: 'https://luma.example/a.mp4' } as const;
    const download = () => Promise.reject(new Error('reset'));

    test('comes again, with the trouble told', async () => {
      const outcome = await look({ generation: done, provider: { download } });
      assert.ok(outcome.kind === 'wait' && outcome.delayMs === pollMs);
      assert.match(outcome.trouble ?? '', /could not be taken over/);
      const late = await look({ generation: done, provider: { download }, atMs: budgetMs + 1 });
      assert.equal(late.kind === 'overdue' && late.code, 'film_unreadable');
    });

    test('is our own fault where what it had is no film', async () => {
      const broken = () => Promise.resolve({ stream: null as never, bytes: 1 });
      const outcome = await look({ generation: done, provider: { download: broken }, atMs: budgetMs + 1 });
      assert.equal(outcome.kind === 'overdue' && outcome.code, 'storage');
    });

    test('needs no address where the provider works in our own processes', async () => {
      const here = { download, localSlots: 1 };
      const outcome = await look({ generation: { ...done, videoUrl: null }, provider: here });
      assert.match((outcome.kind === 'wait' && outcome.trouble) || '', /could not be taken over/);
    });

    test('comes again at once where this process stops', async () => {
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
      const outcome = await gone({ atMs: settleMs, attempt: { troubles: 1 } });
      assert.ok(outcome.kind === 'wait' && outcome.delayMs === 2 * pollMs);
      assert.deepEqual(outcome.changes, { state: 'unknown', sendableUntil: after(settleMs), missingListings: 0 });
      const here = await gone({ provider: { settleMs: 0 } });
      assert.equal(here.kind === 'wait' && here.delayMs, 0);
    });

    test('is a trouble where there is no list, or nobody waits for the film', async () => {
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
