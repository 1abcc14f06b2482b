import assert from 'node:assert/strict';
import { beforeAll, describe, test } from 'vitest';
import { taskTypes, type TaskType, workerStats } from '@keepsake/contract/admin/monitoring';
import { heldAttempt, orderFilms } from '../../../test/film-order.ts';
import { startTestApp } from '../../../test/harness.ts';
import { patienceMs, until } from '../../../test/until.ts';
import { startTestShop } from '../../../test/shop.ts';
import { startWorkerProcess } from '../../../test/worker-process.ts';
import type { Job } from '../../job.ts';
import { sql, type RawBuilder } from 'kysely';
import { allRows, firstRow, runStatement } from '../../../test/statements.ts';
import { runningJob } from '../../../test/running-job.ts';
import { newId } from '../../platform/ids.ts';
import { sweepAccountsJob } from '../accounts/sweep-accounts.job.ts';
import { sweepRetentionJob } from '../deletion/sweep-retention.job.ts';
import { removeFilesJob } from '../photos/files/remove-files.job.ts';
import { sweepDataExportsJob } from '../data-exports/sweep-data-exports.job.ts';
import { sweepInvoicesJob } from '../invoice/sweep-invoices.job.ts';
import { sweepMailsJob } from '../notifications/sweep-mails.job.ts';
import { sweepPaymentsJob } from '../payment/sweep-payments.job.ts';
import { leaseAttempt } from '../films/attempts/attempt-step.ts';
import { commitOutcome } from '../films/attempts/commit-outcome.ts';
import { fillSlotsJob } from '../films/attempts/fill-slots.job.ts';
import { removeGenerationsJob } from '../films/generations/remove-generations.job.ts';
import { filmKeys } from '../films/attempts/store-film.ts';
import { sweepFilmsJob } from '../films/sweep-films.job.ts';
import { sweepHistoryJob } from './sweep-history.job.ts';

const shop = await startTestShop();
const { app } = shop;
const { db, deps } = app;

/** From now on a transaction that counts a run of a task in `crashes` dies as it commits, like a process or a database that is killed there. */
beforeAll(async () => {
  await runStatement(db, sql`create table crashes (task_type text)`);
  await runStatement(
    db,
    sql`
    create function crash() returns trigger language plpgsql as $$ begin
      if exists (select 1 from crashes where task_type = new.task_type) then raise exception 'killed'; end if;
      return null;
    end $$`,
  );
  await runStatement(
    db,
    sql`
    create constraint trigger crash after insert or update on worker_runs deferrable initially deferred
    for each row execute function crash()`,
  );
});

interface Work {
  act(): Promise<unknown>;
  /** How often the effect of the work is there. */
  effects(): Promise<number>;
}

const runOf = (job: Job) => () => job.run({}, deps, runningJob);
const countOf = async (rows: RawBuilder<unknown>) => (await allRows(db, rows)).length;

