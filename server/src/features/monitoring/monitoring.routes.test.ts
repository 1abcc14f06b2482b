import assert from 'node:assert/strict';
import { describe, test, vi } from 'vitest';
import { api } from '@keepsake/contract/api';
import * as monitoring from '@keepsake/contract/admin/monitoring';
import { startTestApp } from '../../../test/harness.ts';
import { sql } from 'kysely';
import { runStatement } from '../../../test/statements.ts';
import { recordError } from '../journal/error-log.queries.ts';
import { recordRun } from '../journal/task-run.queries.ts';
import { shareFigures } from './monitoring.routes.ts';

test('every admin call refuses visitors and customers, before its input is read', async (t) => {
  const { call, createUser } = await startTestApp(t);
  const { token } = await createUser();
  const admin = api.filter(({ endpoint }) => endpoint.access === 'admin');
  assert.ok(admin.length >= 20);
  for (const { name, endpoint } of admin) {
    const params = { id: 'not-an-id', key: '!' };
    assert.equal((await call(endpoint, { params })).status, 401, `${name} as a visitor`);
    assert.equal((await call(endpoint, { params, token })).status, 403, `${name} as a customer`);
  }
});

describe('lists', () => {
  test('errors come newest first, in pages', async (t) => {
    const { call, createUser, db } = await startTestApp(t);
    const { token } = await createUser({ role: 'Admin' });
    for (const i of [1, 2, 3]) await recordError(db, { moduleName: 'test', errorMessage: `fault ${i}` });
    const page = (await call(monitoring.listErrors, { token, query: { page: 1, limit: 2 } })).data;
    assert.equal(page.total, 3);
    assert.deepEqual(
      page.data.map(({ errorMessage }) => errorMessage),
      ['fault 3', 'fault 2'],
    );
  });

  test('a page or limit that makes no sense is refused with the field named', async (t) => {
    const { call, createUser } = await startTestApp(t);
    const { token } = await createUser({ role: 'Admin' });
    const refused = await call(monitoring.listErrors, { token, query: { page: 0, limit: 1000 } });
    assert.equal(refused.status, 400);
    assert.deepEqual(refused.error.fields, { page: 'Must be 1 or more.', limit: 'Must be 100 or less.' });
  });

  test('runs of tasks with what failed', async (t) => {
    const { call, createUser, db } = await startTestApp(t);
    const { token } = await createUser({ role: 'Admin' });
    const fault = { error: 'disk full', attempt: 1 };
    await recordRun(db, {
      taskType: 'retention',
      itemsProcessed: 2,
      successCount: 1,
      deletedBuckets: 1,
      durationMs: 12.4,
      errors: [fault],
    });
    await recordRun(db, {
      taskType: 'retention',
      itemsProcessed: 0,
      successCount: 0,
      durationMs: 1,
      errors: [],
    });
    const stats = (await call(monitoring.workerStats, { token })).data;
    assert.equal(stats.pagination.total, 1, 'runs that found nothing are not kept');
    assert.equal(stats.history[0]?.status, 'partial_failure');
    const [run] = stats.history;
    const { timestamp, ...noted } = run?.errors[0] ?? assert.fail('nothing was noted');
    assert.deepEqual(noted, fault);
    assert.ok(timestamp >= run.runAt, 'with the time at which it was written down');
    assert.equal(stats.current.tasksProcessed.deletedBuckets, 1);

    await runStatement(db, sql`delete from worker_runs`);
    const cleared = (await call(monitoring.workerStats, { token })).data;
    assert.equal(cleared.pagination.total, 0);
    assert.equal(cleared.current.tasksProcessed.deletedBuckets, 1, 'a line that is cleared away keeps what it counted');
  });
});

/** Figures that take `tookMs` to compute, by the test's own clock. */
function slowFigures(tookMs: number) {
  let [now, made] = [1000, 0];
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const figures = shareFigures(async () => {
    now += tookMs;
    made += 1;
    return made;
  });
  return { figures, pass: (ms: number) => (now += ms) };
}

test('simultaneous requests share one computation', async () => {
  const { figures } = slowFigures(10);
  assert.deepEqual(await Promise.all([figures(), figures(), figures()]), [1, 1, 1]);
  assert.equal(await figures(), 2);
});

test('keeps slow figures for a while, then computes them again', async () => {
  const { figures, pass } = slowFigures(1000);
  assert.equal(await figures(), 1);
  pass(18_000);
  assert.equal(await figures(), 1);
  pass(2000);
  assert.equal(await figures(), 2);
});

test('keeps no failure', async () => {
  let isDown = true;
  const figures = shareFigures(async () => {
    if (isDown) throw new Error('no database');
    return 'figures';
  });
  await assert.rejects(figures(), /no database/);
  isDown = false;
  assert.equal(await figures(), 'figures');
});
