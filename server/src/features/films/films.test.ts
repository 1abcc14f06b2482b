import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'vitest';
import { orderFilms, type FilmOrder, silentVideoService } from '../../../test/film-order.ts';
import { startTestApp } from '../../../test/harness.ts';
import { sql, type RawBuilder } from 'kysely';
import { allRows, firstRow, runStatement } from '../../../test/statements.ts';
import { runningJob } from '../../../test/running-job.ts';
import { newId } from '../../platform/ids.ts';
import { createFilms, type PaidPhoto } from './create-films.ts';
import { fillSlotsJob } from './attempts/fill-slots.job.ts';
import { retryAllFilms, retryFilmsOfBucket, retryFilmsOfPhoto, retryOneFilm } from './retry-film.ts';
import { failedFilms } from './failed-film.queries.ts';
import * as films from './film.queries.ts';
import { nextFilmDueMs, nextWaitingFilms } from './waiting-film.queries.ts';

const app = await startTestApp(undefined, { settings: silentVideoService });
const { db, deps } = app;
const admin = await app.createUser({ role: 'Admin' });
const actor = { userId: admin.id, role: 'Admin' } as Parameters<typeof retryFilmsOfPhoto>[1];

beforeEach(async () => {
  await runStatement(db, sql`delete from buckets`);
  await runStatement(db, sql`delete from graphile_worker._private_jobs`);
});

const states: Record<string, RawBuilder<unknown>> = {
  queued: sql`state = 'queued'`,
  creating: sql`state = 'creating'`,
  retry_pending: sql`state = 'retry_pending'`,
  failed: sql`state = 'failed', failure_code = 'moderation', failure_reason = 'because'`,
  done: sql`state = 'done', done_at = now(), film_key = 'films/a.mp4', film_sha256 = sha256('film'), film_bytes = 4`,
};

/** A paid set of one photo whose films are in these states, in their order. */
async function order(...given: string[]): Promise<FilmOrder & { ids: string[] }> {
  const made = await orderFilms(app, [[given.length]]);
  const rows = await allRows<{ id: string }>(
    db,
    sql`select id from films where bucket_id = ${made.bucketId} order by number`,
  );
  for (const [place, state] of given.entries())
    await runStatement(db, sql`update films set ${states[state] ?? sql``} where id = ${rows[place]?.id}`);
  await runStatement(db, sql`delete from graphile_worker._private_jobs`);
  return { ...made, ids: rows.map(({ id }) => id) };
}

const jobs = async () =>
  (await allRows<{ name: string }>(db, sql`select task_identifier as name from graphile_worker.jobs`)).map(
    ({ name }) => name,
  );

