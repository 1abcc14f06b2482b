import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'vitest';
import { listAudit } from '@keepsake/contract/admin/audit';
import { bucketTimeline, deleteBucket } from '@keepsake/contract/photos/content';
import {
  archiveAnyBucket,
  getOrder,
  grantFilms,
  listLedger,
  recordRefund,
  unarchiveAnyBucket,
} from '@keepsake/contract/orders/ledger';
import { until } from '../../../../test/until.ts';
import { startTestShop, type Order } from '../../../../test/shop.ts';
import { sql } from 'kysely';
import { allRows, firstRow, runStatement } from '../../../../test/statements.ts';
import { newId } from '../../../platform/ids.ts';
import { orderFigures } from '../../monitoring/figures/figure.queries.ts';
import { recordsOfCustomer } from '../../data-exports/customer-data.queries.ts';

const shop = await startTestShop();
const { app, checkout } = shop;
const { token } = shop.admin;

afterEach(() => checkout.control('POST', 'webhooks/release', { order: 'oldest_first' }));

/** An order of 11.97 that is paid, and its payment. */
async function paidOrder(photos?: number[][]): Promise<Order & { payment: string }> {
  const order = await shop.newOrder(photos);
  assert.equal((await checkout.pay(await shop.pageOf(order))).status, 303);
  await until(async () => (await shop.state(order)).status === 'paid');
  const [session] = await shop.sessionsOf(order);
  return { ...order, payment: String(session?.['payment_intent']) };
}

const view = async ({ bucketId }: Order) => (await app.call(getOrder, { params: { id: bucketId }, token })).data.order;
const refund = ({ bucketId, payment }: Order & { payment: string }, body: object) =>
  app.call(recordRefund, {
    params: { id: bucketId },
    body: { key: newId(), payment, note: 'by phone', ...body },
    token,
  });
const refunded = async (order: Order) => (await view(order)).payments.map((payment) => payment.refunded);
const fulfilled = async (order: Order) => (await view(order)).payments.map((payment) => payment.fulfilled);
const told = async ({ bucketId, user }: Order) => {
  const { data } = await app.call(bucketTimeline, { params: { id: bucketId }, token: user.token });
  return data.entries.filter(({ kind }) => kind === 'refunded' || kind === 'film_granted');
};
const ledger = async ({ bucketId }: Order) =>
  (await app.call(listLedger, { query: { order: bucketId, limit: 100 }, token })).data.data.map(
    ({ kind, amount, joined }) => [kind, amount, joined],
  );
/** Waits until the provider's refund of an order is in the ledger. */
const untilTold = (reference: string) =>
  until(async () => {
    const rows = await allRows(
      app.db,
      sql`select 1 from payment_ledger where kind = 'refund' and provider_ref = ${reference}`,
    );
    return rows.length > 0;
  });

