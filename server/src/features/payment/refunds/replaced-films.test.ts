import assert from 'node:assert/strict';
import { test } from 'vitest';
import { sql } from 'kysely';
import { finishFilms } from '../../../../test/finished-films.ts';
import { until } from '../../../../test/until.ts';
import { recordOwedFilm } from '../../films/owed-film.queries.ts';
import { refundScene } from '../../../../test/refund-scene.ts';
import { type Order, startTestShop } from '../../../../test/shop.ts';
import { allRows, runStatement } from '../../../../test/statements.ts';

const shop = await startTestShop();
const { paidOrder, view, ask, work, states, held, left } = refundScene(shop);
const replaced = JSON.stringify({ effect: 'wave', faces: 1, fallback: { code: 'no_hand' } });

/** Changes the films of one version of an order. */
function changeOf({ bucketId }: Order) {
  return (number: number, to: ReturnType<typeof sql>) =>
    runStatement(shop.app.db, sql`update films set ${to} where bucket_id = ${bucketId} and number = ${number}`);
}

test('films are offered for a refund with what they show instead of their effect', async () => {
  const order = await paidOrder([[3]]);
  const change = changeOf(order);
  await change(1, sql`agreed_to = 'no_hand', report = ${replaced}::jsonb`);
  await change(2, sql`agreed_to = 'no_hand'`);
  await change(3, sql`agreed_to = null`);
  const { films } = await view(order);
  assert.deepEqual(
    films.toSorted((a, b) => a.number - b.number).map(({ number, agreedAs, lack }) => [number, agreedAs, lack]),
    [
      [1, 'nod', 'no_hand'],
      [2, 'nod', null],
      [3, undefined, null],
    ],
  );
});

test('the mail of a refund names what its films show, or would have shown, instead of their effect', async () => {
  const order = await paidOrder([[7]]);
  await finishFilms(shop.app, order.bucketId);
  const change = changeOf(order);
  await change(1, sql`agreed_to = 'no_hand', report = ${replaced}::jsonb`);
  await change(2, sql`agreed_to = null, report = ${replaced}::jsonb`);
  await change(3, sql`state = 'retry_pending', done_at = null, agreed_to = 'no_hand'`);
  await change(4, sql`agreed_to = 'no_hand', report = '{"effect": "wave", "faces": 1}'`);
  await change(5, sql`agreed_to = 'not_seen', report = ${replaced}::jsonb`);
  await change(6, sql`state = 'retry_pending', done_at = null, agreed_to = 'not_seen'`);
  await change(7, sql`agreed_to = 'not_seen', report = '{"effect": "wave", "faces": 1}'`);
  const { films } = await view(order);
  const amount = Math.round(films.reduce((sum, { price }) => sum + price * 100, 0)) / 100;
  assert.equal((await ask(order, { scope: 'films', films: films.map(({ id }) => id), amount })).status, 200);
  await work();
  await shop.app.drain();
  const mail = (await shop.app.mails()).find(
    ({ to, subject }) => to?.[0]?.address === order.user.email && subject === 'Your refund',
  );
  const named = (mail?.text ?? '').split('\n').filter((line) => line.startsWith('> '));
  const [first] = films;
  const effect = `${first?.action.en}`;
  assert.deepEqual(named, [
    `> ${effect} (photo 1.jpg): a nod, as agreed.`,
    `> ${effect} 2 (photo 1.jpg): a nod.`,
    `> ${effect} 3 (photo 1.jpg): a nod, as agreed.`,
    `> ${effect} 4 (photo 1.jpg)`,
    `> ${effect} 5 (photo 1.jpg): a nod, as agreed.`,
    `> ${effect} 6 (photo 1.jpg): whatever the photo can show, as agreed.`,
    `> ${effect} 7 (photo 1.jpg)`,
  ]);
});

test('a film that was refunded before it turned out otherwise is not owed, unless the refund fails', async () => {
  for (const scope of ['films', 'whole'] as const) {
    const order = await paidOrder([[2]]);
    const { bucketId } = order;
    const [film] = (await view(order)).films;
    const filmId = film?.id ?? '';
    const given = scope === 'films' ? { films: [filmId], amount: film?.price } : { amount: await left(order) };
    assert.equal((await ask(order, { scope, ...given })).status, 200);
    await work();
    assert.deepEqual((await states(order))[0]?.[0], 'succeeded');
    await shop.app.db
      .transaction()
      .execute((tx) => recordOwedFilm(tx, { filmId, bucketId, failureCode: 'effect_replaced' }));
    const owed = sql`select film_id from owed_films where settled_at is null and bucket_id = ${bucketId}`;
    assert.deepEqual(await allRows(shop.app.db, owed), []);

    const [refund] = await held(order);
    await shop.checkout.control('POST', `refunds/${refund?.id}/fail`, { reason: 'lost_or_stolen_card' });
    await until(async () => (await states(order))[0]?.[0] === 'failed');
    assert.deepEqual(await allRows(shop.app.db, owed), [{ filmId }]);
  }
});
