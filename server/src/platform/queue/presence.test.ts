import assert from 'node:assert/strict';
import { test, type TestContext } from 'vitest';
import type { Deps } from '../../deps.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { until } from '../../../test/until.ts';
import { queueMail } from '../../features/journal/queue-mail.ts';
import { startWorker } from '../../start/start-worker.ts';
import { sql } from 'kysely';
import { firstRow, runStatement } from '../../../test/statements.ts';

const app = await startTestApp(undefined, { settings: { LEASE_MS: '1000' } });

async function work(t: TestContext, changes: Partial<Deps> = {}): Promise<void> {
  const worker = await startWorker({ ...app.deps, ...changes }, 1);
  t.onTestFinished(() => worker.stop());
}

async function queuedMail({ db, createUser }: TestApp): Promise<string> {
  const user = await createUser();
  await db.transaction().execute((tx) => queueMail(tx, { kind: 'password-changed', userId: user.id }));
  const row = await firstRow<{ id: string }>(db, sql`select id from mails where user_id = ${user.id}`);
  return row?.id ?? '';
}

const isSent = async (id: string) =>
  (await firstRow<{ state: string }>(app.db, sql`select state from mails where id = ${id}`))?.state === 'sent';

test('a job that takes longer than a lease stays with its worker, and runs once', async (t) => {
  const release = Promise.withResolvers<void>();
  let sent = 0;
  const send = async () => {
    sent += 1;
    await release.promise;
  };
  const id = await queuedMail(app);
  await work(t, { mailer: { send } });
  await until(() => sent === 1);
  const job = () =>
    firstRow<{ locked: boolean; overdue: boolean }>(
      app.db,
      sql`
      select locked_at is not null as locked, (
        select max(heartbeat_at) from worker_processes) > (select min(locked_at) from graphile_worker._private_job_queues
          where locked_at is not null) + interval '2 seconds' as overdue
      from graphile_worker.jobs where key = ${`mail:${id}`}`,
    );
  await until(async () => (await job())?.overdue ?? false);
  assert.equal((await job())?.locked, true);
  release.resolve();
  await until(() => isSent(id));
  assert.equal(sent, 1);
});

test('a job whose queue was left locked by a dead worker runs', async (t) => {
  const id = await queuedMail(app);
  await runStatement(
    app.db,
    sql`
    update graphile_worker._private_job_queues set locked_by = 'pool-of-the-dead', locked_at = now() - interval '1 minute'
    where id = (select job_queue_id from graphile_worker._private_jobs where key = ${`mail:${id}`})`,
  );
  await work(t);
  await until(() => isSent(id));
});

test('a mail whose job was lost is sent by the sweep', async (t) => {
  const id = await queuedMail(app);
  await runStatement(app.db, sql`delete from graphile_worker._private_jobs where key = ${`mail:${id}`}`);
  await work(t);
  await until(() => isSent(id));
});
