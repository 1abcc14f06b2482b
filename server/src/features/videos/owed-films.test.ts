import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteBucket } from '@keepsake/contract/content';
import { owedFilms, retryGeneration, settleOwedFilm, videoMaking } from '@keepsake/contract/videos';
import { newId } from '../../platform/ids.ts';
import { filmsAre, orderFilms, settled, work } from '../../../test/film-order.ts';
import { startTestApp } from '../../../test/harness.ts';
import { startTestVideoService } from '../../../test/video-service.ts';

const service = await startTestVideoService();
const app = await startTestApp(undefined, { settings: service.settings });
const { token } = await app.createUser({ role: 'Admin' });

const owedOf = async (bucketId: string) =>
  (await app.call(owedFilms, { token })).data.owed.filter((film) => film.bucketId === bucketId);
const settle = (id: string, body: Record<string, unknown>) => app.call(settleOwedFilm, { params: { id }, body, token });

test('a film that could not be made is owed until it is delivered', async (t) => {
  await service.outcome({ kind: 'fail', reason: 'Frame moderation failed' });
  const { bucketId, contentIds } = await orderFilms(app, [[2]]);
  await work(t, app);
  await settled(app, bucketId);
  const [owed, ...others] = await owedOf(bucketId);
  assert.deepEqual([owed?.failureCode, owed?.contentId, others], ['moderation', contentIds[0], []]);
  assert.equal((await app.call(videoMaking, { token })).data.owed, 1);

  const retried = await app.call(retryGeneration, { params: { id: contentIds[0] ?? '' }, token });
  assert.equal(retried.status, 200);
  await filmsAre(app, bucketId, 'done');
  assert.deepEqual(await owedOf(bucketId), []);
  assert.equal((await settle(owed?.id ?? '', { settlement: 'refund', note: '' })).error.code, 'already_settled');
});

test('a film that fails again after a retry is owed once', async (t) => {
  await service.outcome({ kind: 'fail', reason: 'Frame moderation failed', times: 2 });
  const { bucketId, contentIds } = await orderFilms(app);
  await work(t, app);
  await settled(app, bucketId);
  await app.call(retryGeneration, { params: { id: contentIds[0] ?? '' }, token });
  await settled(app, bucketId);
  assert.equal((await owedOf(bucketId)).length, 1);
});

test('an administrator settles it once, and it outlives the set that the customer deletes', async (t) => {
  await service.outcome({ kind: 'fail', reason: 'Frame moderation failed' });
  const order = await orderFilms(app);
  await work(t, app);
  await settled(app, order.bucketId);
  await app.call(deleteBucket, { params: { id: order.bucketId }, token: order.user.token });
  const [owed] = await owedOf(order.bucketId);
  assert.equal(owed?.contentId, null);

  assert.equal((await settle(owed?.id ?? '', { settlement: 'apology', note: '' })).status, 400);
  const answers = await Promise.all(
    ['refund', 'free_versions'].map((settlement) => settle(owed?.id ?? '', { settlement, note: 'by phone' })),
  );
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409]);
  const settledOne = answers.find(({ status }) => status === 200)?.data;
  assert.equal(settledOne?.note, 'by phone');
  assert.ok(settledOne?.settledAt);
  assert.deepEqual(await owedOf(order.bucketId), []);
  assert.equal((await settle(newId(), { settlement: 'refund', note: '' })).status, 404);
});
