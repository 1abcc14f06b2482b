import assert from 'node:assert/strict';
import { beforeEach, test } from 'vitest';
import { sql } from 'kysely';
import { allRows, runStatement } from '../../../test/statements.ts';
import { orderFilms, silentVideoService } from '../../../test/film-order.ts';
import { startTestApp } from '../../../test/harness.ts';
import { runningJob } from '../../../test/running-job.ts';
import { fillSlotsJob } from './attempts/fill-slots.job.ts';
import { sweepFilmsJob, sweepFilmsSchedule } from './sweep-films.job.ts';

const app = await startTestApp(undefined, { settings: silentVideoService });
const { db, deps } = app;

beforeEach(async () => {
  await runStatement(db, sql`delete from buckets`);
  await runStatement(db, sql`delete from graphile_worker._private_jobs`);
});

/** The names of the jobs that a sweep causes. */
async function swept(): Promise<string[]> {
  await runStatement(db, sql`delete from graphile_worker._private_jobs where key is null or key not like 'attempt:%'`);
  await sweepFilmsJob.run({}, deps, runningJob);
  const jobs = await allRows<{ taskIdentifier: string }>(
    db,
    sql`select task_identifier from graphile_worker.jobs where run_at <= now() and locked_at is null`,
  );
  return jobs.map(({ taskIdentifier }) => taskIdentifier);
}

/** An attempt that is over to the queue, its job and its lease as the statement leaves them. */
async function attemptWith(changes: ReturnType<typeof sql>): Promise<void> {
  await orderFilms(app);
  await fillSlotsJob.run({}, deps, runningJob);
  await runStatement(db, changes);
}

const noJob = sql`delete from graphile_worker._private_jobs`;

test('films that wait are started', async () => {
  await orderFilms(app);
  assert.deepEqual(await swept(), ['fill-slots']);
});

test('without anything to do it changes nothing', async () => {
  assert.deepEqual(await swept(), []);
});

test('an attempt whose job was lost is woken, and no other, which is counted', async () => {
  await attemptWith(noJob);
  const lost = await allRows<{ id: string }>(db, sql`select id from attempts`);
  await orderFilms(app);
  await fillSlotsJob.run({}, deps, runningJob);
  await runStatement(db, sql`update graphile_worker._private_jobs set run_at = now() + interval '1 hour'`);
  await runStatement(db, sql`delete from worker_runs`);
  assert.deepEqual(await swept(), ['generate-film']);
  const woken = await allRows(db, sql`select key from graphile_worker.jobs where run_at <= now()`);
  assert.deepEqual(woken, [{ key: `attempt:${lost[0]?.id}` }]);
  const runs = await allRows(db, sql`select task_type, success_count from worker_runs`);
  assert.deepEqual(runs, [{ taskType: 'film-rescue', successCount: 1 }]);
  await runStatement(db, noJob);
  await runStatement(db, sql`update attempts set state = 'failed', ended_at = now()`);
  assert.deepEqual(await swept(), [], 'one that has ended is not');
});

test('an attempt whose job was given up is woken', async () => {
  await attemptWith(
    sql`update graphile_worker._private_jobs set attempts = max_attempts, run_at = now() + interval '1 hour'`,
  );
  assert.deepEqual(await swept(), ['generate-film']);
});

test('a half-open circuit is probed', async (t) => {
  t.onTestFinished(async () => void (await runStatement(db, sql`delete from provider_pauses`)));
  await runStatement(
    db,
    sql`
    insert into provider_pauses (provider, provider_url, kind, reason, until)
    select service_provider, service_provider_url, 'account', 'no credits', now() + interval '1 hour' from video_config`,
  );
  assert.deepEqual(await swept(), []);
  await runStatement(db, sql`update provider_pauses set until = now() - interval '1 second'`);
  assert.deepEqual(await swept(), ['fill-slots']);
});

test('a sweep comes at least once per poll interval and per lease', () => {
  const everyMs = (POLL_INTERVAL_MS: number, LEASE_MS: number) =>
    sweepFilmsSchedule.everyMs({ ...deps.config, POLL_INTERVAL_MS, LEASE_MS });
  assert.deepEqual([everyMs(5000, 30_000), everyMs(60_000, 30_000)], [5000, 30_000]);
});

test('an attempt whose job waits until the wait is over is left to it', async () => {
  await attemptWith(sql`update graphile_worker._private_jobs set run_at = now() + interval '1 hour'`);
  assert.deepEqual(await swept(), []);
});

test('an attempt whose worker has died is woken when its lease has run out, and not before', async () => {
  await attemptWith(noJob);
  await runStatement(db, sql`update attempts set lease_until = now() + interval '1 minute'`);
  assert.deepEqual(await swept(), []);
  await runStatement(db, sql`update attempts set lease_until = now() - interval '1 second'`);
  assert.deepEqual(await swept(), ['generate-film']);
});

test('a job that seems to run for ever without a lease does not keep its attempt waiting', async () => {
  await attemptWith(sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'somebody'`);
  assert.deepEqual(await swept(), []);
  await runStatement(db, sql`update graphile_worker._private_jobs set locked_at = now() - interval '1 hour'`);
  assert.deepEqual(await swept(), ['generate-film']);
});

test('a removal at a provider is carried out once it is due', async () => {
  await attemptWith(noJob);
  await runStatement(db, sql`update attempts set lease_until = now() + interval '1 minute'`);
  await runStatement(
    db,
    sql`
    insert into generation_removals (attempt_id, provider, provider_url, token, sendable_until, due_at)
    select id, provider, provider_url, token, now(), now() + interval '1 hour' from attempts`,
  );
  assert.deepEqual(await swept(), []);
  await runStatement(db, sql`update generation_removals set due_at = now()`);
  assert.deepEqual(await swept(), ['remove-generations']);
});
