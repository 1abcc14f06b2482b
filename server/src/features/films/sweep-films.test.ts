import assert from 'node:assert/strict';
import { beforeEach, test } from 'vitest';
import { sql } from 'kysely';
import { allRows, runStatement } from '../../../test/statements.ts';
import { orderFilms } from '../../../test/film-order.ts';
import { startTestApp } from '../../../test/harness.ts';
import { fillSlotsJob } from './attempts/fill-slots.job.ts';
import { sweepFilmsJob } from './sweep-films.job.ts';

const app = await startTestApp(undefined);
const { db, deps } = app;
const running = { signal: new AbortController().signal, attempt: 1 };

beforeEach(async () => {
  await runStatement(db, sql`delete from buckets`);
  await runStatement(db, sql`delete from graphile_worker._private_jobs`);
});

/** The names of the jobs that a sweep causes. */
async function swept(): Promise<string[]> {
  await runStatement(db, sql`delete from graphile_worker._private_jobs where key is null or key not like 'attempt:%'`);
  await sweepFilmsJob.run({}, deps, running);
  const jobs = await allRows<{ taskIdentifier: string }>(
    db,
    sql`select task_identifier from graphile_worker.jobs where run_at <= now() and locked_at is null`,
  );
  return jobs.map(({ taskIdentifier }) => taskIdentifier);
}

/** An attempt that is over to the queue, its job and its lease as the statement leaves them. */
async function attemptWith(changes: ReturnType<typeof sql>): Promise<void> {
  await orderFilms(app);
  await fillSlotsJob.run({}, deps, running);
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

test('an attempt whose job was lost is woken', async () => {
  await attemptWith(noJob);
  assert.deepEqual(await swept(), ['generate-film']);
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