/** Prepares one item of work for each task. */
const tasks: Record<Exclude<TaskType, 'ledger-comparison'>, () => Promise<Work>> = {
  retention: async () => {
    const id = await aSet({ status: 'pending', daysLeft: -1 });
    return {
      act: runOf(sweepRetentionJob),
      effects: () => countOf(sql`select 1 from bucket_tombstones where bucket_id = ${id}`),
    };
  },
  'deletion-reminders': () => aReminder('paid'),
  'unpaid-reminders': () => aReminder('pending'),
  'payment-reconciliation': async () => {
    await shop.checkout.control('POST', 'webhooks/hold');
    const order = await shop.newOrder();
    await shop.checkout.pay(await shop.pageOf(order));
    return { act: runOf(sweepPaymentsJob), effects: async () => (await shop.state(order)).sales.length };
  },
  'generation-polling': async () => {
    const { attemptId, lease: first } = await heldAttempt(app);
    await first.end();
    const filmOfIt = sql`select film_id from attempts where id = ${attemptId}`;
    return {
      act: async () => {
        await runStatement(
          db,
          sql`update attempts set lease_until = now() - interval '1 second' where id = ${attemptId}`,
        );
        const lease = await leaseAttempt(deps, attemptId, runningJob.signal);
        assert.ok(lease);
        const { filmKey, posterKey } = filmKeys(attemptId);
        const facts = { width: 720, height: 540, durationMs: 5000, report: null };
        const film = { filmKey, posterKey, bytes: 4, sha256: Buffer.alloc(32, 1), ...facts };
        await commitOutcome(deps, lease, { kind: 'film', film }).finally(() => lease.end());
      },
      effects: () => countOf(sql`select 1 from films where state = 'done' and id in (${filmOfIt})`),
    };
  },
  'film-rescue': async () => {
    await orderFilms(app);
    await fillSlotsJob.run({}, deps, runningJob);
    await noJobs();
    return { act: runOf(sweepFilmsJob), effects: () => countOf(jobsLike('attempt:%')) };
  },
  'generation-removal': async () => {
    const id = newId();
    await runStatement(
      db,
      sql`
      insert into generation_removals (attempt_id, provider, provider_url, provider_generation_id, token, sendable_until, due_at)
      select ${id}, service_provider, service_provider_url, 'made-here', 'token', now(), now() from video_config`,
    );
    const isLeft = () => countOf(sql`select 1 from generation_removals where attempt_id = ${id}`);
    return {
      act: async () => {
        await runStatement(db, sql`update generation_removals set due_at = now() where attempt_id = ${id}`);
        await removeGenerationsJob.run({}, deps, runningJob);
      },
      effects: async () => 1 - (await isLeft()),
    };
  },
  'file-removal': async () => {
    await runStatement(
      db,
      sql`insert into file_removals (storage_key, requested_at) values ('photos/00000000-0000-7000-8000-000000000000.jpg', now())`,
    );
    return {
      act: runOf(removeFilesJob),
      effects: async () =>
        1 -
        (await countOf(
          sql`select 1 from file_removals where storage_key = 'photos/00000000-0000-7000-8000-000000000000.jpg'`,
        )),
    };
  },
  'mail-rescue': async () => {
    const { id } = await app.createUser();
    await runStatement(
      db,
      sql`
      insert into mails (id, kind, user_id, created_at) values (${newId()}, 'password-changed', ${id}, app_now())`,
    );
    return { act: runOf(sweepMailsJob), effects: () => countOf(jobsLike('mail:%')) };
  },
  'invoice-rescue': async () => {
    const order = await shop.newOrder();
    await shop.checkout.control('POST', 'webhooks/release');
    await shop.checkout.pay(await shop.pageOf(order));
    await until(async () => (await shop.state(order)).sales.length === 1);
    await runStatement(db, sql`delete from invoices where bucket_id is distinct from ${order.bucketId}`);
    await runStatement(db, sql`delete from graphile_worker._private_jobs where key like 'invoice:%'`);
    return { act: runOf(sweepInvoicesJob), effects: () => countOf(jobsLike('invoice:%')) };
  },
  'account-cleanup': async () => {
    const { id } = await app.createUser();
    await runStatement(db, sql`update sessions set created_at = app_now() - interval '40 days' where user_id = ${id}`);
    const isLeft = () => countOf(sql`select 1 from sessions where user_id = ${id}`);
    return { act: runOf(sweepAccountsJob), effects: async () => 1 - (await isLeft()) };
  },
  'export-cleanup': async () => {
    const { id } = await app.createUser();
    await runStatement(
      db,
      sql`
      insert into data_exports (id, user_id, state, requested_at, expires_at, storage_key, sha256, bytes)
      values (${newId()}, ${id}, 'ready', app_now(), app_now(), 'exports/old.zip', ${Buffer.alloc(32)}, 1)`,
    );
    const isLeft = () => countOf(sql`select 1 from data_exports where user_id = ${id}`);
    return { act: runOf(sweepDataExportsJob), effects: async () => 1 - (await isLeft()) };
  },
  'history-cleanup': async () => {
    const id = newId();
    await runStatement(
      db,
      sql`
      insert into error_logs (id, created_at, module_name, error_message)
      values (${id}, app_now() - interval '401 days', 'mail', 'long ago')`,
    );
    const isLeft = () => countOf(sql`select 1 from error_logs where id = ${id}`);
    return { act: runOf(sweepHistoryJob), effects: async () => 1 - (await isLeft()) };
  },
};