describe('a recorded refund', () => {
  test('appears in the ledger, in the refundable amount and in the customer’s timeline; the sale stays', async () => {
    const order = await paidOrder();
    const { status, data } = await refund(order, { amount: 5.5, note: 'bank transfer' });
    assert.equal(status, 200);
    const [payment] = data.order.payments;
    assert.deepEqual([payment?.charged, payment?.refunded, payment?.left], [11.97, 5.5, 6.47]);
    assert.deepEqual(await ledger(order), [
      ['refund_recorded', 5.5, null],
      ['charge', 11.97, null],
    ]);
    const [entry] = data.order.entries;
    assert.deepEqual([entry?.by, entry?.note, entry?.order], [shop.admin.name, 'bank transfer', order.bucketId]);
    assert.deepEqual(
      (await told(order)).map(({ kind, amount, currency }) => [kind, amount, currency]),
      [['refunded', 5.5, 'USD']],
    );
    assert.deepEqual((await shop.state(order)).sales, [{ amount: 1197, currency: 'USD' }]);
  });

  test('is recorded once, however often it is requested, at once and later', async () => {
    const order = await paidOrder();
    const body = { key: newId(), amount: 2 };
    const answers = await Promise.all(Array.from({ length: 5 }, () => refund(order, body)));
    assert.ok(answers.every(({ status }) => status === 200));
    assert.equal((await refund(order, body)).status, 200);
    assert.deepEqual(await refunded(order), [2]);
    assert.equal((await refund(order, { ...body, amount: 3 })).error.code, 'already_credited');
    const other = await paidOrder();
    assert.equal((await refund(other, body)).error.code, 'already_credited');
    assert.deepEqual(await refunded(other), [0]);
  });

  test('under a key that was used for another reference, amount or note is refused', async () => {
    const order = await paidOrder();
    const body = { key: newId(), amount: 2, reference: 're_first', note: 'by phone' };
    assert.equal((await refund(order, body)).status, 200);
    for (const other of [{ reference: 're_second' }, { reference: '' }, { amount: 3 }, { note: 'by mail' }]) {
      const { status, error } = await refund(order, { ...body, ...other });
      assert.deepEqual([status, error.code], [409, 'already_credited'], JSON.stringify(other));
    }
    const again = await refund(order, body);
    assert.deepEqual([again.status, again.data.order.payments[0]?.refunded], [200, 2], 'the first request again');
    const entry = again.data.order.entries.find(({ kind }) => kind === 'refund_recorded');
    assert.deepEqual([entry?.reference, entry?.note], ['re_first', 'by phone']);
  });

  test('never exceeds the charge, however many administrators record at once', async () => {
    const order = await paidOrder();
    const answers = await Promise.all(Array.from({ length: 5 }, () => refund(order, { amount: 4 })));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 200, 409, 409, 409]);
    assert.deepEqual(await refunded(order), [8]);
    assert.equal((await refund(order, { amount: 3.98 })).error.code, 'refund_too_large');
    assert.equal((await refund(order, { amount: 3.97 })).status, 200);
    assert.equal((await view(order)).payments[0]?.left, 0);
  });

  test('that the provider reports later, with its reference, is the same refund', async () => {
    const order = await paidOrder();
    await checkout.control('POST', 'webhooks/hold');
    const reference = await checkout.refund(order.payment, 500);
    assert.equal((await refund(order, { amount: 5, reference })).status, 200);
    await checkout.control('POST', 'webhooks/release');
    await untilTold(reference);
    assert.deepEqual(await refunded(order), [5]);
    assert.deepEqual(
      (await ledger(order)).find(([kind]) => kind === 'refund_recorded'),
      ['refund_recorded', 5, reference],
    );
    assert.equal((await told(order)).length, 1, 'the customer reads of it once');
    assert.equal((await refund(order, { amount: 5, reference })).error.code, 'already_credited');
  });

  test('without a reference is matched with the provider’s of the same amount, in either order; another amount is another refund', async () => {
    const order = await paidOrder();
    await untilTold(await checkout.refund(order.payment, 500));
    assert.equal((await refund(order, { amount: 5 })).status, 200);
    assert.deepEqual(await refunded(order), [5]);
    assert.equal((await refund(order, { amount: 2 })).status, 200);
    await untilTold(await checkout.refund(order.payment, 200));
    assert.deepEqual(await refunded(order), [7]);
    await untilTold(await checkout.refund(order.payment, 300));
    assert.deepEqual(await refunded(order), [10]);
    assert.equal((await told(order)).length, 3);
  });

  test('that with the provider’s exceeds the charge is reported at once to all administrators', async () => {
    const order = await paidOrder();
    assert.equal((await refund(order, { amount: 10 })).status, 200);
    const reference = await checkout.refund(order.payment);
    await untilTold(reference);
    assert.deepEqual(await refunded(order), [21.97]);
    assert.equal(
      (await refund(order, { amount: 11.97, reference })).status,
      200,
      'the provider’s is no further refund',
    );
    assert.deepEqual(await refunded(order), [21.97]);
    const errors = (await shop.errorsOf(order)).filter((text) => text.includes('too much'));
    assert.equal(errors.length, 1);
    assert.match(errors[0] ?? '', /21\.97 USD went back .* 11\.97 were charged/);
    const mails = sql`select user_id, kind from mails where payload->>'text' like ${`%${order.payment}%`}`;
    assert.deepEqual(await allRows(app.db, mails), [{ userId: shop.admin.id, kind: 'admin-alert' }]);
  });

  test('is refused with another amount than the provider’s, and with an invalid amount', async () => {
    const order = await paidOrder();
    const reference = await checkout.refund(order.payment, 500);
    await untilTold(reference);
    assert.equal((await refund(order, { amount: 4, reference })).error.code, 'refund_differs');
    for (const amount of [0, -1, 0.001, 1.005])
      assert.equal((await refund(order, { amount })).error.code, 'validation_failed', String(amount));
    const half = await refund(order, { amount: 1.005 });
    assert.deepEqual(half.error['problems'], { amount: { code: 'not_allowed' } });
    assert.equal((await refund(order, { amount: 1, note: ' ' })).error.code, 'validation_failed');
    assert.equal((await refund({ ...order, payment: 'pi_of_nobody' }, { amount: 1 })).status, 404);
    const other = await paidOrder();
    assert.equal((await refund({ ...order, payment: other.payment }, { amount: 1 })).status, 404, 'of another set');
    assert.equal((await refund(other, { amount: 5, reference })).error.code, 'refund_differs', 'of another payment');
    assert.equal((await refund(order, { amount: 5, reference })).status, 200);
    assert.deepEqual(await refunded(order), [5]);
  });

  test('settles owed films with it, all or none', async () => {
    const order = await paidOrder();
    const [first, second] = [await recordOwedFilm(order), await recordOwedFilm(order)];
    const foreign = await recordOwedFilm(await paidOrder());
    assert.equal((await refund(order, { amount: 1, settles: [first, foreign] })).status, 404);
    assert.deepEqual(await refunded(order), [0]);
    assert.equal((await refund(order, { amount: 1, settles: [first, second] })).status, 200);
    assert.deepEqual((await view(order)).owed, []);
    assert.equal((await refund(order, { amount: 1, settles: [first] })).error.code, 'already_settled');
    assert.deepEqual(await refunded(order), [1]);
  });

  test('clears the alert about an unfulfilled payment once all of it is refunded', async () => {
    const unfulfilled = async () => {
      await checkout.control('POST', 'webhooks/hold');
      const order = await shop.newOrder();
      await checkout.pay(await shop.pageOf(order));
      await runStatement(app.db, sql`update buckets set revision = revision + 1 where id = ${order.bucketId}`);
      await checkout.control('POST', 'webhooks/release');
      await until(async () => (await shop.state(order)).checkouts.at(-1)?.state === 'complete');
      const [session] = await shop.sessionsOf(order);
      return { ...order, payment: String(session?.['payment_intent']) };
    };
    const alarms = async () => (await orderFigures(app.db)).unfulfilled;
    const before = await alarms();
    const [byHand, atProvider] = [await unfulfilled(), await unfulfilled()];
    assert.equal(await alarms(), before + 2);
    assert.deepEqual(await fulfilled(byHand), [false]);
    const mails = await allRows<{ text: string }>(
      app.db,
      sql`
      select payload->>'text' as text from mails where kind = 'admin-alert' and payload->>'text' like ${`%${byHand.bucketId}%`}`,
    );
    assert.equal(mails.length, 1);
    assert.match(mails[0]?.text ?? '', /is paid but not fulfilled: the set was changed/);
    const key = newId();
    assert.equal((await refund(byHand, { key, amount: 5 })).status, 200);
    assert.equal(await alarms(), before + 2);
    assert.equal((await refund(byHand, { amount: 6.97 })).status, 200);
    assert.equal(await alarms(), before + 1);
    await untilTold(await checkout.refund(atProvider.payment));
    assert.equal(await alarms(), before);
    const free = await unfulfilled();
    assert.equal(await alarms(), before + 1);
    await runStatement(app.db, sql`update checkouts set payment_intent = null where bucket_id = ${free.bucketId}`);
    assert.equal(await alarms(), before, 'where nothing was charged nothing is refunded');
    const paid = await paidOrder();
    assert.equal(await alarms(), before, 'nor is a payment that was fulfilled');
    assert.deepEqual(await fulfilled(paid), [true]);
    await checkout.pay(await shop.pageOf(byHand));
    await until(async () => (await shop.state(byHand)).status === 'paid');
    assert.deepEqual(await fulfilled(byHand), [true, false], 'the payment that was fulfilled is first');
    const payment = (await view(byHand)).payments[0]?.payment ?? '';
    const again = await refund({ ...byHand, payment }, { key, amount: 5 });
    assert.equal(again.error.code, 'already_credited', 'the key is of the other payment');
  });

  test('is immutable, and outlives its set', async () => {
    const order = await paidOrder();
    await refund(order, { amount: 5 });
    for (const call of [archiveAnyBucket, unarchiveAnyBucket]) {
      const { data } = await app.call(call, { params: { id: order.bucketId }, token });
      assert.deepEqual([data.order.archived, data.order.deleted], [call === archiveAnyBucket, false]);
    }
    for (const change of [sql`update credits set amount = 1`, sql`delete from credits`])
      await assert.rejects(runStatement(app.db, change), /only ever added to/);
    assert.equal(
      (await app.call(deleteBucket, { params: { id: order.bucketId }, token: order.user.token })).status,
      200,
    );
    const { deleted, payments, effects } = await view(order);
    assert.deepEqual([deleted, payments[0]?.refunded, effects], [true, 5, []]);
    assert.equal((await refund(order, { amount: 6 })).status, 200);
  });
});

