import assert from 'node:assert/strict';
import { test } from 'vitest';
import { retryOrder } from '@keepsake/contract/admin/order-page';
import { listFailedSets, retryFilm } from '@keepsake/contract/films/failed-sets';
import { failedVideos, listFailedPhotos, retryGeneration, retryGenerations } from '@keepsake/contract/films/videos';
import { filmsOf, orderFilms } from '../../../test/film-order.ts';
import { startTestApp } from '../../../test/harness.ts';
import { sql } from 'kysely';
import { allRows, firstRow, runStatement } from '../../../test/statements.ts';

const app = await startTestApp(undefined);
const { token } = await app.createUser({ role: 'Admin' });

/** An order of films of which each has failed for one of these reasons. */
async function failed(...codes: string[]) {
  const order = await orderFilms(app, [[codes.length]]);
  for (const [at, code] of codes.entries())
    await runStatement(
      app.db,
      sql`
      update films set state = 'failed', failure_code = ${code}, failure_reason = 'What the service said.'
      where bucket_id = ${order.bucketId} and number = ${at + 1}`,
    );
  return order;
}

test('all failed films are requested again except those that may be charged twice, and the reply says how many', async () => {
  const [refused, moderated] = [await failed('provider_refused'), await failed('moderation')];
  const [unconfirmed, late] = [await failed('unconfirmed'), await failed('timed_out')];
  const state = async ({ bucketId }: { bucketId: string }) => (await filmsOf(app, bucketId))[0]?.state;

  const both = await failed('storage', 'unconfirmed');

  const answers = await Promise.all(Array.from({ length: 3 }, () => app.call(retryGenerations, { token })));
  assert.ok(answers.every(({ status, data }) => status === 200 && data.skipped === 3));
  const retried = answers.reduce((sum, { data }) => sum + data.retried, 0);
  assert.equal(retried, 3, 'clicked three times at once, each film is asked for once');
  assert.deepEqual([await state(refused), await state(moderated)], ['retry_pending', 'retry_pending']);
  assert.deepEqual([await state(unconfirmed), await state(late)], ['failed', 'failed']);
  assert.deepEqual((await filmsOf(app, both.bucketId)).map((film) => film.state).toSorted(), [
    'failed',
    'retry_pending',
  ]);
  const rows = await allRows<{ retryCount: number }>(app.db, sql`select retry_count from films order by retry_count`);
  assert.deepEqual(
    rows.map(({ retryCount }) => retryCount),
    [0, 0, 0, 1, 1, 1],
  );

  const { data } = await app.call(failedVideos, { token });
  const shown = data.find(({ bucketId }) => bucketId === late.bucketId);
  assert.deepEqual([shown?.status, shown?.mayBeChargedTwice], ['failed', true]);
  const [film] = shown?.films ?? [];
  assert.deepEqual(
    [film?.failureCode, film?.failureReason, film?.attempts],
    ['timed_out', 'What the service said.', 0],
  );
  assert.equal(data.find(({ bucketId }) => bucketId === refused.bucketId)?.status, 'retry_pending');
});

test('photos with failed films are listed in pages, however many, and all of them are retried; other programs get the latest as a list', async () => {
  await runStatement(app.db, sql`delete from buckets`);
  const photos = Array.from({ length: 70 }, () => [1]);
  const orders = [await orderFilms(app, photos), await orderFilms(app, photos), await orderFilms(app, photos)];
  await runStatement(app.db, sql`update films set state = 'failed', failure_code = 'moderation'`);
  const page = async (query: Record<string, number>) => (await app.call(listFailedPhotos, { query, token })).data;

  const last = await page({ page: 21 });
  assert.deepEqual([last.data.length, last.total, last.failedFilms], [10, 210, 210]);
  assert.deepEqual((await page({ page: 22 })).data, []);
  const pages = [await page({ limit: 100 }), await page({ limit: 100, page: 2 }), await page({ limit: 100, page: 3 })];
  const ids = pages.flatMap(({ data }) => data.map(({ id }) => id));
  assert.deepEqual(ids.toSorted(), orders.flatMap(({ photoIds }) => photoIds).toSorted(), 'each once');
  assert.deepEqual(
    (await app.call(failedVideos, { token })).data.map(({ id }) => id),
    ids.slice(0, 200),
  );

  assert.equal((await app.call(retryGenerations, { token })).data.retried, 210);
  const { total, failedFilms, data } = await page({ page: 21 });
  assert.deepEqual([total, failedFilms, data[0]?.status], [210, 0, 'retry_pending']);
});

