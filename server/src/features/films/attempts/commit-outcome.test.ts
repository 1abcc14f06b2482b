import assert from 'node:assert/strict';
import { test } from 'vitest';
import { deleteBucket } from '@keepsake/contract/photos/content';
import { sql } from 'kysely';
import { allRows, firstRow, runStatement } from '../../../../test/statements.ts';
import { filmsOf, heldAttempt } from '../../../../test/film-order.ts';
import { startTestApp } from '../../../../test/harness.ts';
import { runningJob } from '../../../../test/running-job.ts';
import { leaseAttempt, type Lease, type Outcome } from './attempt-step.ts';
import { commitOutcome } from './commit-outcome.ts';
import { filmKeys } from './store-film.ts';

const app = await startTestApp(undefined);
const { deps, db } = app;

/** Lets the lease expire, and takes it as another worker would. */
async function takeOver(attemptId: string): Promise<Lease> {
  await runStatement(db, sql`update attempts set lease_until = now() - interval '1 second' where id = ${attemptId}`);
  const lease = await leaseAttempt(deps, attemptId, runningJob.signal);
  assert.ok(lease);
  return lease;
}

const filmOf = (attemptId: string): Outcome => {
  const { filmKey, posterKey } = filmKeys(attemptId);
  const facts = { width: 720, height: 540, durationMs: 5000, report: null };
  return { kind: 'film', film: { filmKey, posterKey, bytes: 4, sha256: Buffer.alloc(32), ...facts } };
};

const attemptOf = (id: string) =>
  firstRow(
    db,
    sql`select state, provider_generation_id, lease_no, ended_at, consecutive_failures from attempts where id = ${id}`,
  );

test('no other worker gets an attempt while it is leased; its job runs again when the lease would expire', async (t) => {
  const { lease, attemptId } = await heldAttempt(app);
  t.onTestFinished(() => lease.end());
  const began = performance.now();
  assert.equal(await leaseAttempt(deps, attemptId, runningJob.signal), undefined);
  const job = await firstRow<{ ms: number }>(
    db,
    sql`select extract(epoch from run_at - now())::float8 * 1000 as ms from graphile_worker.jobs where key = ${`attempt:${attemptId}`}`,
  );
  assert.ok(job && job.ms > 500 - (performance.now() - began) && job.ms <= deps.config.LEASE_MS + 100, `${job?.ms} ms`);
  await lease.end();
  await runStatement(db, sql`update attempts set lease_until = now() + interval '1 minute' where id = ${attemptId}`);
  assert.equal(await leaseAttempt(deps, attemptId, runningJob.signal), undefined);
  const again = await firstRow(
    db,
    sql`select run_at >= lease_until as is_after from graphile_worker.jobs, attempts where attempts.id = ${attemptId} and key = ${`attempt:${attemptId}`}`,
  );
  assert.deepEqual(again, { isAfter: true });
});

const stale: Record<string, (attemptId: string) => Outcome> = {
  'the answer to its request': () => ({
    kind: 'continue',
    changes: { state: 'submitted', providerGenerationId: 'theirs' },
  }),
  'a wait': () => ({ kind: 'wait', delayMs: 0, problem: 'late' }),
  'a film': filmOf,
  'a failure': () => ({ kind: 'failed', code: 'moderation', reason: 'late', isRepeated: false }),
  'that nothing was accepted': () => ({ kind: 'lost', reason: 'late' }),
  'that it stops': () => ({ kind: 'cancelled' }),
  'that it takes too long': () => ({ kind: 'overdue', code: 'timed_out', reason: 'late' }),
};
for (const [what, outcome] of Object.entries(stale)) {
  test(`a worker whose lease was taken over cannot commit ${what}`, async (t) => {
    const { order, lease, attemptId } = await heldAttempt(app);
    const successor = await takeOver(attemptId);
    t.onTestFinished(async () => void (await Promise.all([lease.end(), successor.end()])));
    const before = [await attemptOf(attemptId), await filmsOf(app, order.bucketId)];
    assert.equal(await commitOutcome(deps, lease, outcome(attemptId)), false);
    assert.deepEqual([await attemptOf(attemptId), await filmsOf(app, order.bucketId)], before);
    assert.equal(await lease.save({ consecutiveFailures: 9 }), false);
  });
}

for (const [what, outcome, isSent] of [
  ['a film', filmOf, true],
  ['a wait before the request is sent', (): Outcome => ({ kind: 'wait', delayMs: 0 }), false],
] as const) {
  test(`a worker that comes late to a deleted set, with ${what}, removes its files and the provider’s copy`, async (t) => {
    const { order, lease, attemptId } = await heldAttempt(app);
    t.onTestFinished(() => lease.end());
    await lease.save(
      isSent
        ? { state: 'submitted', providerGenerationId: 'late-one', submittedAt: new Date() }
        : { sentAt: null, sendableUntil: null },
    );
    await app.call(deleteBucket, { params: { id: order.bucketId }, token: order.user.token });
    await runStatement(db, sql`delete from generation_removals`);
    const { filmKey, posterKey } = filmKeys(attemptId);
    for (const key of [filmKey, posterKey]) await deps.storage.put(key, Buffer.from('film'), 'video/mp4');

    assert.equal(await commitOutcome(deps, lease, outcome(attemptId)), false);
    assert.deepEqual([await deps.storage.size(filmKey), await deps.storage.size(posterKey)], [undefined, undefined]);
    const removals = await allRows(db, sql`select attempt_id, provider_generation_id from generation_removals`);
    assert.deepEqual(removals, isSent ? [{ attemptId, providerGenerationId: 'late-one' }] : []);
  });
}

test('a film whose workers die again and again finally fails', async (t) => {
  const { order, lease } = await heldAttempt(app);
  t.onTestFinished(() => lease.end());
  await runStatement(db, sql`update films set losses = 19 where bucket_id = ${order.bucketId}`);
  await commitOutcome(deps, lease, { kind: 'lost', reason: 'The worker died.' });
  const [film] = await filmsOf(app, order.bucketId);
  assert.deepEqual([film?.state, film?.failureCode], ['failed', 'provider_failed']);
});

for (const [what, outcome] of [
  ['is delivered', filmOf],
  ['fails', (): Outcome => ({ kind: 'failed', code: 'moderation', reason: 'refused', isRepeated: false })],
] as const) {
  test(`a set whose film waited past its last day is kept for thirty days when the film ${what}`, async (t) => {
    const { order, lease, attemptId } = await heldAttempt(app);
    t.onTestFinished(() => lease.end());
    await runStatement(
      db,
      sql`update buckets set deletion_date = app_now() - interval '1 day' where id = ${order.bucketId}`,
    );
    await commitOutcome(deps, lease, outcome(attemptId));
    const kept = await firstRow<{ days: number }>(
      db,
      sql`select round(extract(epoch from deletion_date - app_now()) / 86400)::int as days from buckets where id = ${order.bucketId}`,
    );
    assert.deepEqual(kept, { days: 30 });
  });
}