describe('granted films', () => {
  const grant = ({ bucketId, photoIds }: Order, promptId: string, body: object = {}) =>
    app.call(grantFilms, {
      params: { id: bucketId },
      body: { key: newId(), contentId: photoIds[0] ?? '', promptId, count: 2, note: 'sorry', ...body },
      token,
    });
  const films = ({ bucketId }: Order) =>
    allRows<{ number: number; prompt: string; state: string; given: boolean }>(
      app.db,
      sql`
      select number, prompt, state, credit_id is not null as given from films
      where photo_id = (select id from photos where bucket_id = ${bucketId} order by position limit 1) order by number`,
    );
  const effectOf = async (order: Order) => (await view(order)).effects[0]?.promptId ?? '';

  test('are queued as further films of an ordered effect, with its wording, and count as no sale', async () => {
    const order = await paidOrder();
    const promptId = await effectOf(order);
    await runStatement(app.db, sql`update prompts set prompt = 'Another wording' where id = ${promptId}`);
    assert.equal((await grant(order, promptId, { count: 1 })).status, 200);
    const made = await films(order);
    assert.deepEqual(
      made.map(({ number, given, state }) => [number, given, state]),
      [
        [1, false, 'queued'],
        [2, false, 'queued'],
        [3, true, 'queued'],
      ],
    );
    assert.equal(new Set(made.map(({ prompt }) => prompt)).size, 1);
    assert.deepEqual((await shop.state(order)).sales, [{ amount: 1197, currency: 'USD' }]);
    const sale = await firstRow(app.db, sql`select films from sales where bucket_id = ${order.bucketId}`);
    assert.deepEqual(sale, { films: 3 });
    assert.deepEqual(
      (await told(order)).map(({ kind, film }) => [kind, film?.number]),
      [['film_granted', 3]],
    );
    const entry = (await view(order)).entries.find(({ kind }) => kind === 'films_granted');
    assert.deepEqual([entry?.films, entry?.amount, entry?.note], [1, 0, 'sorry']);
    const [effect] = (await view(order)).effects;
    assert.deepEqual([effect?.films, effect?.failed, effect?.granted], [3, 0, 1]);
    await runStatement(
      app.db,
      sql`update films set state = 'failed', failure_code = 'moderation' where bucket_id = ${order.bucketId} and number = 3`,
    );
    assert.equal((await view(order)).effects[0]?.failed, 1);
    await runStatement(app.db, sql`update films set prompt_id = null where bucket_id = ${order.bucketId}`);
    assert.deepEqual((await view(order)).effects, [], 'of an effect that is not offered any more none can be granted');
  });

  test('are granted once, however often the same request is sent at once', async () => {
    const order = await paidOrder();
    const promptId = await effectOf(order);
    const key = newId();
    const answers = await Promise.all(Array.from({ length: 5 }, () => grant(order, promptId, { key })));
    assert.ok(answers.every(({ status }) => status === 200));
    assert.equal((await films(order)).length, 4);
    assert.equal((await grant(order, promptId, { key, count: 3 })).error.code, 'already_credited');
  });

  test('are at most ten of one effect, and only for a paid set and one of its effects', async () => {
    const order = await paidOrder();
    const promptId = await effectOf(order);
    assert.equal((await grant(order, promptId, { count: 9 })).error.code, 'too_many_films');
    const answers = await Promise.all(Array.from({ length: 6 }, () => grant(order, promptId)));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 200, 200, 200, 409, 409]);
    assert.equal((await view(order)).effects[0]?.room, 0);
    assert.equal((await grant(order, newId())).status, 404);
    const unpaid = await shop.newOrder();
    assert.equal((await grant(unpaid, promptId)).status, 404);
    assert.deepEqual((await view(unpaid)).payments, []);
    assert.equal((await app.call(getOrder, { params: { id: newId() }, token })).status, 404);
  });

  test('settle owed films and renew the retention of the set', async () => {
    const order = await paidOrder();
    const owed = await recordOwedFilm(order);
    await runStatement(
      app.db,
      sql`update buckets set deletion_date = app_now() + interval '1 day' where id = ${order.bucketId}`,
    );
    assert.equal((await grant(order, await effectOf(order), { settles: [owed] })).status, 200);
    assert.deepEqual((await view(order)).owed, []);
    const kept = await firstRow(
      app.db,
      sql`
      select deletion_date > app_now() + interval '29 days' as long from buckets where id = ${order.bucketId}`,
    );
    assert.deepEqual(kept, { long: true });
    assert.equal((await grant(order, await effectOf(order), { settles: [owed] })).error.code, 'already_settled');
    assert.equal((await films(order)).length, 4, 'and the refused one made none');
  });
});

