import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { overview } from '@keepsake/contract/admin/monitoring';
import { listUndeliveredMails } from '@keepsake/contract/admin/order-page';
import { exportOrders, listOrders, orderSorts, type ListedOrder } from '@keepsake/contract/admin/orders';
import { updateProfile } from '@keepsake/contract/accounts/accounts';
import { deleteBucket } from '@keepsake/contract/photos/content';
import { sql } from 'kysely';
import { orderFilms } from '../../../test/film-order.ts';
import { createPhotoSet } from '../../../test/photo-set.ts';
import { recordSale } from '../../../test/record-sale.ts';
import { startTestShop } from '../../../test/shop.ts';
import { firstRow, runStatement } from '../../../test/statements.ts';
import { newId } from '../../platform/ids.ts';

const shop = await startTestShop();
const { app, admin } = shop;
type Query = Record<string, string | number>;

async function listed(query: Query = {}): Promise<ListedOrder[]> {
  const { status, data, error } = await app.call(listOrders, { token: admin.token, query: { limit: 100, ...query } });
  assert.equal(status, 200, JSON.stringify(error));
  return data.data;
}

/** The ids of the orders of a customer who is found by a word that nobody else has. */
const idsOf = async (query: Query) => (await listed(query)).map(({ id }) => id);

let words = 0;
const newWord = () => `Customer${(words += 1)}x`;

async function newCustomer(name = newWord()) {
  return { ...(await app.createUser({ name })), word: name };
}

test('shows every set with its customer, films and amount, also when it is archived or deleted', async () => {
  const customer = await newCustomer();
  const { id: userId, name, email, word } = customer;
  const { bucketId: open } = await createPhotoSet(app.db, userId, [[1], [1]]);
  const { bucketId: paid } = await orderFilms(app, [[2], [1, 1]], customer);
  await recordSale(app.db, paid, 1234);
  const { bucketId: archived } = await orderFilms(app, [[1]], customer);
  await runStatement(app.db, sql`update buckets set status = 'archived' where id = ${archived}`);
  const { bucketId: deleted } = await orderFilms(app, [[1], [1]], customer);
  await recordSale(app.db, deleted, 998);
  await runStatement(
    app.db,
    sql`
    update films set state = 'failed', failure_code = 'moderation' where id = (select id from films where bucket_id = ${paid} order by id limit 1)`,
  );
  await runStatement(app.db, sql`update films set state = 'creating' where bucket_id = ${paid} and state = 'queued'`);
  await app.call(deleteBucket, { params: { id: deleted }, token: customer.token });

  const shown = new Map((await listed({ search: word })).map((order) => [order.id, { ...order, date: '' }]));
  const common = { date: '', customer: { id: userId, name, email }, refunded: [], attention: [] };
  const nothing = { amount: null, currency: null };
  assert.deepEqual([...shown.keys()].length, 4);
  assert.deepEqual(shown.get(open), {
    ...common,
    ...nothing,
    id: open,
    status: 'pending',
    photos: 2,
    films: { done: 0, waiting: 0, failed: 0 },
  });
  assert.deepEqual(shown.get(paid), {
    ...common,
    id: paid,
    status: 'paid',
    photos: 2,
    films: { done: 0, waiting: 3, failed: 1 },
    amount: 12.34,
    currency: 'EUR',
    attention: ['films_failed'],
  });
  assert.deepEqual(shown.get(archived)?.status, 'archived');
  assert.deepEqual(shown.get(deleted), {
    ...common,
    id: deleted,
    status: 'deleted',
    photos: 2,
    films: { done: 0, waiting: 0, failed: 0 },
    amount: 9.98,
    currency: 'EUR',
  });

  // Under a new name it is found by that one, and with a deleted account by none.
  const renamed = newWord();
  await app.call(updateProfile, { token: customer.token, body: { name: renamed } });
  assert.deepEqual([(await listed({ search: word })).length, (await listed({ search: renamed })).length], [0, 4]);
  await app.db.transaction().execute((tx) => runStatement(tx, sql`delete from users where id = ${userId}`));
  assert.equal((await listed({ search: renamed })).length, 0);
  const [order] = await listed({ search: paid });
  assert.deepEqual([order?.status, order?.customer, order?.amount], ['deleted', null, 12.34]);
});