test('failed films are listed by set, one is retried by itself, and stays listed until an hour after its end', async () => {
  await runStatement(app.db, sql`delete from buckets`);
  const [older, newer] = [await failed('unconfirmed', 'moderation'), await failed('storage')];
  const list = async (query = {}) => (await app.call(listFailedSets, { token, query })).data;
  const { data, total, failedFilms } = await list();
  assert.deepEqual(
    [data.map(({ bucketId }) => bucketId), total, failedFilms],
    [[newer.bucketId, older.bucketId], 2, 3],
  );
  assert.equal(data[0]?.customer.email, newer.user.email);
  assert.ok(data[0]?.paidAt);
  const films = data[1]?.photos[0]?.films ?? [];
  assert.deepEqual(
    films.map(({ state, mayBeChargedTwice }) => [state, mayBeChargedTwice]),
    [
      ['failed', true],
      ['failed', false],
    ],
  );
  assert.deepEqual(
    (await list({ page: 2, limit: 1 })).data.map(({ bucketId }) => bucketId),
    [older.bucketId],
  );
  await runStatement(
    app.db,
    sql`update films set agreed_to = 'no_hand' where bucket_id = ${older.bucketId} and number = 1`,
  );
  assert.deepEqual(
    (await list()).data[1]?.photos[0]?.films.map(({ agreedAs, lack }) => [agreedAs, lack]),
    [
      ['nod', null],
      [undefined, null],
    ],
  );

  const id = films[1]?.id ?? assert.fail();
  const retry = () => app.call(retryFilm, { token, params: { id } });
  const answers = await Promise.all([retry(), retry()]);
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409]);
  const stateOf = async () =>
    (await list()).data.flatMap(({ photos }) => photos.flatMap((photo) => photo.films)).find((film) => film.id === id)
      ?.state;
  assert.equal(await stateOf(), 'retry_pending');
  await runStatement(app.db, sql`update films set state = 'creating' where id = ${id}`);
  assert.equal(await stateOf(), 'creating');
  const done = (ago: string) =>
    runStatement(
      app.db,
      sql`update films set state = 'done', done_at = app_now() - ${ago}::interval, film_key = 'k', film_bytes = 1, film_sha256 = sha256('') where id = ${id}`,
    );
  await done('59 minutes');
  assert.equal(await stateOf(), 'done');
  await done('61 minutes');
  assert.equal(await stateOf(), undefined);
});

test('a set whose films are retried on its last day is kept for thirty days, however they are retried', async () => {
  await runStatement(app.db, sql`delete from buckets`);
  const orders = [await failed('storage'), await failed('storage'), await failed('storage'), await failed('storage')];
  const [one, photo, set, all] = orders.map((order) => ({ ...order, photoId: order.photoIds[0] ?? '' }));
  assert.ok(one && photo && set && all);
  await runStatement(app.db, sql`update buckets set deletion_date = app_now() + interval '1 hour'`);
  const daysLeft = ({ bucketId }: { bucketId: string }) =>
    firstRow<{ days: number }>(
      app.db,
      sql`select round(extract(epoch from deletion_date - app_now()) / 86400)::int as days from buckets where id = ${bucketId}`,
    );
  const [film] = await filmsOf(app, one.bucketId);
  await app.call(retryFilm, { token, params: { id: film?.id ?? '' } });
  await app.call(retryGeneration, { token, params: { id: photo.photoId } });
  await app.call(retryOrder, { token, params: { id: set.bucketId } });
  const days = async () => (await Promise.all([one, photo, set, all].map(daysLeft))).map((row) => row?.days);
  assert.deepEqual(await days(), [30, 30, 30, 0], 'each by itself');
  await app.call(retryGenerations, { token });
  assert.deepEqual(await days(), [30, 30, 30, 30], 'and all together');
});
