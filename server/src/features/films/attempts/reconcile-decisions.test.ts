import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import {
  budgetMs,
  dayMs,
  generation,
  pollMs,
  scene,
  settleMs,
  started,
  type Scene,
} from '../../../../test/attempt-scene.ts';
import { ProviderError, type ProviderGeneration } from '../../../providers/video/video-provider.ts';
import { reconcileAttempt } from './reconcile-attempt.ts';

describe('a request whose answer is missing', () => {
  const reconcile = (given: Scene & { listed?: Partial<ProviderGeneration>[]; error?: Error }) => {
    const { deps, lease } = scene({
      ...given,
      attempt: {
        state: 'unknown',
        providerGenerationId: null,
        sentAt: started,
        sendableUntil: started,
        ...given.attempt,
      },
      provider: {
        list: async () => {
          if (given.error) throw given.error;
          return { generations: (given.listed ?? []).map((one) => ({ ...generation, ...one })), hasMore: false };
        },
        ...given.provider,
      },
    });
    return reconcileAttempt(deps, lease);
  };

  test('is adopted if it is in the list', async () => {
    assert.deepEqual(
      await reconcile({
        listed: [{ echo: ['theirs'], id: 'other' }, { id: 'ours' }],
        attempt: { consecutiveFailures: 3 },
      }),
      {
        kind: 'continue',
        changes: { state: 'submitted', providerGenerationId: 'ours', submittedAt: started, consecutiveFailures: 0 },
      },
    );
  });

  test('keeps its generation and its consecutive failures', async () => {
    const attempt = { providerGenerationId: 'ours', consecutiveFailures: 3, sentAt: null };
    assert.deepEqual(await reconcile({ listed: [{ id: 'ours' }], attempt }), {
      kind: 'continue',
      changes: { state: 'submitted', providerGenerationId: 'ours', submittedAt: started, consecutiveFailures: 3 },
    });
  });

  test('that was accepted more than once is adopted once, and the others are reported', async () => {
    const adopted = async (providerGenerationId: string | null, ...ids: string[]) => {
      const listed = ids.map((id) => ({ ...generation, id }));
      const { deps, lease, values } = scene({
        attempt: { state: 'unknown', providerGenerationId },
        provider: { list: async () => ({ generations: listed, hasMore: false }) },
      });
      const outcome = await reconcileAttempt(deps, lease);
      const others = values.find((value) => Array.isArray(value));
      return [outcome.kind === 'continue' && outcome.changes.providerGenerationId, others];
    };
    assert.deepEqual(await adopted(null, 'one'), ['one', undefined]);
    assert.deepEqual(await adopted(null, 'one', 'two'), ['one', ['two']]);
    assert.deepEqual(await adopted('two', 'one', 'two', 'three'), ['two', ['one', 'three']]);
  });

  test('is lost after two listings, the last of them late enough', async () => {
    const first = await reconcile({ atMs: settleMs });
    assert.deepEqual(first, { kind: 'wait', delayMs: pollMs, changes: { missingListings: 1, consecutiveFailures: 0 } });
    assert.equal((await reconcile({ atMs: settleMs, attempt: { missingListings: 1 } })).kind, 'lost');
    const early = await reconcile({ atMs: settleMs - 400, attempt: { missingListings: 1 } });
    assert.deepEqual(early, { kind: 'wait', delayMs: 400, changes: { missingListings: 2, consecutiveFailures: 0 } });
  });

  test('is listed again at once if the provider works in our own processes', async () => {
    const outcome = await reconcile({ provider: { settleMs: 0 } });
    assert.equal(outcome.kind === 'wait' && outcome.delayMs, 0);
  });

  test('has failed if the provider had accepted it and has it no more', async () => {
    const attempt = { missingListings: 1, providerGenerationId: 'ours' };
    const outcome = await reconcile({ atMs: settleMs, attempt });
    assert.deepEqual(outcome.kind === 'failed' && [outcome.code, outcome.isRepeated], ['provider_failed', true]);
    const foreseen = await reconcile({ atMs: settleMs, attempt, provider: { idOf: () => 'ours' } });
    assert.equal(foreseen.kind, 'lost', 'an id that is known before the request proves nothing');
  });

  test('is waited for while the list cannot be read, for a day', async () => {
    const error = new Error('HTTP 500');
    const outcome = await reconcile({ error, atMs: dayMs, attempt: { consecutiveFailures: 2 } });
    assert.ok(outcome.kind === 'wait' && outcome.delayMs === 4 * pollMs && outcome.changes === undefined);
    assert.match(outcome.problem ?? '', /list could not be read: HTTP 500/);
    const late = await reconcile({ error, atMs: dayMs + 1 });
    assert.deepEqual(late.kind === 'failed' && [late.code, late.isRepeated], ['unconfirmed', false]);
  });

  test('opens the circuit if the account is refused', async () => {
    const { deps, lease, statements, values } = scene({
      provider: { list: () => Promise.reject(new ProviderError('account', 'no credits')) },
    });
    assert.equal((await reconcileAttempt(deps, lease)).kind, 'wait');
    assert.ok(statements.some((sql) => sql.includes('insert into provider_pauses')));
    assert.ok(values.includes('account'));
    const other = scene({ provider: { list: () => Promise.reject(new ProviderError('unknown', 'HTTP 500')) } });
    await reconcileAttempt(other.deps, other.lease);
    assert.ok(!other.statements.some((sql) => sql.includes('insert into provider_pauses')));
  });

  test('stays unconfirmed if there is no list', async () => {
    const provider = { list: undefined };
    assert.deepEqual(await reconcile({ provider, atMs: budgetMs - 400 }), { kind: 'wait', delayMs: 400 });
    const late = await reconcile({ provider, atMs: budgetMs });
    assert.equal(late.kind === 'failed' && late.code, 'unconfirmed');
    const unsent = await reconcile({ provider, atMs: 400, attempt: { sendableUntil: null } });
    assert.equal(unsent.kind === 'wait' && unsent.delayMs, budgetMs - 400);
  });
});
