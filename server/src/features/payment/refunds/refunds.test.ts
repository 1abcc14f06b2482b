import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'vitest';
import { listAudit } from '@keepsake/contract/admin/audit';
import { createShare, openShare } from '@keepsake/contract/films/shares';
import { getOrderPage, retryOrder } from '@keepsake/contract/admin/order-page';
import { retryFilm } from '@keepsake/contract/films/failed-sets';
import { recordRefund } from '@keepsake/contract/orders/ledger';
import { getBucket } from '@keepsake/contract/photos/content';
import { sql } from 'kysely';
import { newId } from '../../../platform/ids.ts';
import { refundScene, type PaidOrder } from '../../../../test/refund-scene.ts';
import { startTestShop } from '../../../../test/shop.ts';
import { allRows, runStatement } from '../../../../test/statements.ts';
import { until } from '../../../../test/until.ts';

const shop = await startTestShop();
const { app, checkout, admin } = shop;
const { paidOrder, ask, view, states, work, held, ledger, left, mails, timeline } = refundScene(shop);

afterEach(async () => {
  await checkout.control('DELETE', 'faults');
  await checkout.control('POST', 'refunds', { begin: 'succeeded' });
  await checkout.control('POST', 'webhooks/release', { order: 'oldest_first' });
});

/** Gives every film of an order a file, as if it had been made. */
async function finishFilms({ bucketId }: PaidOrder): Promise<string[]> {
  const films = await allRows<{ id: string }>(app.db, sql`select id from films where bucket_id = ${bucketId}`);
  for (const { id } of films) {
    const key = `films/${id}.mp4`;
    const { bytes, sha256 } = await app.deps.storage.put(key, Buffer.from(id), 'video/mp4');
    await runStatement(
      app.db,
      sql`
      update films set state = 'done', done_at = app_now(), film_key = ${key}, film_sha256 = ${sha256},
        film_bytes = ${bytes}
      where id = ${id}`,
    );
  }
  return films.map(({ id }) => id);
}