describe('the films of a set', () => {
  test('are counted as open, done and failed', async () => {
    const counted = await order('queued', 'creating', 'retry_pending', 'failed', 'done', 'done');
    await order('queued', 'failed', 'done');
    assert.deepEqual(await db.transaction().execute((tx) => films.countFilms(tx, counted.bucketId)), {
      open: 3,
      done: 2,
      failed: 1,
    });
  });

  test('of all customers are counted as waiting and being made', async () => {
    await order('queued', 'creating', 'retry_pending', 'failed', 'done');
    await order('queued', 'creating', 'creating', 'creating');
    assert.deepEqual(await films.countOpen(db), { waiting: 3, making: 4, unknown: 0 });
    await order('queued');
    await fillSlotsJob.run({}, deps, runningJob);
    await runStatement(db, sql`update attempts set state = 'unknown' where id = (select id from attempts limit 1)`);
    assert.ok((await allRows(db, sql`select 1 from attempts`)).length > 1);
    assert.equal((await films.countOpen(db)).unknown, 1);
  });

  test('that failed are listed with their photos, in the order in which they were bought', async () => {
    const { bucketId } = await order('failed', 'done', 'failed');
    await order('failed');
    const failed = await db.transaction().execute((tx) => failedFilms(tx, bucketId));
    assert.deepEqual(
      failed.map(({ photo, number, failureCode }) => [photo, number, failureCode]),
      [
        ['photo 1.jpg', 1, 'moderation'],
        ['photo 1.jpg', 3, 'moderation'],
      ],
    );
  });

  test('as they were sold are those of one photo of one set', async () => {
    const [one, other] = [await orderFilms(app, [[2], [1]]), await order('queued')];
    const sold = (bucketId: string, photoId = '') =>
      db.transaction().execute((tx) => films.soldFilms(tx, bucketId, photoId));
    assert.deepEqual(
      (await sold(one.bucketId, one.photoIds[0])).map(({ number }) => number),
      [1, 2],
    );
    assert.deepEqual(await sold(one.bucketId, other.photoIds[0]), []);
    assert.equal((await sold(one.bucketId, one.photoIds[1])).length, 1);
  });

  test('are as many as were ordered, each of a prompt that there is', async () => {
    const { bucketId, photoIds } = await orderFilms(app, [[1]]);
    await runStatement(db, sql`delete from films`);
    const row = await firstRow<{ promptId: string }>(db, sql`select prompt_id from photo_prompts`);
    const create = (...actions: PaidPhoto['actions']) =>
      db.transaction().execute((tx) => createFilms(tx, bucketId, [{ photoId: photoIds[0] ?? '', actions }]));
    const promptId = row?.promptId ?? '';
    assert.equal(await create({ promptId, variety: 3, agreedTo: 'no_face' }), 3);
    assert.deepEqual(await allRows(db, sql`select distinct agreed_to from films`), [{ agreedTo: 'no_face' }]);
    assert.equal(await create(), 0);
    await assert.rejects(create({ promptId: newId(), variety: 1 }), /paid with the prompt .* which does not exist/);
  });

  test('to delete are all of a set, or the given ones of it', async () => {
    const [one, other] = [await order('done', 'queued', 'failed'), await order('done')];
    const [first = ''] = one.ids;
    const toDelete = (which: string[] | 'all') =>
      db.transaction().execute((tx) => films.filmsToDelete(tx, one.bucketId, which));
    assert.deepEqual(
      (await toDelete('all')).map(({ id }) => id),
      one.ids.toSorted(),
    );
    assert.deepEqual(await toDelete([first, ...other.ids]), [{ id: first, filmKey: 'films/a.mp4', posterKey: null }]);
    await db.transaction().execute((tx) => films.deleteFilms(tx, [first]));
    assert.deepEqual([(await toDelete('all')).length, (await allRows(db, sql`select 1 from films`)).length], [2, 3]);
  });

  test('are recognised by their bytes, since the first with these was made', async () => {
    const [made, unknown] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    const record = () => db.transaction().execute((tx) => films.recordFingerprint(tx, made));
    await record();
    const since = await films.findFilmMadeAt(db, made);
    await record();
    assert.ok(since);
    assert.deepEqual(
      [await films.findFilmMadeAt(db, made), await films.findFilmMadeAt(db, unknown)],
      [since, undefined],
    );
  });

  test('change one by one', async () => {
    const [{ ids }, other] = [await order('queued'), await order('queued')];
    const [id = ''] = ids;
    const ofOther = sql`select * from films where id = ${other.ids[0]}`;
    const before = await firstRow(db, ofOther);
    const facts = { bytes: 4, sha256: Buffer.alloc(32), width: 720, height: 540, durationMs: 5000, report: null };
    await runStatement(db, sql`update films set created_at = app_now() - interval '1 hour' where id = ${id}`);
    await db.transaction().execute(async (tx) => {
      await films.startFilm(tx, id);
      const started = await firstRow(tx, sql`select started_at = app_now() as is_now from films where id = ${id}`);
      assert.deepEqual(started, { isNow: true });
      const locked = await films.lockFilm(tx, id);
      assert.ok(locked);
      await films.requeueFilm(tx, locked, { failures: 1 }, 1000);
      await films.setFilmFailed(tx, id, 'storage', 'because');
      await films.setFilmDone(tx, id, { filmKey: 'films/b.mp4', posterKey: null, ...facts });
    });
    assert.deepEqual(await firstRow(db, ofOther), before);
  });

  test('are locked with what is needed to end an attempt, if they are there', async () => {
    const { ids, bucketId, user, photoIds } = await order('creating');
    const lock = (id = '') => db.transaction().execute((tx) => films.lockFilm(tx, id));
    assert.deepEqual(await lock(ids[0]), {
      id: ids[0],
      bucketId,
      photoId: photoIds[0],
      userId: user.id,
      state: 'creating',
      failures: 0,
      losses: 0,
      isGranted: false,
      agreedTo: null,
    });
    assert.equal(await lock(newId()), undefined);
  });
});