test('a deleted set that nobody paid for names no customer', async () => {
  const customer = await newCustomer();
  const { bucketId } = await createPhotoSet(app.db, customer.id, [[1]]);
  await app.call(deleteBucket, { params: { id: bucketId }, token: customer.token });
  assert.deepEqual(await idsOf({ search: customer.word }), []);
  assert.deepEqual(
    (await listed({ search: bucketId })).map(({ status, customer: whose, amount }) => [status, whose, amount]),
    [['deleted', null, null]],
  );
});

test('an order is found by every id and number that it has, also when its set is deleted', async () => {
  const order = await shop.newOrder();
  await shop.checkout.pay(await shop.pageOf(order));
  const { bucketId, user } = order;
  await runStatement(
    app.db,
    sql`update invoices set number = 'KS-2026-000077', document_id = 'd-77' where bucket_id = ${bucketId}`,
  );
  const { sessionId, paymentIntent } = (await firstRow<{ sessionId: string; paymentIntent: string }>(
    app.db,
    sql`select session_id, payment_intent from checkouts where bucket_id = ${bucketId}`,
  )) ?? { sessionId: '', paymentIntent: '' };
  await runStatement(
    app.db,
    sql`
    insert into payment_ledger (kind, provider_ref, amount, currency, payment_intent, recorded_at)
    values ('refund', 're_of_this', 100, 'usd', ${paymentIntent}, app_now())`,
  );
  const keys = [
    bucketId,
    bucketId.toUpperCase(),
    sessionId,
    paymentIntent,
    're_of_this',
    'KS-2026-000077',
    'ks-2026-000077',
  ];
  const both = [...keys, user.email.toUpperCase(), user.email.slice(0, 20)];
  for (const key of both) assert.deepEqual(await idsOf({ search: key }), [bucketId], key);
  await app.call(deleteBucket, { params: { id: bucketId }, token: user.token });
  for (const key of both) assert.deepEqual(await idsOf({ search: ` ${key} ` }), [bucketId], `${key}, deleted`);
});

test('orders that need attention are listed with the reasons until these are resolved', async () => {
  const customer = await newCustomer();
  const search = customer.word;
  const begin = async () => (await orderFilms(app, [[1]], customer)).bucketId;
  const ids = await Promise.all(Array.from({ length: 6 }, begin));
  const [owed = '', unpaid = '', invoice = '', mail = '', dispute = '', calm = ''] = ids;
  await runStatement(
    app.db,
    sql`insert into owed_films (id, bucket_id, failure_code, owed_at) values (${newId()}, ${owed}, 'moderation', app_now())`,
  );
  for (const [bucketId, intent] of [
    [unpaid, 'pi_unfulfilled'],
    [dispute, 'pi_disputed'],
  ])
    await runStatement(
      app.db,
      sql`
      insert into checkouts (id, bucket_id, user_id, revision, price, amount, currency, photos, films, idempotency_key, state, payment_intent,
        unfulfilled_reason, created_at, expires_at, completed_at)
      values (${newId()}, ${bucketId}, ${customer.id}, 1, '{}', 499, 'USD', 1, 1, ${newId()}, 'complete', ${intent},
        ${bucketId === unpaid ? 'paid twice' : null}, app_now(), app_now(), app_now())`,
    );
  const book = (kind: string, ref: string, intent: string) =>
    runStatement(
      app.db,
      sql`
      insert into payment_ledger (kind, provider_ref, amount, currency, payment_intent, recorded_at)
      values (${kind}, ${ref}, 499, 'usd', ${intent}, app_now())`,
    );
  await book('charge', 'pi_unfulfilled', 'pi_unfulfilled');
  await book('dispute', 'dp_1', 'pi_disputed');
  await runStatement(
    app.db,
    sql`
    insert into invoices (id, bucket_id, user_id, partner_name, partner_address, partner_city, partner_post_code, partner_country, currency, language,
      fulfillment_date, due_date, created_at, updated_at, issued_at, amount, issue_state, issue_failure)
    values (${newId()}, ${invoice}, ${customer.id}, 'Ada', 'Street', 'Town', '1', 'HU', 'USD', 'en', '2026-11-27', '2026-11-27', app_now(), app_now(),
      app_now(), 499, 'failed', 'refused')`,
  );
  await runStatement(
    app.db,
    sql`insert into mails (id, kind, user_id, bucket_id, state, created_at) values (${newId()}, 'films-ready', ${customer.id}, ${mail}, 'failed', app_now())`,
  );
  const reasons = async () => {
    const orders = await listed({ search, attention: 'true' });
    return Object.fromEntries(orders.map(({ id, attention }) => [id, attention]));
  };
  assert.deepEqual(await reasons(), {
    [owed]: ['films_owed'],
    [unpaid]: ['payment_unfulfilled'],
    [invoice]: ['invoice_failed'],
    [mail]: ['mail_failed'],
    [dispute]: ['dispute_open'],
  });
  assert.ok(!(await idsOf({ attention: 'true' })).includes(calm));
  for (const [id, [reason = '']] of Object.entries(await reasons()))
    assert.deepEqual(await idsOf({ search, attention: reason }), [id], reason);
  // The figure of the overview and its list.
  const undelivered = async () => {
    const { data } = await app.call(listUndeliveredMails, { token: admin.token });
    const { attention } = (await app.call(overview, { token: admin.token })).data;
    assert.equal(attention.undeliveredMails, data.total);
    return data.data.flatMap(({ order, customer: reader }) => (order === mail ? [reader?.email] : []));
  };
  assert.deepEqual(await undelivered(), [customer.email]);
  await book('refund', 're_unfulfilled', 'pi_unfulfilled');
  await book('dispute_won', 'dp_1', 'pi_disputed');
  // Sent again, it arrives.
  await runStatement(
    app.db,
    sql`insert into mails (id, kind, user_id, bucket_id, state, created_at, sent_at)
      values (${newId()}, 'films-ready', ${customer.id}, ${mail}, 'sent', app_now() + interval '1 second', app_now())`,
  );
  assert.deepEqual(await undelivered(), []);
  assert.deepEqual(Object.keys(await reasons()).toSorted(), [owed, invoice].toSorted());
});