describe('a refund', () => {
  test('is made at the provider, recorded in the ledger, mailed to the customer once, and shown in history and audit log', async () => {
    const order = await paidOrder();
    const { status, data } = await ask(order, { amount: 5, seenLeft: 11.97 });
    assert.equal(status, 200);
    assert.deepEqual([data.refunds.refunds[0]?.state, data.refunds.payments[0]?.left], ['requested', 6.97]);
    assert.deepEqual(await ledger(order), []);
    assert.deepEqual(await mails(order), []);
    await work();
    const [made, ...others] = await held(order);
    assert.deepEqual([made?.amount, made?.metadata['refundId'], others], [500, data.refunds.refunds[0]?.id, []]);
    assert.deepEqual(await states(order), [['succeeded', made?.id, null]]);
    await until(async () => (await ledger(order)).length === 2);
    assert.deepEqual((await ledger(order)).toSorted(), [
      ['refund', 5],
      ['refund_total', 5],
    ]);
    assert.deepEqual([await mails(order), await timeline(order)], [[500], ['refunded']]);
    assert.equal(await left(order), 6.97);
    const audit = await app.call(listAudit, {
      query: { action: 'orders.refund', subject: order.bucketId },
      token: admin.token,
    });
    assert.deepEqual(
      audit.data.data.map(({ before, after }) => [before, (after as { amount: number }).amount]),
      [[{ refunded: 0, left: 11.97 }, 5]],
    );
    assert.deepEqual(await shop.errorsOf(order), [], 'an administrator who asked for it needs no notice');
  });

  test('of films has their price, settles what is owed for them, and cannot be made twice', async () => {
    const order = await paidOrder();
    const { films, customer } = await view(order);
    assert.deepEqual(
      films.map(({ price, number, refunded }) => [price, number, refunded]),
      [
        [4.99, 1, false],
        [1.99, 2, false],
        [4.99, 1, false],
      ],
    );
    assert.equal(customer?.email, order.user.email);
    const second = films[1]?.id ?? '';
    await runStatement(
      app.db,
      sql`
      insert into owed_films (id, film_id, bucket_id, failure_code, owed_at)
      select gen_random_uuid(), id, bucket_id, 'moderation', app_now() from films where bucket_id = ${order.bucketId}`,
    );
    assert.equal((await ask(order, { scope: 'films', films: [second], amount: 2 })).error.code, 'validation_failed');
    const key = newId();
    assert.equal((await ask(order, { key, scope: 'films', films: [second], amount: 1.99 })).status, 200);
    const others = { key, scope: 'films', films: films.slice(0, 1).map(({ id }) => id), amount: 1.99 };
    assert.equal((await ask(order, others)).error.code, 'already_credited', 'the key is of other films');
    await work();
    assert.deepEqual(
      (await view(order)).films.map(({ refunded }) => refunded),
      [false, true, false],
    );
    const settled = sql`select film_id, settlement from owed_films where settled_at is not null and bucket_id = ${order.bucketId}`;
    assert.deepEqual(await allRows(app.db, settled), [{ filmId: second, settlement: 'refund' }]);
    const again = await ask(order, { scope: 'films', films: [second], amount: 1.99 });
    assert.equal(again.error.code, 'refunded_meanwhile');
    assert.match(again.error.error, /1\.99 USD .* 9\.98 USD are left/);
    assert.equal((await ask(order, { scope: 'films', films: [newId()], amount: 1 })).status, 404);
    assert.equal((await ask(order, { amount: 9 })).status, 200);
    const both = [films[0]?.id, films[2]?.id];
    const { data } = await ask(order, { scope: 'films', films: both, amount: 0.98 });
    assert.deepEqual(
      data.refunds.refunds[0]?.films.map(({ amount }) => amount),
      [0.49, 0.49],
      'shares of what is left, not prices',
    );
  });

  test('is refused if the payment does not cover it, and nothing is written', async () => {
    const order = await paidOrder();
    const refusals: [object, string][] = [
      [{ amount: 11.98 }, 'refund_too_large'],
      [{ amount: 0 }, 'validation_failed'],
      [{ amount: -5 }, 'validation_failed'],
      [{ amount: 1.005 }, 'validation_failed'],
      [{ amount: Number.MAX_SAFE_INTEGER }, 'validation_failed'],
      [{ currency: 'EUR' }, 'wrong_currency'],
      [{ payment: 'pi_of_another' }, 'not_found'],
      [{ scope: 'whole', amount: 5 }, 'refunded_meanwhile'],
      [{ scope: 'films', films: [], amount: 5 }, 'validation_failed'],
      [{ films: [newId()] }, 'validation_failed'],
      [{ seenLeft: 20 }, 'refunded_meanwhile'],
      [{ note: ' ' }, 'validation_failed'],
    ];
    for (const [body, code] of refusals) assert.equal((await ask(order, body)).error.code, code, JSON.stringify(body));
    const other = await paidOrder();
    assert.equal((await ask({ ...order, payment: other.payment })).error.code, 'not_found');
    assert.deepEqual((await view(order)).refunds, []);
  });

  test('is made once per key, and two administrators at once never refund more than they saw', async () => {
    const order = await paidOrder();
    const key = newId();
    const same = await Promise.all(Array.from({ length: 4 }, () => ask(order, { key, amount: 2 })));
    for (const { status } of same) assert.equal(status, 200);
    assert.equal((await ask(order, { key, amount: 3 })).error.code, 'already_credited');
    assert.equal((await ask(order, { key, amount: 2, note: 'another reason' })).error.code, 'already_credited');
    const both = await Promise.all([1, 2, 3].map(() => ask(order, { amount: 4, seenLeft: 9.97 })));
    assert.deepEqual(both.map(({ status, error }) => (status === 200 ? 200 : error.code)).toSorted(), [
      200,
      'refunded_meanwhile',
      'refunded_meanwhile',
    ]);
    await work(3);
    assert.deepEqual((await held(order)).map(({ amount }) => amount).toSorted(), [200, 400]);
    assert.equal(await left(order), 5.97);
  });

  test('in progress is not recorded again as made elsewhere; one recorded without a reference stays separate', async () => {
    const order = await paidOrder();
    await ask(order, { amount: 8 });
    const record = (amount: number) =>
      app.call(recordRefund, {
        params: { id: order.bucketId },
        body: { key: newId(), payment: order.payment, amount, note: 'bank transfer', settles: [] },
        token: admin.token,
      });
    assert.equal((await record(8)).error.code, 'refund_too_large');
    await work();
    assert.equal((await record(8)).error.code, 'refund_too_large');
    assert.equal((await record(3.97)).status, 200);
    assert.equal(await left(order), 0);
  });

  test('that was made in the provider’s dashboard is recorded as before, and lowers what is left', async () => {
    const order = await paidOrder();
    await checkout.refund(order.payment, 1100);
    await until(async () => (await left(order)) === 0.97);
    assert.equal((await ask(order, { amount: 5 })).error.code, 'refund_too_large');
    assert.deepEqual([await mails(order), (await view(order)).refunds], [[], []]);
    assert.equal((await shop.errorsOf(order)).length, 1, 'administrators are told of it');
  });
});