describe('the next film', () => {
  const next = () => nextFilmDueMs(db);
  const wait = (id: string | undefined, ms: number) =>
    runStatement(db, sql`update films set try_after = now() + ${ms}::int * interval '1 millisecond' where id = ${id}`);

  test('is due when the first of those that wait is', async () => {
    assert.equal(await next(), undefined);
    const { ids } = await order('queued', 'retry_pending', 'creating', 'failed');
    await wait(ids[0], 60_000);
    await wait(ids[1], 30_000);
    await wait(ids[2], 1000);
    const ms = (await next()) ?? 0;
    assert.ok(ms > 25_000 && ms <= 30_000, `${ms} ms`);
    await wait(ids[1], -5000);
    assert.equal(await next(), 0);
    await runStatement(db, sql`update films set try_after = null`);
    assert.equal(await next(), 0);
  });

  test('is none that is being made, has failed or whose time has not come', async () => {
    const { ids } = await order('creating', 'failed', 'queued', 'retry_pending', 'done');
    const turns = async (count = 9) =>
      (await db.transaction().execute((tx) => nextWaitingFilms(tx, count))).map(({ id }) => ids.indexOf(id));
    assert.deepEqual(await turns(), [2, 3]);
    assert.deepEqual(await turns(1), [2]);
    await wait(ids[2], 60_000);
    assert.deepEqual(await turns(), [3]);
    await wait(ids[2], -1000);
    assert.deepEqual(await turns(), [2, 3]);
    await runStatement(db, sql`update films set last_retry_at = now() - interval '1 day' where id = ${ids[3]}`);
    assert.deepEqual(await turns(), [3, 2], 'who has waited longest comes first');
    await runStatement(db, sql`update films set last_retry_at = now() - interval '2 days' where id = ${ids[2]}`);
    assert.deepEqual(await turns(), [2, 3]);
  });
});

