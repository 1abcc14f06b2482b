import assert from 'node:assert/strict';
import { test } from 'vitest';
import { getBucket } from '@keepsake/contract/photos/content';
import { getOrder, grantFilms } from '@keepsake/contract/orders/ledger';
import { filmsOf, orderFilms, settled, work, type FilmOrder } from '../../../../test/film-order.ts';
import { startTestApp } from '../../../../test/harness.ts';
import { startTestVideoService } from '../../../../test/video-service.ts';
import { sql } from 'kysely';
import { allRows, runStatement } from '../../../../test/statements.ts';
import { newId } from '../../../platform/ids.ts';

const service = await startTestVideoService();
const app = await startTestApp(undefined, { settings: service.settings });
const { token } = await app.createUser({ role: 'Admin' });

async function grant({ bucketId, photoIds }: FilmOrder): Promise<number> {
  const { data } = await app.call(getOrder, { params: { id: bucketId }, token });
  const promptId = data.order.effects[0]?.promptId ?? '';
  const body = { key: newId(), contentId: photoIds[0] ?? '', promptId, count: 1, note: 'sorry' };
  return (await app.call(grantFilms, { params: { id: bucketId }, body, token })).status;
}

test('a granted film is made like any other, and its customer sees it and gets a mail', async (t) => {
  const order = await orderFilms(app);
  await work(t, app);
  await settled(app, order.bucketId);
  assert.equal(await grant(order), 200);
  assert.deepEqual(
    (await settled(app, order.bucketId)).map(({ state, attempts }) => [state, attempts]),
    [
      ['done', 1],
      ['done', 1],
    ],
  );
  const { data } = await app.call(getBucket, { params: { id: order.bucketId }, token: order.user.token });
  assert.deepEqual(
    data.bucket.Contents[0]?.ProcessedContents.map(({ number }) => number),
    [1, 2],
  );
  const mails = await allRows(
    app.db,
    sql`
    select kind, payload from mails where bucket_id = ${order.bucketId} and kind like '%films-ready' order by created_at, id`,
  );
  assert.deepEqual(mails, [
    { kind: 'films-ready', payload: { done: 1, failed: 0 } },
    { kind: 'late-films-ready', payload: { done: 2, failed: 0, given: true } },
  ]);
});

test('a granted film keeps the agreement to what replaces its effect', async () => {
  const order = await orderFilms(app);
  await runStatement(app.db, sql`update films set agreed_to = 'no_hand' where bucket_id = ${order.bucketId}`);
  assert.equal(await grant(order), 200);
  const { data } = await app.call(getBucket, { params: { id: order.bucketId }, token: order.user.token });
  assert.deepEqual(
    data.bucket.Contents[0]?.versions.map(({ number, agreedAs }) => [number, agreedAs]),
    [
      [1, 'nod'],
      [2, 'nod'],
    ],
  );
});

test('a granted film that cannot be made is owed as well', async (t) => {
  const order = await orderFilms(app);
  await work(t, app);
  await settled(app, order.bucketId);
  await service.outcome({ kind: 'fail', reason: 'Frame moderation failed' });
  assert.equal(await grant(order), 200);
  await settled(app, order.bucketId);
  const [, given] = await filmsOf(app, order.bucketId);
  assert.deepEqual([given?.state, given?.failureCode], ['failed', 'moderation']);
  const { data } = await app.call(getOrder, { params: { id: order.bucketId }, token });
  assert.equal(data.order.owed.length, 1);
});

test('a key of granted films is refused for another effect, photo or set', async () => {
  const order = await orderFilms(app, [[1, 1], [1]]);
  const another = await orderFilms(app);
  const effectsOf = async ({ bucketId }: FilmOrder) =>
    (await app.call(getOrder, { params: { id: bucketId }, token })).data.order.effects;
  const [first, second, third] = await effectsOf(order);
  const [theirs] = await effectsOf(another);
  assert.ok(first && second && third && theirs);
  const key = newId();
  const ask = (
    { bucketId }: FilmOrder,
    { contentId, promptId }: { contentId: string; promptId: string },
    note = 'sorry',
  ) =>
    app.call(grantFilms, {
      params: { id: bucketId },
      body: { key, contentId, promptId, count: 1, note },
      token,
    });
  assert.equal((await ask(order, first)).status, 200);
  for (const [set, effect] of [
    [order, second],
    [order, third],
    [another, theirs],
  ] as const) {
    const { status, error } = await ask(set, effect);
    assert.deepEqual([status, error.code], [409, 'already_credited']);
  }
  assert.equal((await ask(order, first, 'another reason')).error.code, 'already_credited');
  assert.equal((await ask(order, first)).status, 200, 'the first request again');
  assert.deepEqual(
    [(await filmsOf(app, order.bucketId)).length, (await filmsOf(app, another.bucketId)).length],
    [4, 1],
  );
});