describe('the films of a refund', () => {
  test('disappear from dashboard, shared links and storage once the provider has made it, and no others', async () => {
    const order = await paidOrder();
    await finishFilms(order);
    const { films } = await view(order);
    const [first, second, third] = films.map(({ id }) => id);
    const share = await app.call(createShare, {
      params: { id: order.bucketId },
      body: { filmIds: [first ?? '', second ?? ''], days: 3, password: '' },
      token: order.user.token,
    });
    assert.equal(share.status, 201);
    await ask(order, { scope: 'films', films: [first, third], amount: 9.98, filmsGo: true });
    assert.equal((await view(order)).films.length, 3, 'nothing goes before the provider has made the refund');
    await work();
    assert.deepEqual(
      (await view(order)).films.map(({ id }) => id),
      [second],
    );
    const { data } = await app.call(getBucket, { params: { id: order.bucketId }, token: order.user.token });
    assert.deepEqual(
      data.bucket.Contents.map(({ status, ProcessedContents }) => [status, ProcessedContents.map(({ id }) => id)]),
      [
        ['done', [second]],
        ['done', []],
      ],
    );
    const opened = await app.call(openShare, {
      body: { token: /[\w-]{43}$/.exec(share.data.url)?.[0] ?? '' },
    });
    assert.deepEqual(
      opened.data.films.map(({ id }) => id),
      [second],
    );
    const removals = await allRows<{ storageKey: string }>(app.db, sql`select storage_key from file_removals`);
    for (const id of [first, third])
      assert.ok(
        removals.some(({ storageKey }) => storageKey === `films/${id}.mp4`),
        'its file is released',
      );
    assert.ok(!removals.some(({ storageKey }) => storageKey === `films/${second}.mp4`));
    assert.deepEqual(await timeline(order), ['films_removed', 'refunded']);
  });

  test('all disappear with a full refund, and none with a refused one', async () => {
    const order = await paidOrder();
    await finishFilms(order);
    const refused = await paidOrder();
    await finishFilms(refused);
    await checkout.control('POST', `payments/${refused.payment}/dispute`, {});
    await ask(order, { scope: 'whole', amount: 11.97, filmsGo: true });
    await ask(refused, { scope: 'whole', amount: 11.97, filmsGo: true });
    await work();
    assert.deepEqual([(await view(order)).films.length, (await view(refused)).films.length], [0, 3]);
    assert.deepEqual(await states(refused), [['refused', null, 'charge_disputed']]);
    assert.deepEqual([await mails(refused), await left(refused), await timeline(refused)], [[], 11.97, []]);
    assert.ok((await shop.errorsOf(refused)).some((text) => text.includes('has been charged back')));
  });
});

