import assert from 'node:assert/strict';
import { test } from 'vitest';
import { deleteBucket, deleteContentFile } from '@keepsake/contract/photos/content';
import { owedFilms, retryGeneration, videoMaking } from '@keepsake/contract/films/videos';
import { sql } from 'kysely';
import { firstRow, runStatement } from '../../../test/statements.ts';
import { newId } from '../../platform/ids.ts';
import { filmsAre, orderFilms, settled, work } from '../../../test/film-order.ts';
import { startTestApp } from '../../../test/harness.ts';
import { recordSale } from '../../../test/record-sale.ts';
import { startTestVideoService } from '../../../test/video-service.ts';

const service = await startTestVideoService();
const app = await startTestApp(undefined, { settings: service.settings });
const { token } = await app.createUser({ role: 'Admin' });

const owedOf = async (bucketId: string) =>
  (await app.call(owedFilms, { query: { limit: 100 }, token })).data.data.filter((film) => film.bucketId === bucketId);

test('a film that could not be made is owed until it is delivered', async (t) => {
  await service.outcome({ kind: 'fail', reason: 'Frame moderation failed' });
  const { bucketId, photoIds } = await orderFilms(app, [[2]]);
  await work(t, app);
  await settled(app, bucketId);
  const [owed, ...others] = await owedOf(bucketId);
  assert.deepEqual([owed?.failureCode, owed?.contentId, others], ['moderation', photoIds[0], []]);
  assert.equal((await app.call(videoMaking, { token })).data.owed, 1);

  const retried = await app.call(retryGeneration, { params: { id: photoIds[0] ?? '' }, token });
  assert.equal(retried.status, 200);
  await filmsAre(app, bucketId, 'done');
  assert.deepEqual(await owedOf(bucketId), []);
});

test('a film that fails again after a retry is owed once', async (t) => {
  await service.outcome({ kind: 'fail', reason: 'Frame moderation failed', times: 2 });
  const { bucketId, photoIds } = await orderFilms(app);
  await work(t, app);
  await settled(app, bucketId);
  await app.call(retryGeneration, { params: { id: photoIds[0] ?? '' }, token });
  await settled(app, bucketId);
  assert.equal((await owedOf(bucketId)).length, 1);
});

test('it outlives the set that the customer deletes', async (t) => {
  await service.outcome({ kind: 'fail', reason: 'Frame moderation failed' });
  const order = await orderFilms(app);
  await work(t, app);
  await settled(app, order.bucketId);
  await app.call(deleteBucket, { params: { id: order.bucketId }, token: order.user.token });
  const [owed] = await owedOf(order.bucketId);
  assert.equal(owed?.contentId, null);
});

test('if nothing was paid it is settled with the deletion of the photo: there is nothing to refund or to make again', async (t) => {
  for (const { photos, paid, left } of [
    { photos: [[1]], paid: 0, left: 0 },
    { photos: [[1], [1]], paid: 0, left: 0 },
    { photos: [[1], [1]], paid: 990, left: 1 },
  ]) {
    await service.outcome({ kind: 'fail', reason: 'Frame moderation failed' });
    const { bucketId, photoIds, user } = await orderFilms(app, photos);
    await recordSale(app.db, bucketId, paid);
    await work(t, app);
    await settled(app, bucketId);
    const [owed] = await owedOf(bucketId);
    assert.ok(owed?.contentId && photoIds.includes(owed.contentId));
    const photo = await firstRow<{ filename: string }>(
      app.db,
      sql`select filename from photos where id = ${owed.contentId}`,
    );
    const params = { filename: photo?.filename ?? '' };
    assert.equal((await app.call(deleteContentFile, { params, token: user.token })).status, 200);
    assert.equal((await owedOf(bucketId)).length, left, `${photos.length} photos, ${paid} paid`);
  }
});

test('owed films are listed in pages, longest owed first, however many', async () => {
  await runStatement(app.db, sql`delete from owed_films`);
  await runStatement(
    app.db,
    sql`
    insert into owed_films (id, bucket_id, failure_code, owed_at)
    select uuidv7(), ${newId()}, 'moderation', app_now() - n * interval '1 hour' from generate_series(1, 205) n`,
  );
  const page = async (query: Record<string, number>) => (await app.call(owedFilms, { query, token })).data;
  const [first, last] = [await page({}), await page({ page: 21 })];
  assert.deepEqual([first.data.length, first.total, last.data.length, last.total], [10, 205, 5, 205]);
  assert.deepEqual((await page({ page: 22 })).data, []);
  const pages = [await page({ limit: 100 }), await page({ limit: 100, page: 2 }), await page({ limit: 100, page: 3 })];
  const all = pages.flatMap(({ data }) => data);
  assert.equal(new Set(all.map(({ id }) => id)).size, 205);
  const times = all.map(({ owedAt }) => owedAt);
  assert.deepEqual(times, times.toSorted());
});
