import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { Deps } from '../../deps.ts';
import { startTestApp, type TestApp, type TestUser } from '../../../test/harness.ts';
import { memoryDb } from '../../../test/memory-db.ts';
import { sql } from 'kysely';
import { allRows, runStatement } from '../../../test/statements.ts';
import { runningJob } from '../../../test/running-job.ts';
import { until } from '../../../test/until.ts';
import type { Queryable } from '../../platform/database/db.ts';
import { newId } from '../../platform/ids.ts';
import { enqueue } from '../../platform/queue/job.ts';
import { lockBuckets } from '../photos/buckets/bucket.queries.ts';
import { sweepRetentionJob } from './sweep-retention.job.ts';

describe('retention', () => {
  test('an expired set is deleted and leaves only a tombstone', async (t) => {
    const app = await startTestApp(t);
    const user = await app.createUser();
    const over = await bucket(app, user, -1);
    const live = await bucket(app, user, 1);
    await sweep(app);
    assert.deepEqual(await bucketIds(app), [live]);
    const stones = await allRows(app.db, sql`select bucket_id, reason from bucket_tombstones`);
    assert.deepEqual(stones, [{ bucketId: over, reason: 'retention' }]);
  });

  test('one run deletes all expired sets, however many there are', async (t) => {
    const app = await startTestApp(t);
    const user = await app.createUser();
    await runStatement(
      app.db,
      sql`
      insert into buckets (id, user_id, created_at, updated_at, deletion_date)
      select gen_random_uuid(), ${user.id}, app_now(), app_now(), app_now() - interval '1 day' from generate_series(1, 510)`,
    );
    const live = await bucket(app, user, 1);
    await sweep(app);
    assert.deepEqual(await bucketIds(app), [live]);
  });

  test('a set that cannot be deleted does not block the others, and is reported, as is a reminder', async (t) => {
    const app = await startTestApp(t);
    const user = await app.createUser();
    const ids = [];
    for (let count = 0; count < 5; count += 1) ids.push(await bucket(app, user, -1));
    const [, stuck = ''] = ids;
    await runStatement(app.db, sql`create table holds (bucket_id uuid references buckets)`);
    await runStatement(app.db, sql`insert into holds values (${stuck})`);
    const live = await bucket(app, user, 0.5);
    await runStatement(app.db, sql`alter table mails add check (kind <> 'unpaid-reminder')`);
    await sweep(app);
    assert.deepEqual(await bucketIds(app), [stuck, live]);
    const runs = await allRows<{
      taskType: string;
      deletedBuckets: number;
      status: string;
      errors: { error: string }[];
    }>(app.db, sql`select task_type, deleted_buckets, status, errors from worker_runs order by task_type`);
    assert.deepEqual(
      runs.map(({ taskType, deletedBuckets, status, errors }) => [taskType, deletedBuckets, status, errors.length]),
      [
        ['retention', 4, 'partial_failure', 1],
        ['unpaid-reminders', 0, 'failure', 1],
      ],
    );
    assert.ok(runs[0]?.errors[0]?.error.startsWith(stuck));
    assert.ok(runs[1]?.errors[0]?.error.startsWith(live));
  });

  test('a set with an open payment session is kept until the session ends', async (t) => {
    const app = await startTestApp(t);
    const id = await bucket(app, await app.createUser(), -1);
    await checkout(app.db, id);
    await sweep(app);
    assert.deepEqual(await bucketIds(app), [id]);
    await runStatement(app.db, sql`update checkouts set state = 'expired'`);
    await sweep(app);
    assert.deepEqual(await bucketIds(app), []);
  });

  test('a set whose checkout begins while the sweep waits for it is kept', async (t) => {
    const app = await startTestApp(t);
    const id = await bucket(app, await app.createUser(), -1);
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const swept = await app.db.transaction().execute(async (tx) => {
      await lockBuckets(tx, [id]);
      await checkout(tx, id);
      const sweeping = sweep(app);
      await until(async () => (await allRows(app.db, waiting)).length > 0);
      return { sweeping };
    });
    await swept.sweeping;
    assert.deepEqual(await bucketIds(app), [id]);
  });

  test('the owner is reminded once per threshold, of the nearest one only', async (t) => {
    const app = await startTestApp(t);
    const user = await app.createUser({ language: 'hu' });
    await bucket(app, user, 2.5);
    for (let run = 0; run < 3; run++) await sweep(app);
    const mails = await app.mails();
    assert.equal(mails.length, 1);
    assert.equal(mails[0]?.to?.[0]?.address, user.email);
    const runs = await allRows(app.db, sql`select task_type, success_count from worker_runs`);
    assert.deepEqual(runs, [{ taskType: 'unpaid-reminders', successCount: 1 }]);
  });

  test('the owner of a paid set is reminded of its films, in a separate task run', async (t) => {
    const app = await startTestApp(t);
    const id = await bucket(app, await app.createUser(), 0.5);
    await runStatement(app.db, sql`update buckets set status = 'paid', paid_at = app_now()`);
    await sweep(app);
    const mails = await allRows(app.db, sql`select kind, bucket_id, payload from mails`);
    assert.deepEqual(mails, [{ kind: 'deletion-reminder', bucketId: id, payload: { days: 1 } }]);
    const runs = await allRows(app.db, sql`select task_type, success_count from worker_runs`);
    assert.deepEqual(runs, [{ taskType: 'deletion-reminders', successCount: 1 }]);
  });

  test('a stopping process stops between two sets', async (t) => {
    const app = await startTestApp(t);
    const user = await app.createUser();
    for (let count = 0; count < 2; count += 1) await bucket(app, user, 0.5);
    for (let count = 0; count < 41; count += 1) await bucket(app, user, -1);
    /** A signal that aborts after it was read this many times. */
    const stopAfter = (looks: number) => {
      let left = looks;
      return {
        signal: {
          get aborted() {
            return (left -= 1) < 0;
          },
        } as AbortSignal,
        attempt: 1,
      };
    };
    await sweepRetentionJob.run({}, app.deps, stopAfter(2));
    const mails = async () => (await allRows(app.db, sql`select 1 from mails`)).length;
    assert.deepEqual([await mails(), (await bucketIds(app)).length], [1, 43]);
    await sweepRetentionJob.run({}, app.deps, stopAfter(4));
    assert.deepEqual([await mails(), (await bucketIds(app)).length], [2, 23], 'at most twenty sets a transaction');
  });

  test('a full batch without any success is not retried in the same run', async () => {
    let looks = 0;
    const db = memoryDb((statement) => {
      if (statement === 'begin') throw new Error('full');
      if (!statement.includes('limit')) return undefined;
      looks += 1;
      return Array.from({ length: 500 }, (_, place) => ({ id: `set ${place}`, is_paid: true }));
    });
    const log = { error: () => undefined };
    const deps = { db, log, clock: { now: () => new Date() } } as unknown as Deps;
    await sweepRetentionJob.run({}, deps, runningJob);
    assert.equal(looks, 2, 'once for reminders, once for deletions');
  });

  test('a switched-off reminder is not sent', async (t) => {
    const app = await startTestApp(t);
    await runStatement(app.db, sql`update notification_configs set is_enabled = false`);
    await bucket(app, await app.createUser(), 0.5);
    await sweep(app);
    assert.deepEqual(await app.mails(), []);
  });
});

async function bucket(app: TestApp, user: TestUser, daysLeft: number): Promise<string> {
  const id = newId();
  await runStatement(
    app.db,
    sql`
    insert into buckets (id, user_id, created_at, updated_at, deletion_date)
    values (${id}, ${user.id}, app_now(), app_now(), app_now() + ${daysLeft}::float8 * interval '1 day')`,
  );
  return id;
}

function checkout(db: Queryable, bucketId: string): Promise<number> {
  return runStatement(
    db,
    sql`
    insert into checkouts (id, bucket_id, revision, price, amount, currency, photos, films, idempotency_key, state, created_at, expires_at)
    values (${newId()}, ${bucketId}, 1, '{}', 499, 'USD', 1, 1, 'key', 'open', app_now(), app_now())`,
  );
}

async function sweep(app: TestApp): Promise<void> {
  await enqueue(app.db, sweepRetentionJob, {});
  await app.drain();
}

async function bucketIds(app: TestApp): Promise<string[]> {
  return (await allRows<{ id: string }>(app.db, sql`select id from buckets`)).map(({ id }) => id);
}