describe('the provider’s reply', () => {
  test('decides the outcome: a pending refund is mailed when it succeeds, and a failed one is never mailed as made', async () => {
    await checkout.control('POST', 'refunds', { begin: 'pending' });
    const [order, failing] = [await paidOrder(), await paidOrder()];
    for (const one of [order, failing]) await ask(one, { scope: 'whole', amount: 11.97, filmsGo: true });
    await work();
    for (const one of [order, failing]) {
      assert.equal((await states(one))[0]?.[0], 'pending');
      assert.deepEqual([await mails(one), await timeline(one), await left(one)], [[], [], 0]);
    }
    const refundOf = async (one: PaidOrder) => (await held(one))[0]?.id ?? '';
    await checkout.control('POST', `refunds/${await refundOf(order)}/succeed`);
    await checkout.control('POST', `refunds/${await refundOf(failing)}/fail`, { reason: 'expired_or_canceled_card' });
    await until(async () => (await states(order))[0]?.[0] === 'succeeded');
    await until(async () => (await states(failing))[0]?.[0] === 'failed');
    await work();
    assert.deepEqual([await mails(order), (await view(order)).films.length], [[1197], 0]);
    assert.deepEqual((await states(failing))[0]?.[2], 'expired_or_canceled_card');
    assert.deepEqual([await mails(failing), await timeline(failing), await left(failing)], [[], [], 11.97]);
    assert.equal((await view(failing)).films.length, 3);
    assert.ok(
      (await shop.errorsOf(failing)).some((text) => text.includes('has failed')),
      'administrators are told',
    );
  });

  test('reopens what is owed when a refund fails later, tells the customer once, and lets the film be made again, except one being made', async () => {
    const order = await paidOrder();
    const [failed = '', replaced = '', beingMade = ''] = (await view(order)).films.map(({ id }) => id);
    await runStatement(
      app.db,
      sql`update films set state = 'failed', failure_code = 'moderation' where id = ${failed}`,
    );
    for (const [id, code] of [
      [failed, 'moderation'],
      [replaced, 'effect_replaced'],
      [beingMade, 'moderation'],
    ])
      await runStatement(
        app.db,
        sql`
        insert into owed_films (id, film_id, bucket_id, failure_code, owed_at)
        values (${newId()}, ${id}, ${order.bucketId}, ${code}, app_now())`,
      );
    const open = () =>
      allRows(
        app.db,
        sql`
        select film_id, failure_code from owed_films where settled_at is null and bucket_id = ${order.bucketId}
        order by failure_code`,
      );
    const retry = (id: string) => app.call(retryFilm, { params: { id }, token: admin.token });
    await ask(order, { scope: 'whole', amount: 11.97 });
    assert.equal((await retry(failed)).error.code, 'film_refunded', 'while the refund is under way');
    await work();
    assert.deepEqual(await open(), []);
    const page = await app.call(getOrderPage, { params: { id: order.bucketId }, token: admin.token });
    assert.ok(page.data.order.photos.every(({ films }) => films.every(({ refunded }) => refunded)));
    const refused = await app.call(retryOrder, { params: { id: order.bucketId }, token: admin.token });
    assert.equal(refused.error.code, 'film_refunded');
    const [made] = await held(order);
    await checkout.control('POST', `refunds/${made?.id}/fail`, { reason: 'expired_or_canceled_card' });
    await until(async () => (await states(order))[0]?.[0] === 'failed');
    assert.deepEqual(await open(), [
      { filmId: replaced, failureCode: 'effect_replaced' },
      { filmId: failed, failureCode: 'moderation' },
    ]);
    const corrections = sql`select payload -> 'amount' as amount from mails where kind = 'refund-failed' and bucket_id = ${order.bucketId}`;
    assert.deepEqual([await mails(order), await allRows(app.db, corrections)], [[1197], [{ amount: 1197 }]]);
    assert.equal((await retry(failed)).status, 200);
  });

  test('is applied once, whatever the order, repetition or channel', async () => {
    const order = await paidOrder();
    await checkout.control('POST', 'webhooks/hold');
    await checkout.control('POST', 'refunds', { begin: 'pending' });
    await ask(order, { amount: 5 });
    await work();
    const [made] = await held(order);
    await checkout.control('POST', `refunds/${made?.id}/succeed`);
    await checkout.control('POST', 'webhooks/release', { order: 'newest_first' });
    await until(async () => (await states(order))[0]?.[0] === 'succeeded');
    await until(async () => (await ledger(order)).length === 2);
    const { events } = (await checkout.control('GET', 'webhooks')) as unknown as { events: { id: string }[] };
    await Promise.all(
      events.slice(0, 3).map(({ id }) => checkout.control('POST', `webhooks/${id}/deliver`, { times: 5 })),
    );
    assert.deepEqual([(await ledger(order)).length, await mails(order)], [2, [500]]);
    assert.deepEqual(await states(order), [['succeeded', made?.id, null]]);
  });
});