describe('the list', () => {
  test('is sorted by every column, both ways, and its pages hold each order once', async () => {
    const search = 'Sorted';
    for (const [at, name] of ['Sorted Zoe', 'sorted Anna', 'Sorted Mia'].entries()) {
      const customer = await newCustomer(name);
      const { bucketId } = await orderFilms(app, [[1 + at], [1]], customer);
      await recordSale(app.db, bucketId, 1000 * (3 - at));
      await runStatement(
        app.db,
        sql`update buckets set paid_at = paid_at - ${`${at * 3} days`}::interval where id = ${bucketId}`,
      );
      await runStatement(
        app.db,
        sql`update films set state = 'failed', failure_code = 'moderation' where bucket_id = ${bucketId} and number <= ${at}`,
      );
      await createPhotoSet(app.db, customer.id, [[1], [1], [1]]);
    }
    const all = await listed({ search });
    const valueOf: Record<(typeof orderSorts)[number], (order: ListedOrder) => string | number> = {
      date: ({ date }) => date,
      customer: ({ customer }) => customer?.name.toLowerCase() ?? '',
      photos: ({ photos }) => photos,
      done: ({ films }) => films.done,
      waiting: ({ films }) => films.waiting,
      failed: ({ films }) => films.failed,
      amount: ({ amount }) => amount ?? 0,
      status: ({ status }) => status,
    };
    assert.equal(all.length, 6);
    for (const sort of orderSorts)
      for (const direction of ['asc', 'desc']) {
        const pages = await Promise.all([1, 2, 3].map((page) => listed({ search, sort, direction, page, limit: 2 })));
        const values = pages.flat().map(valueOf[sort]);
        const expected = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
        assert.deepEqual(values, direction === 'asc' ? expected : expected.toReversed(), `${sort} ${direction}`);
        assert.equal(new Set(pages.flat().map(({ id }) => id)).size, 6, `${sort} ${direction}`);
      }
  });

  test('is narrowed by status and days of UTC', async () => {
    const customer = await newCustomer();
    const search = customer.word;
    const { bucketId } = await orderFilms(app, [[1]], customer);
    const { bucketId: open } = await createPhotoSet(app.db, customer.id, [[1]]);
    await runStatement(app.db, sql`update buckets set paid_at = '2026-03-01T00:00:00Z' where id = ${bucketId}`);
    assert.deepEqual(await idsOf({ search, status: 'pending' }), [open]);
    assert.deepEqual(await idsOf({ search, status: 'paid' }), [bucketId]);
    assert.deepEqual(await idsOf({ search, from: '2026-03-01', to: '2026-03-01' }), [bucketId]);
    assert.deepEqual(await idsOf({ search, from: '2026-02-27', to: '2026-02-28' }), []);
    assert.deepEqual(await idsOf({ search, from: '2026-03-02', status: 'paid' }), []);
    assert.deepEqual(await idsOf({ search, attention: 'films_waiting' }), [bucketId]);
  });

  test('counts no more than a limit, and says so', async () => {
    const customer = await newCustomer('Of Many Sets');
    await runStatement(
      app.db,
      sql`
      insert into buckets (id, user_id, created_at, updated_at, deletion_date)
      select uuidv7(), ${customer.id}, now() - n * interval '1 minute', now(), now() + interval '30 days' from generate_series(1, 10010) n`,
    );
    const count = async (query: Query) => {
      const { data } = await app.call(listOrders, { token: admin.token, query });
      return [data.total, data.more, data.data.length];
    };
    assert.deepEqual(await count({ search: 'of many SETS' }), [10_000, true, 10]);
    assert.deepEqual(await count({ search: 'of many SETS', page: 1001 }), [10_000, true, 10]);
    assert.deepEqual(await count({ search: 'of many SETS', status: 'paid' }), [0, false, 0]);
    // So many customers have these words that their orders are found another way.
    await runStatement(
      app.db,
      sql`
      insert into users (id, name, email, created_at) select uuidv7(), 'Frequent ' || n, 'frequent-' || n || '@example.com', now() from generate_series(1, 1100) n`,
    );
    await runStatement(
      app.db,
      sql`
      insert into buckets (id, user_id, created_at, updated_at, deletion_date)
      select uuidv7(), id, now(), now(), now() + interval '30 days' from users where name like 'Frequent %'`,
    );
    assert.deepEqual(await count({ search: 'frequent' }), [1000, true, 10]);
    assert.deepEqual(await count({ search: 'frequent 1100' }), [1, false, 1]);
    // All of them are in the table, the newest first, each once.
    const idsInTable = async (search: string) => {
      const { data } = await app.call(exportOrders, { token: admin.token, query: { search } });
      return data
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.slice(0, line.indexOf(',')));
    };
    const ids = await idsInTable('of many sets');
    assert.equal(new Set(ids).size, 10_010);
    assert.deepEqual(ids, ids.toSorted().toReversed());
    assert.equal((await idsInTable('frequent')).length, 1100);
  });

  test.for([
    [{ status: 'lost' }, 'status'],
    [{ attention: 'yes' }, 'attention'],
    [{ from: '2026-02-30' }, 'from'],
    [{ to: 'yesterday' }, 'to'],
    [{ from: '2026-03-02', to: '2026-03-01' }, 'to'],
    [{ sort: 'customer; drop table users' }, 'sort'],
    [{ direction: 'up' }, 'direction'],
    [{ page: '0' }, 'page'],
    [{ limit: '101' }, 'limit'],
    [{ search: 'a\0b' }, 'search'],
    [{ search: 'x'.repeat(201) }, 'search'],
  ] as const)('refuses %j and names %s', async ([query, field]) => {
    const { status, error } = await app.call(listOrders, { token: admin.token, query });
    assert.deepEqual([status, error.code, Object.keys(error.fields ?? {})], [400, 'validation_failed', [field]]);
    if (field === 'sort' || field === 'direction' || field === 'page' || field === 'limit') return;
    const table = await app.call(exportOrders, { token: admin.token, query });
    assert.deepEqual([table.status, Object.keys(table.error.fields ?? {})], [400, [field]]);
  });

  test('takes every character of a search literally', async () => {
    const customer = await newCustomer(`O'Neil "100 %_\\" <b>`);
    const { bucketId } = await createPhotoSet(app.db, customer.id, [[1]]);
    for (const search of ["o'neil", '"100', '%_\\', '<b>', customer.name])
      assert.deepEqual(await idsOf({ search }), [bucketId], search);
    for (const search of ['100%', '_%', '\\\\', "' or 1=1 --", '%', 'o_neil'].filter((one) => one !== '%'))
      assert.deepEqual(await idsOf({ search }), [], search);
  });

  test('is for administrators', async () => {
    const { token } = await app.createUser();
    for (const endpoint of [listOrders, exportOrders]) {
      assert.equal((await app.call(endpoint, { token })).status, 403);
      assert.equal((await app.call(endpoint)).status, 401);
    }
  });
});
