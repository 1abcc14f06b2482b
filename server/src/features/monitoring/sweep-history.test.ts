import assert from 'node:assert/strict';
import { test } from 'vitest';
import { workerStats } from '@keepsake/contract/admin/monitoring';
import { startTestApp } from '../../../test/harness.ts';
import { atMoment } from '../../../test/shop-history.ts';
import { sql } from 'kysely';
import { allRows, runStatement } from '../../../test/statements.ts';
import { runningJob } from '../../../test/running-job.ts';
import { activityPerDay } from './figures/figure-sum.queries.ts';
import { recordError } from '../journal/error-log.queries.ts';
import { sweepHistoryJob } from './sweep-history.job.ts';
import { recordRun } from '../journal/task-run.queries.ts';

const dayMs = 86_400_000;

test('old errors, runs and days of activity are deleted; recent ones and all totals stay', async (t) => {
  const app = await startTestApp(t);
  const { db, deps } = app;
  const { id, token } = await app.createUser({ role: 'Admin' });
  for (const days of [0, 399, 401]) {
    await atMoment(db, new Date(Date.now() - days * dayMs), async (tx) => {
      await recordError(tx, { moduleName: 'mail', errorMessage: `${days} days ago` });
      await recordRun(tx, {
        taskType: 'retention',
        itemsProcessed: 3,
        successCount: 3,
        durationMs: 1,
        errors: [],
      });
    });
  }
  await runStatement(
    db,
    sql`
    insert into user_activity (day, user_id)
    select (app_now() at time zone 'UTC')::date - ago, ${id} from unnest(${[0, 89, 91]}::int[]) ago on conflict do nothing`,
  );
  const people = await activityPerDay(db, 100);
  const retention = async () => {
    const { tasks, history } = (await app.call(workerStats, { token, query: { limit: 50 } })).data;
    const { itemsProcessed } = tasks.find(({ taskType }) => taskType === 'retention') ?? {};
    return [itemsProcessed, history.filter(({ taskType }) => taskType === 'retention').length];
  };
  assert.deepEqual(await retention(), [9, 3]);

  await sweepHistoryJob.run({}, deps, runningJob);

  const left = await allRows<{ errorMessage: string }>(
    db,
    sql`
    select error_message from error_logs where module_name = 'mail' order by created_at desc`,
  );
  assert.deepEqual(
    left.map(({ errorMessage }) => errorMessage),
    ['0 days ago', '399 days ago'],
  );
  assert.deepEqual(await retention(), [9, 2]);
  const days = await allRows(db, sql`select day from user_activity where user_id = ${id}`);
  assert.equal(days.length, 2);
  assert.deepEqual(await activityPerDay(db, 100), people);
  const [run] = await allRows<{ items: number }>(
    db,
    sql`
    select items_processed as items from worker_runs where task_type = 'history-cleanup'`,
  );
  assert.equal(run?.items, 3);
});
