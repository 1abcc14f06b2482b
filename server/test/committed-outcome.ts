import assert from 'node:assert/strict';
import { sql, type RawBuilder } from 'kysely';
import type { TestContext } from 'vitest';
import type { Outcome } from '../src/features/films/attempts/attempt-step.ts';
import { commitOutcome } from '../src/features/films/attempts/commit-outcome.ts';
import { newId } from '../src/platform/ids.ts';
import { heldAttempt } from './film-order.ts';
import type { TestApp } from './harness.ts';
import { recordSale } from './record-sale.ts';
import { allRows, firstRow, runStatement } from './statements.ts';

export interface Begun {
  /** Assignments to the film's row before the outcome. */
  film?: RawBuilder<unknown>;
  /** Its customer waits no longer for this attempt. */
  isOverdue?: boolean;
  consecutiveFailures?: number;
  /** Another worker has taken the attempt over. */
  isTakenOver?: boolean;
  /** Where its provider works in our own processes. */
  isHere?: boolean;
  /** What its order cost. */
  paid?: number;
  /** An administrator granted the film. */
  isGranted?: boolean;
}

/** Commits an outcome of an attempt and reads what came of it. Its waits count from before the commit, so they include up to `tookMs`. */
export async function commitFor(
  app: TestApp,
  t: TestContext,
  outcome: Outcome | ((attemptId: string) => Outcome | Promise<Outcome>),
  begun: Begun = {},
) {
  const { db, deps } = app;
  const { order, lease, attemptId } = await heldAttempt(app);
  t.onTestFinished(() => lease.end());
  await lease.save({
    state: begun.isOverdue ? 'overdue' : 'submitted',
    providerGenerationId: `of ${attemptId}`,
    submittedAt: lease.now(),
    consecutiveFailures: begun.consecutiveFailures ?? 0,
  });
  if (begun.film) await runStatement(db, sql`update films set ${begun.film} where bucket_id = ${order.bucketId}`);
  if (begun.paid !== undefined) await recordSale(db, order.bucketId, begun.paid);
  if (begun.isGranted) {
    const creditId = newId();
    await runStatement(
      db,
      sql`
      insert into credits (id, kind, bucket_id, films, effect, note, recorded_by, recorded_at)
      values (${creditId}, 'films', ${order.bucketId}, 1, '{}', 'Sorry.', ${order.user.id}, app_now())`,
    );
    await runStatement(db, sql`update films set credit_id = ${creditId} where bucket_id = ${order.bucketId}`);
  }
  if (begun.isTakenOver)
    await runStatement(db, sql`update attempts set lease_no = lease_no + 1 where id = ${attemptId}`);
  await runStatement(db, sql`delete from graphile_worker._private_jobs`);
  await runStatement(db, sql`delete from worker_runs`);
  const provider = { ...deps.videoProvider('luma', 'http://127.0.0.1:9/'), localSlots: begun.isHere ? 1 : undefined };
  const began = performance.now();
  const before = await firstRow<{ at: string }>(db, sql`select now()::text as at`);
  const from = sql`${before?.at}::timestamptz`;
  const hasNextStep = await commitOutcome(
    { ...deps, videoProvider: () => provider },
    lease,
    typeof outcome === 'function' ? await outcome(attemptId) : outcome,
  );
  const tookMs = performance.now() - began;
  const film = await firstRow<{
    state: string;
    failures: number;
    losses: number;
    failureCode: string | null;
    failureReason: string | null;
    waitMs: number | null;
  }>(
    db,
    sql`
    select state, failures, losses, failure_code, failure_reason, extract(epoch from try_after - ${from})::float8 * 1000 as wait_ms
    from films where bucket_id = ${order.bucketId}`,
  );
  const attempt = await firstRow<{
    state: string;
    failureCode: string | null;
    consecutiveFailures: number;
    isEnded: boolean;
    isHeld: boolean;
  }>(
    db,
    sql`
    select state, failure_code, consecutive_failures, ended_at is not null as is_ended, lease_until is not null as is_held
    from attempts where id = ${attemptId}`,
  );
  const removal = await firstRow<{ ms: number }>(
    db,
    sql`
    select extract(epoch from due_at - ${from})::float8 * 1000 as ms from generation_removals where attempt_id = ${attemptId}`,
  );
  const owed = await allRows<{ failureCode: string; settlement: string | null }>(
    db,
    sql`select failure_code, settlement from owed_films where bucket_id = ${order.bucketId}`,
  );
  const errors = await allRows<{ errorMessage: string }>(
    db,
    sql`select error_message from error_logs where photo_id = ${order.photoIds[0] ?? ''} and module_name = 'videos'`,
  );
  const mails = await allRows<{ kind: string }>(db, sql`select kind from mails where user_id = ${order.user.id}`);
  const jobs = await allRows<{ taskIdentifier: string; ms: number }>(
    db,
    sql`
    select task_identifier, extract(epoch from run_at - ${from})::float8 * 1000 as ms from graphile_worker.jobs
    where task_identifier in ('generate-film', 'fill-slots')`,
  );
  const runs = await allRows<{ taskType: string; successCount: number; errors: { error: string; attempt: number }[] }>(
    db,
    sql`select task_type, success_count, errors from worker_runs`,
  );
  assert.equal(hasNextStep, false, 'nothing follows at once');
  return {
    tookMs,
    film,
    attempt,
    removal,
    owed,
    errors: errors.map(({ errorMessage }) => errorMessage),
    mails: mails.map(({ kind }) => kind),
    runs,
    jobs: jobs.map(({ taskIdentifier }) => taskIdentifier),
    wakeMs: jobs.find(({ taskIdentifier }) => taskIdentifier === 'generate-film')?.ms,
  };
}