describe('without a clear answer', () => {
  const route = 'POST /v1/refunds';
  const error = (status: number, code: string) => ({
    action: 'error',
    status,
    body: JSON.stringify({ error: { type: 'api_error', code, message: 'Try again.' } }),
  });
  const faults: Record<string, object[]> = {
    'the request is lost': [{ route, action: 'drop', phase: 'before', times: 2 }],
    'the answer is lost': [{ route, action: 'drop', phase: 'after', times: 2 }],
    'the answer is cut': [{ route, action: 'cut', phase: 'after', times: 1 }],
    'it is made, and answered with 500': [{ route, ...error(500, 'api_error'), phase: 'after', times: 1 }],
    'it is not made, and answered with 503': [{ route, ...error(503, 'api_error'), phase: 'before', times: 1 }],
    'there are too many requests': [{ route, ...error(429, 'rate_limit'), phase: 'before', times: 1 }],
    'the answer is no JSON': [{ route, action: 'error', status: 200, body: 'busy', phase: 'after', times: 1 }],
    'the list cannot be read either': [
      { route, ...error(500, 'api_error'), phase: 'after', times: 1 },
      { route: 'GET /v1/refunds', ...error(500, 'api_error'), phase: 'before', times: 1 },
    ],
  };
  const variations = ['the answer is cut', 'it is made, and answered with 500', 'the answer is no JSON'];
  for (const [name, plan] of Object.entries(faults)) {
    test(`makes one refund where ${name}`, { tags: variations.includes(name) ? ['full'] : [] }, async () => {
      const order = await paidOrder();
      for (const fault of plan) await checkout.control('POST', 'faults', fault);
      await checkout.control('POST', 'webhooks/hold');
      await ask(order, { amount: 5 });
      await work();
      assert.deepEqual(
        (await held(order)).map(({ amount }) => amount),
        [500],
      );
      assert.equal((await states(order))[0]?.[0], 'succeeded');
      assert.deepEqual([await ledger(order), await mails(order)], [[['refund', 5]], [500]]);
    });
  }

  test('declares a refund failed that is missing from the list a day later, and does not request it again', async () => {
    const order = await paidOrder();
    await ask(order, { amount: 5 });
    await runStatement(
      app.db,
      sql`
      update refunds set state = 'unknown', requests = 1, sent_at = now() - interval '24 hours'
      where bucket_id = ${order.bucketId}`,
    );
    await work();
    assert.deepEqual([await states(order), await held(order)], [[['refused', null, 'never_arrived']], []]);
    assert.equal(await left(order), 11.97);
  });
});

test('a refusal is shown with the provider’s text', async () => {
  const order = await paidOrder();
  await checkout.control('POST', 'webhooks/hold');
  await checkout.refund(order.payment);
  await ask(order, { amount: 5 });
  await work();
  const [refund] = (await view(order)).refunds;
  assert.deepEqual([refund?.state, refund?.failureCode], ['refused', 'charge_already_refunded']);
  assert.match(refund?.failure ?? '', /has already been refunded/);
  assert.equal(await left(order), 0, 'the refund that was made elsewhere is known by then');
});
