import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { after, budgetMs, pollMs, scene, started, type Scene } from '../../../../test/attempt-scene.ts';
import { ProviderError, type RequestFailure } from '../../../providers/video/video-provider.ts';
import { requestGeneration } from './request-generation.ts';

describe('a request', () => {
  const ask = async (given: Scene & { failure?: RequestFailure; retryAfterMs?: number }) => {
    const created: { sendBefore: number; callbackUrl: string }[] = [];
    const made = scene({
      ...given,
      attempt: { state: 'submitting', providerGenerationId: null, ...given.attempt },
      provider: {
        create: async ({ callbackUrl }, { sendBefore }) => {
          created.push({ sendBefore, callbackUrl });
          if (given.failure) throw new ProviderError(given.failure, 'because', { retryAfterMs: given.retryAfterMs });
          return { id: 'generation-2' };
        },
        ...given.provider,
      },
    });
    return { ...made, created, outcome: await requestGeneration(made.deps, made.lease) };
  };

  test('is recorded before it is sent, with the latest time of sending, and adopted with its answer', async () => {
    const before = performance.now();
    const { outcome, saved, created } = await ask({ atMs: 3000 });
    assert.deepEqual(saved, [{ sentAt: after(3000), sendableUntil: after(8000) }]);
    const sendBefore = created[0]?.sendBefore ?? 0;
    assert.ok(sendBefore >= before + 5000 && sendBefore <= performance.now() + 5000, String(sendBefore - before));
    assert.equal(created[0]?.callbackUrl, 'http://127.0.0.1:9/api/generation/callback/token-1');
    assert.deepEqual(outcome, {
      kind: 'continue',
      changes: {
        state: 'submitted',
        providerGenerationId: 'generation-2',
        submittedAt: after(3000),
        consecutiveFailures: 0,
      },
    });
  });

  test('that was recorded before and has no answer is never sent again', async () => {
    const { outcome, created } = await ask({ attempt: { sentAt: started } });
    assert.deepEqual([outcome, created], [{ kind: 'continue', changes: { state: 'unknown' } }, []]);
  });

  test('is not sent if another worker has taken over', async () => {
    const { outcome, created } = await ask({ isTakenOver: true });
    assert.deepEqual([outcome, created], [{ kind: 'stale' }, []]);
  });

  test('fails once it has waited too long, not a moment before', async () => {
    assert.equal((await ask({ atMs: budgetMs })).outcome.kind, 'continue');
    const { outcome, created } = await ask({ atMs: budgetMs + 1 });
    assert.deepEqual(
      [outcome, created],
      [
        {
          kind: 'failed',
          code: 'provider_unavailable',
          reason: 'The provider took no request in time.',
          isRepeated: false,
        },
        [],
      ],
    );
  });

  test('waits while the provider is busy, and a little longer', async () => {
    const busy = { kind: 'busy', reason: 'busy', ms: 700, probeAttemptId: null } as const;
    const { outcome, created } = await ask({ pause: busy });
    assert.ok(outcome.kind === 'wait' && outcome.delayMs >= 700 && outcome.delayMs < 700 + pollMs);
    assert.equal(created.length, 0);
    assert.equal((await ask({ pause: { ...busy, ms: 0 } })).outcome.kind, 'continue');
  });

  test('is held while the circuit is open, unless it is the probe', async () => {
    for (const kind of ['account', 'photos'] as const) {
      const stop = { kind, reason: 'no credits', ms: 700, probeAttemptId: 'attempt-2' };
      assert.deepEqual((await ask({ pause: stop })).outcome, { kind: 'held', reason: 'no credits' });
      const probe = await ask({ pause: { ...stop, probeAttemptId: 'attempt-1' } });
      assert.equal(probe.outcome.kind, 'continue');
      assert.ok(
        probe.statements.some((sql) => sql.includes('delete from provider_pauses')),
        'which lifts the stop',
      );
      assert.deepEqual(
        probe.values.find((value) => Array.isArray(value)),
        ['account'],
        'of the account, as the photo has not been fetched',
      );
    }
    const free = await ask({});
    assert.ok(!free.statements.some((sql) => sql.includes('delete from provider_pauses')));
  });

  describe('that the provider does not take', () => {
    test('is refused for good', async () => {
      assert.deepEqual((await ask({ failure: 'refused' })).outcome, {
        kind: 'failed',
        code: 'provider_refused',
        reason: 'because',
        isRepeated: false,
      });
      const { outcome } = await ask({ failure: 'moderation' });
      assert.equal(outcome.kind === 'failed' && outcome.code, 'moderation');
    });

    test('because of the photo, needs no reconciliation if our link is at fault', async () => {
      const { outcome, saved } = await ask({ failure: 'photo', hasPhoto: true });
      assert.deepEqual(outcome, { kind: 'held', reason: 'because' });
      assert.deepEqual(saved.at(-1), { sentAt: null, sendableUntil: null });
      const own = await ask({ failure: 'photo' });
      assert.deepEqual(own.outcome, { kind: 'failed', code: 'photo_unreadable', reason: 'because', isRepeated: false });
      assert.equal(own.saved.length, 1);
    });

    test('because of the account, is held and needs no reconciliation', async () => {
      const { outcome, saved, statements } = await ask({ failure: 'account' });
      assert.deepEqual(outcome, { kind: 'held', reason: 'because' });
      assert.deepEqual(saved.at(-1), { sentAt: null, sendableUntil: null });
      assert.ok(statements.some((sql) => sql.includes('insert into provider_pauses')));
    });

    test('because this process stops, is cancelled', async () => {
      assert.deepEqual((await ask({ failure: 'cancelled' })).outcome, { kind: 'cancelled' });
    });

    test('as far as is known, is reconciled and not sent again', async () => {
      const { outcome } = await ask({ failure: 'unknown' });
      assert.ok(outcome.kind === 'wait' && outcome.delayMs === 0);
      assert.deepEqual(outcome.changes, { state: 'unknown' });
      assert.match(outcome.problem ?? '', /not known whether the provider accepted the request: because/);
      const other = await ask({ provider: { create: () => Promise.reject(new Error('a fault of ours')) } });
      assert.deepEqual(other.outcome.kind === 'wait' && other.outcome.changes, { state: 'unknown' });
    });

    for (const [failure, consecutiveFailures, retryAfterMs, ms] of [
      ['not_sent', 0, undefined, 1000],
      ['not_sent', 2, undefined, 4000],
      ['not_sent', 2, 50_000, 4000],
      ['busy', 0, undefined, 2000],
      ['busy', 1, undefined, 4000],
      ['busy', 1, 50_000, 50_000],
    ] as const) {
      test(`${failure} after ${consecutiveFailures} consecutive failures, Retry-After ${retryAfterMs}: retries after ${ms} ms`, async () => {
        const given = { failure, attempt: { consecutiveFailures }, ...(retryAfterMs && { retryAfterMs }) };
        const { outcome, statements } = await ask(given);
        assert.ok(outcome.kind === 'wait' && outcome.delayMs >= ms && outcome.delayMs < ms + pollMs);
        assert.deepEqual(outcome.changes, { sentAt: null, sendableUntil: null });
        assert.match(outcome.problem ?? '', /did not take the request: because/);
        assert.ok(statements.some((sql) => sql.includes('insert into provider_pauses')));
      });
    }
  });

  describe('that probes a half-open circuit', () => {
    const stop = { kind: 'account', reason: 'no credits', ms: 0, probeAttemptId: 'attempt-1' } as const;
    const lifts = async (failure: RequestFailure) =>
      (await ask({ pause: stop, failure })).statements.some((sql) => sql.includes('delete from provider_pauses'));

    test('closes the circuit with every answer that only a working account gets', async () => {
      for (const failure of ['refused', 'photo', 'moderation', 'busy'] as const)
        assert.equal(await lifts(failure), true, failure);
      for (const failure of ['not_sent', 'account', 'cancelled', 'unknown'] as const)
        assert.equal(await lifts(failure), false, failure);
    });
  });
});