describe('a task that dies while committing has done and counted nothing; its repetition does both once:', () => {
  for (const taskType of taskTypes) {
    // It requests the provider first and then writes everything in one transaction; its own test shows that.
    if (taskType === 'ledger-comparison') continue;
    test(taskType, async () => {
      await clean();
      const { act, effects } = await tasks[taskType]();
      const earlier = await counted(taskType);
      assert.equal(await effects(), 0);

      await runStatement(db, sql`insert into crashes values (${taskType})`);
      await act().catch((error: Error) => assert.match(error.message, /killed/));
      assert.deepEqual([await effects(), await counted(taskType)], [0, earlier]);

      await runStatement(db, sql`delete from crashes`);
      await act();
      // What is done already may be done again or refused: either way it has no further effect.
      await act().catch(() => undefined);
      assert.deepEqual([await effects(), await counted(taskType)], [1, earlier + 1]);
    });
  }
});

test('a worker killed during a sweep has counted exactly its deletions, and so does the next', async (t) => {
  const busy = await startTestApp(t, { settings: { RETENTION_SWEEP_MS: '300' } });
  const sets = 1500;
  const { id, token } = await busy.createUser({ role: 'Admin' });
  await runStatement(
    busy.db,
    sql`
    insert into buckets (id, user_id, created_at, updated_at, deletion_date)
    select gen_random_uuid(), ${id}, app_now(), app_now(), app_now() - interval '1 day' from generate_series(1, ${sets}::int)`,
  );
  const left = async () => (await allRows(busy.db, sql`select 1 from buckets`)).length;
  const stones = async () => (await allRows(busy.db, sql`select 1 from bucket_tombstones`)).length;
  const counted = async () => (await busy.call(workerStats, { token })).data.current.tasksProcessed.deletedBuckets;

  const killed = await startWorkerProcess(t, busy);
  await until(async () => (await left()) < sets);
  await killed.signal('SIGKILL');
  await until(async () => (await left()) + (await stones()) === sets);
  const atDeath = await stones();
  assert.ok(atDeath > 0 && atDeath < sets, `${atDeath} of ${sets} sets: the kill came too early or too late`);
  assert.equal(await counted(), atDeath);

  await startWorkerProcess(t, busy);
  await until(async () => (await left()) === 0, 2 * patienceMs);
  assert.equal(await counted(), sets);
  const lines = await firstRow<{ deleted: number }>(
    busy.db,
    sql`select sum(deleted_buckets)::int as deleted from worker_runs where task_type = 'retention'`,
  );
  assert.equal(lines?.deleted, sets, 'the lines of the history say the same');
});

/** Nothing of the other tasks is due. */
async function clean(): Promise<void> {
  await noJobs();
  await runStatement(db, sql`delete from buckets`);
  await runStatement(db, sql`delete from file_removals`);
  await runStatement(db, sql`delete from generation_removals`);
  await runStatement(db, sql`delete from mails`);
}

async function noJobs(): Promise<void> {
  await runStatement(db, sql`delete from graphile_worker._private_jobs`);
}

function jobsLike(pattern: string): RawBuilder<unknown> {
  return sql`select 1 from graphile_worker.jobs where key like ${pattern}`;
}

/** Items of a task by the sums, which the lines of its history have to bear out. */
async function counted(taskType: string): Promise<number> {
  const row = await firstRow<{ sums: number; lines: number }>(
    db,
    sql`
    select (select coalesce(sum(items_processed), 0)::int from worker_totals where task_type = ${taskType}) as sums,
      (select coalesce(sum(items_processed), 0)::int from worker_runs where task_type = ${taskType}) as lines`,
  );
  assert.equal(row?.sums, row?.lines);
  return row?.sums ?? 0;
}

async function aReminder(status: 'paid' | 'pending'): Promise<Work> {
  const id = await aSet({ status, daysLeft: 2.5 });
  return {
    act: runOf(sweepRetentionJob),
    effects: () => countOf(sql`select 1 from mails where bucket_id = ${id}`),
  };
}

async function aSet({ status, daysLeft }: { status: 'paid' | 'pending'; daysLeft: number }): Promise<string> {
  const [id, user] = [newId(), await app.createUser()];
  await runStatement(
    db,
    sql`
    insert into buckets (id, user_id, status, created_at, updated_at, paid_at, deletion_date)
    values (${id}, ${user.id}, ${status}, app_now(), app_now(), ${status === 'paid' ? deps.clock.now() : null},
      app_now() + ${daysLeft}::float8 * interval '1 day')`,
  );
  return id;
}