describe('retrying', () => {
  test('of a photo queues its failed films again, and starts them', async () => {
    const { ids, photoIds } = await order('failed', 'done', 'failed');
    const other = await order('failed');
    await runStatement(db, sql`update films set failures = 2, losses = 3, try_after = now() where id = ${ids[0]}`);
    assert.equal(await retryFilmsOfPhoto(deps, actor, photoIds[0] ?? ''), 2);
    const rows = await allRows<{ id: string }>(
      db,
      sql`
      select id, state, retry_count, failures, losses, try_after, last_retry_at is not null as retried from films`,
    );
    const rowOf = (id: string | undefined) => rows.find((row) => row.id === id);
    const anew = { state: 'retry_pending', retryCount: 1, failures: 0, losses: 0, tryAfter: null, retried: true };
    assert.deepEqual(rowOf(ids[0]), { id: ids[0], ...anew });
    assert.deepEqual(rowOf(ids[2]), { id: ids[2], ...anew });
    const untouched = { retryCount: 0, failures: 0, losses: 0, tryAfter: null, retried: false };
    assert.deepEqual(rowOf(ids[1]), { id: ids[1], state: 'done', ...untouched });
    assert.deepEqual(rowOf(other.ids[0]), { id: other.ids[0], state: 'failed', ...untouched });
    assert.deepEqual(await jobs(), ['fill-slots']);
    const change = await firstRow(
      db,
      sql`select action, subject, before, after from audit_log where action = 'videos.retry' order by at desc limit 1`,
    );
    assert.deepEqual(change, {
      action: 'videos.retry',
      subject: photoIds[0],
      before: { failed: 2 },
      after: { retried: 2 },
    });
  });

  test('of a photo without failed films, or of none, is refused', async () => {
    const { photoIds } = await order('done', 'queued');
    await assert.rejects(retryFilmsOfPhoto(deps, actor, photoIds[0] ?? ''), { code: 'retry_not_possible' });
    await assert.rejects(retryFilmsOfPhoto(deps, actor, newId()), { code: 'not_found' });
    assert.deepEqual(await jobs(), []);
  });

  test('of a set, or of one film, queues what has failed again, and starts it', async () => {
    const { ids, bucketId } = await order('failed', 'failed', 'done');
    const other = await order('failed');
    const [first = ''] = ids;
    await retryOneFilm(deps, actor, first);
    assert.deepEqual(await jobs(), ['fill-slots']);
    await runStatement(db, sql`delete from graphile_worker._private_jobs`);
    assert.equal(await retryFilmsOfBucket(deps, actor, bucketId), 1);
    assert.deepEqual(await jobs(), ['fill-slots']);
    const rows = await allRows<{ id: string; state: string }>(db, sql`select id, state from films`);
    assert.deepEqual(
      [...ids, ...other.ids].map((id) => rows.find((row) => row.id === id)?.state),
      ['retry_pending', 'retry_pending', 'done', 'failed'],
    );
    const changes = sql`
      select action, subject, before, after from audit_log where subject in (${first}, ${bucketId}) order by action desc`;
    assert.deepEqual(await allRows(db, changes), [
      { action: 'videos.retry', subject: first, before: { failed: 1 }, after: { retried: 1 } },
      { action: 'orders.retry', subject: bucketId, before: { failed: 1 }, after: { retried: 1 } },
    ]);
    await assert.rejects(retryOneFilm(deps, actor, first), { code: 'retry_not_possible' });
    await assert.rejects(retryOneFilm(deps, actor, newId()), { code: 'not_found' });
    await assert.rejects(retryFilmsOfBucket(deps, actor, bucketId), { code: 'retry_not_possible' });
    await assert.rejects(retryFilmsOfBucket(deps, actor, newId()), { code: 'bucket_deleted' });
  });

  test('of what was refunded is refused', async () => {
    const { ids, bucketId, photoIds } = await order('failed');
    const creditId = newId();
    await runStatement(
      db,
      sql`
      insert into credits (id, kind, bucket_id, payment_intent, amount, currency, note, recorded_by, recorded_at)
      values (${creditId}, 'refund', ${bucketId}, 'pi_1', 199, 'EUR', 'Paid back.', ${admin.id}, app_now())`,
    );
    await runStatement(
      db,
      sql`
      insert into owed_films (id, film_id, bucket_id, failure_code, owed_at, settled_at, settlement, credit_id)
      values (${newId()}, ${ids[0]}, ${bucketId}, 'moderation', app_now(), app_now(), 'refund', ${creditId})`,
    );
    const refused = { code: 'film_refunded' };
    await assert.rejects(retryFilmsOfPhoto(deps, actor, photoIds[0] ?? ''), refused);
    await assert.rejects(retryFilmsOfBucket(deps, actor, bucketId), refused);
    await assert.rejects(retryOneFilm(deps, actor, ids[0] ?? ''), refused);
  });

  test('of everything starts what it found, and says what it left', async () => {
    assert.deepEqual(await retryAllFilms(deps, actor), { retried: 0, skipped: 0 });
    assert.deepEqual(await jobs(), [], 'nothing is started for nothing');
    const { ids } = await order('failed', 'failed', 'failed');
    await runStatement(db, sql`update films set failure_code = 'unconfirmed' where id = ${ids[0]}`);
    assert.deepEqual(await retryAllFilms(deps, actor), { retried: 2, skipped: 1 });
    assert.deepEqual(await jobs(), ['fill-slots']);
    const change = await firstRow(
      db,
      sql`select before, after from audit_log where action = 'videos.retry_all' order by at desc limit 1`,
    );
    assert.deepEqual(change, { before: { failed: 3 }, after: { failed: 1, retried: 2 } });
  });
});