test('each is one entry of the audit log, and none if it is refused or repeated', async () => {
  const order = await paidOrder();
  const key = newId();
  for (const amount of [2, 2, 20]) await refund(order, { key: amount === 2 ? key : newId(), amount });
  const [effect] = (await view(order)).effects;
  const grantKey = newId();
  const { contentId: photoId, promptId } = effect ?? {};
  for (const count of [1, 1, 10]) {
    const body = { key: count === 1 ? grantKey : newId(), contentId: photoId, promptId, count, note: 'sorry' };
    await app.call(grantFilms, { params: { id: order.bucketId }, body, token });
  }
  const { data } = await app.call(listAudit, { query: { subject: order.bucketId }, token });
  assert.deepEqual(
    data.data.map(({ action, before, after }) => [action, before, Object.keys(after as object).length > 0]),
    [
      ['orders.grant_films', { films: 2 }, true],
      ['orders.record_refund', { refunded: 0 }, true],
    ],
  );
});

test('appear in the customer’s data export', async () => {
  const order = await paidOrder();
  await refund(order, { amount: 2 });
  const records = (await recordsOfCustomer(app.db, order.user.id)) as { madeGood: Record<string, unknown>[] };
  assert.deepEqual(
    records.madeGood.map(({ set, kind, amountInMinorUnits, note }) => [set, kind, amountInMinorUnits, note]),
    [[order.bucketId, 'refund', 200, 'by phone']],
  );
});

/** Records that a film of the order is owed, as the worker does when it fails permanently. */
async function recordOwedFilm({ bucketId }: Order): Promise<string> {
  const id = newId();
  await runStatement(
    app.db,
    sql`
    insert into owed_films (id, bucket_id, failure_code, owed_at) values (${id}, ${bucketId}, 'moderation', app_now())`,
  );
  return id;
}
