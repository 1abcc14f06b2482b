import assert from 'node:assert/strict';
import { describe, test, vi } from 'vitest';
import { api } from '@keepsake/contract/api';
import { listAudit } from '@keepsake/contract/admin/audit';
import * as monitoring from '@keepsake/contract/admin/monitoring';
import { startTestApp, type TestUser } from '../../../test/harness.ts';
import { createPhotoSet } from '../../../test/photo-set.ts';
import { sql } from 'kysely';
import { runStatement } from '../../../test/statements.ts';
import { until } from '../../../test/until.ts';
import { newId } from '../../platform/ids.ts';
import { recordError } from '../journal/error-log.queries.ts';
import { recordRun } from '../journal/task-run.queries.ts';
import { sumStored } from './figures/stored-sum.queries.ts';
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

test('the overview counts what needs an administrator, what waits and what is stored', async (t) => {
  const app = await startTestApp(t);
  const { db, call } = app;
  const { token } = await app.createUser({ role: 'Admin' });
  const read = async () => (await call(monitoring.overview, { token })).data;
  const calm = await read();
  assert.deepEqual(new Set(Object.values(calm.attention)), new Set([0]));
  assert.deepEqual([calm.waiting.films, calm.waiting.oldestFilm, calm.stored], [0, 0, null]);
  await sumStored(db);

  const user = await app.createUser();
  const { bucketId, photoIds } = await createPhotoSet(db, user.id, [[1], [1], [1]]);
  for (const [index, state] of ['queued', 'failed', 'failed'].entries())
    await runStatement(
      db,
      sql`insert into films (id, bucket_id, photo_id, number, action, prompt, effect, seed, state, created_at, failure_code)
        values (${newId()}, ${bucketId}, ${photoIds[index]}, 1, '{}', '', 'smile', 1, ${state}, app_now() - interval '1 hour', 'moderation')`,
    );
  await runStatement(
    db,
    sql`insert into checkouts (id, bucket_id, user_id, revision, price, amount, currency, photos, films, idempotency_key, state, payment_intent,
        created_at, expires_at, completed_at)
      values (${newId()}, ${bucketId}, ${user.id}, 1, '{}', 499, 'USD', 1, 1, 'disputed', 'complete', 'pi_1', app_now(), app_now(), app_now())`,
  );
  // The account at the payment provider has another shop's payment too.
  await runStatement(
    db,
    sql`insert into payment_ledger (kind, provider_ref, payment_intent, amount, currency, recorded_at)
      select kind, ref, payment, 499, 'USD', app_now() from (values ('dispute', 'd1', 'pi_1'), ('dispute', 'd2', 'pi_1'), ('dispute_won', 'd2', 'pi_1'),
        ('dispute', 'd3', 'pi_of_another_shop')) v (kind, ref, payment)`,
  );
  await runStatement(
    db,
    sql`insert into provider_pauses (provider, provider_url, until, reason, kind) values
      ('luma', 'https://a.example', now() - interval '1 minute', 'credit', 'account'), ('luma', 'https://b.example', now() - interval '1 minute', 'busy', 'busy')`,
  );
  // On a busy machine the calm figures are kept for a while.
  await until(async () => (await read()).attention.failedFilms > 0);
  const { attention, waiting, stored } = await read();
  assert.deepEqual(
    [attention.failedFilms, attention.openDisputes, attention.stoppedProviders, attention.failedInvoices],
    [2, 1, 1, 0],
  );
  assert.equal(waiting.films, 1);
  for (const hours of [1, 23, 25])
    await runStatement(
      db,
      sql`insert into error_logs (id, created_at, module_name, error_message)
        values (${newId()}, app_now() - ${`${hours} hours`}::interval, 'mail', 'Something went wrong')`,
    );
  const query = { recent: 'true', state: 'all' };
  const [counts, errors, groups] = [
    (await call(monitoring.dashboard, { token })).data.errorsLast24h,
    (await call(monitoring.listErrors, { token, query: { recent: 'true' } })).data.total,
    (await call(monitoring.listErrorGroups, { token, query })).data.data.map(({ count }) => count),
  ];
  assert.deepEqual([counts, errors, groups], [2, 2, [2]]);
  assert.ok(Math.abs(waiting.oldestFilm - 3600) < 60, `${waiting.oldestFilm} s`);
  assert.deepEqual(
    [stored?.photos, stored?.films],
    [
      { files: 3, bytes: 3000 },
      { files: 0, bytes: 0 },
    ],
    'few files are summed up at once, however long ago that was done last',
  );
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

  test('errors that differ in ids and numbers are one group, until it is resolved and once it happens again', async (t) => {
    const { call, createUser, db } = await startTestApp(t);
    const [anna, bela] = [
      await createUser({ role: 'Admin', name: 'Anna' }),
      await createUser({ role: 'Admin', name: 'Bela' }),
    ];
    const { bucketId, photoIds } = await createPhotoSet(db, anna.id, [[1]]);
    const [photoId] = photoIds;
    const failed = (n: number) =>
      recordError(db, { moduleName: 'videos', errorMessage: `Film ${newId()} failed, try ${n}`, photoId });
    await failed(1);
    await failed(2);
    await recordError(db, { moduleName: 'payment', errorMessage: `No session for set ${bucketId.toUpperCase()} 가족` });
    const list = async (query: Record<string, string> = {}) =>
      (await call(monitoring.listErrorGroups, { token: anna.token, query })).data;
    const { data, total, modules } = await list();
    assert.equal(total, 2);
    assert.deepEqual(modules, ['payment', 'videos']);
    const [payment, videos] = [data[0] ?? assert.fail(), data[1] ?? assert.fail()];
    assert.deepEqual([videos.count, videos.open, videos.resolved], [2, true, null]);
    assert.match(videos.last.errorMessage, /try 2$/, 'the newest stands for all');
    assert.deepEqual([videos.last.Content?.id, videos.last.bucketId], [photoId, bucketId]);
    assert.equal(payment.last.bucketId, bucketId, 'which its message names');
    assert.ok(videos.firstAt < videos.last.createdAt);

    const found = async (query: Record<string, string>) => (await list(query)).data.map(({ moduleName }) => moduleName);
    assert.deepEqual(await found({ module: 'videos' }), ['videos']);
    assert.deepEqual(await found({ search: 'TRY 1' }), ['videos'], 'also by an entry that is not the newest');
    assert.deepEqual(
      await found({ search: `sess ${bucketId.slice(0, 8)}` }),
      ['payment'],
      'by beginnings of its words',
    );
    assert.deepEqual(await found({ search: '가족' }), ['payment'], 'in every alphabet');
    for (const search of ['ilm', 'try 1 session', "%_*:&|!<>()'\\ "])
      assert.deepEqual(await found({ search }), [], search);
    assert.deepEqual(await found({ to: '2020-01-01' }), []);
    assert.deepEqual(await found({ from: '2020-01-01' }), ['payment', 'videos']);
    const entries = (await call(monitoring.listErrors, { token: anna.token, query: { group: videos.key } })).data;
    assert.equal(entries.total, 2);

    const resolve = ({ token }: TestUser) =>
      call(monitoring.resolveErrors, { token, params: { key: videos.key }, body: { lastId: videos.last.id } });
    const answers = await Promise.all([resolve(anna), resolve(bela), resolve(anna)]);
    const [first] = answers.map((answer) => answer.data);
    for (const { data: said } of answers) assert.deepEqual(said, first, 'each learns who was the first');
    assert.match(first?.resolved.by ?? '', /^(Anna|Bela)$/);
    assert.deepEqual(await found({}), ['payment']);
    assert.deepEqual(await found({ state: 'resolved' }), ['videos']);
    const audited = (await call(listAudit, { token: anna.token, query: { action: 'errors.resolve' } })).data;
    assert.equal(audited.total, 1);

    await failed(3);
    const [again] = (await list()).data;
    assert.deepEqual([again?.key, again?.open, again?.count], [videos.key, true, 3]);
    assert.equal(again?.resolved?.by, first?.resolved.by, 'and it says that it was resolved before');
    assert.equal((await resolve(bela)).data.open, true, 'what was not seen is not resolved');
    const other = { params: { key: payment.key }, body: { lastId: videos.last.id }, token: anna.token };
    assert.equal((await call(monitoring.resolveErrors, other)).status, 404);
    for (const query of [{ state: 'maybe' }, { from: '2026-02-30' }, { page: 0 }])
      assert.equal((await call(monitoring.listErrorGroups, { token: anna.token, query })).status, 400);
  });

  test('an invalid page or limit is refused with the name of the field', async (t) => {
    const { call, createUser } = await startTestApp(t);
    const { token } = await createUser({ role: 'Admin' });
    const refused = await call(monitoring.listErrors, { token, query: { page: 0, limit: 1000 } });
    assert.equal(refused.status, 400);
    assert.deepEqual(refused.error.fields, { page: 'Must be 1 or more.', limit: 'Must be 100 or less.' });
  });

  test('runs of tasks come with their failures', async (t) => {
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
  }, 250);
  return { figures, pass: (ms: number) => (now += ms) };
}

test('simultaneous requests share one computation of the figures', async () => {
  const { figures } = slowFigures(10);
  assert.deepEqual(await Promise.all([figures(), figures(), figures()]), [1, 1, 1]);
  assert.equal(await figures(), 2);
});

test('slow figures are cached for a while, then computed again', async () => {
  const { figures, pass } = slowFigures(1000);
  assert.equal(await figures(), 1);
  pass(18_000);
  assert.equal(await figures(), 1);
  pass(2000);
  assert.equal(await figures(), 2);
});

test('a failure is not cached', async () => {
  let isDown = true;
  const figures = shareFigures(async () => {
    if (isDown) throw new Error('no database');
    return 'figures';
  }, 250);
  await assert.rejects(figures(), /no database/);
  isDown = false;
  assert.equal(await figures(), 'figures');
});
