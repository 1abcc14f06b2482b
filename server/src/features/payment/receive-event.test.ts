import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'vitest';
import { sign } from '../../../test/checkout.ts';
import { consents, eventAbout, invoiceData, startTestShop, type Order } from '../../../test/shop.ts';
import { until } from '../../../test/until.ts';
import { sql } from 'kysely';
import { allRows, firstRow, runStatement } from '../../../test/statements.ts';
import { newId } from '../../platform/ids.ts';

const shop = await startTestShop();
const { app, checkout } = shop;

const price = { amount: 2 * 499 + 199, currency: 'USD' };
const untouched = { status: 'pending', films: 0, sales: [], issued: [], mails: 0 };

afterEach(() => shop.setPrices());

/** An order whose payment page is open, and its session. */
async function openOrder() {
  const order = await shop.newOrder();
  const page = await shop.pageOf(order);
  return { order, page, session: await sessionOf(order) };
}

/** An order that was paid while the provider's events were held back, and its session. */
async function silentlyPaid() {
  await checkout.control('POST', 'webhooks/hold');
  const { order, page } = await openOrder();
  assert.equal((await checkout.pay(page)).status, 303);
  return { order, session: await sessionOf(order) };
}

/** Sends an event as the provider does: again, if the shop is busy. Twenty at once wait for each other, and on a busy machine for too long. */
async function deliver(event: object) {
  let answer = await shop.sendEvent(event);
  await until(async () => answer.status !== 503 || (answer = await shop.sendEvent(event)).status !== 503);
  return answer;
}

async function sessionOf(order: Order) {
  const [session] = await shop.sessionsOf(order);
  return session ?? assert.fail('no session');
}

async function assertFulfilled(order: Order): Promise<void> {
  const { checkouts, ...state } = await shop.state(order);
  assert.deepEqual(state, { status: 'paid', films: 3, sales: [price], issued: [price], mails: 1 });
  assert.equal(checkouts.filter(({ fulfilled }) => fulfilled).length, 1);
}

async function assertUntouched(order: Order): Promise<void> {
  const { checkouts: _, ...state } = await shop.state(order);
  assert.deepEqual(state, untouched);
}

describe('a payment', () => {
  test('makes the set paid, issues the invoice, books the sale, orders the films and confirms by mail', async () => {
    const order = await shop.newOrder();
    const { data } = await shop.start(order, { invoiceData, consents });
    assert.equal((await checkout.pay(data.url)).status, 303);
    await assertFulfilled(order);
    const bucket = await firstRow<{ days: number }>(
      app.db,
      sql`
      select round(extract(epoch from deletion_date - app_now()) / 86400)::int as days from buckets
      where id = ${order.bucketId} and paid_at is not null and updated_at = paid_at`,
    );
    assert.equal(bucket?.days, 30);
    const ordered = await allRows(
      app.db,
      sql`select photo_id, count(*) as films from films where bucket_id = ${order.bucketId} group by photo_id`,
    );
    assert.deepEqual(
      new Map(ordered.map((row) => Object.values(row) as [string, number])).get(order.photoIds[0] ?? ''),
      2,
    );
    const mail = await firstRow<{ payload: Record<string, unknown[]> }>(
      app.db,
      sql`select payload from mails where bucket_id = ${order.bucketId} and kind = 'order-confirmed'`,
    );
    assert.deepEqual([mail?.payload['amount'], mail?.payload['currency']], [price.amount, 'USD']);
    assert.equal(mail?.payload['consents']?.length, 2);
    assert.deepEqual(await shop.errorsOf(order), []);
  });

  test('charges the price at which the page was opened, whatever happens to prices since', async () => {
    const { order, page } = await openOrder();
    await shop.setPrices({ basePrice: 99, currency: 'EUR' });
    await checkout.pay(page);
    await assertFulfilled(order);
  });

  test('in forints is booked in hundredths', async () => {
    await shop.setPrices({ currency: 'HUF', basePrice: 1990, variantPrice: 790 });
    const { order, page } = await openOrder();
    await checkout.pay(page);
    const forints = { amount: 477_000, currency: 'HUF' };
    const { sales, issued } = await shop.state(order);
    assert.deepEqual([sales, issued], [[forints], [forints]]);
  });

  test('is processed as a whole or not at all, and again when the event is delivered again', async () => {
    const { order, session } = await silentlyPaid();
    const event = eventAbout(session);
    for (const table of ['checkouts', 'buckets', 'sales', 'invoices', 'films', 'mails', 'payment_events']) {
      await app.db.pool.query(`
        create function fail_${table}() returns trigger language plpgsql as $$ begin raise 'no room'; end $$;
        create trigger fail before insert or update on ${table} for each row execute function fail_${table}()`);
      assert.equal((await shop.sendEvent(event)).status, 500, table);
      await app.db.pool.query(`drop trigger fail on ${table}; drop function fail_${table}`);
      await assertUntouched(order);
    }
    assert.deepEqual(await shop.sendEvent(event), { status: 200, message: 'fulfilled' });
    await assertFulfilled(order);
    await checkout.control('POST', 'webhooks/release');
    await assertFulfilled(order);
  });

  test('reported while the database is down is reported again', async () => {
    const { order, session } = await silentlyPaid();
    const event = eventAbout(session);
    const name = new URL(app.deps.config.DATABASE_URL ?? '').pathname.slice(1);
    const { Client } = (await import('pg')).default;
    const admin = new Client({ connectionString: (app.deps.config.DATABASE_URL ?? '').replace(name, 'postgres') });
    await admin.connect();
    await admin.query(`alter database ${name} with allow_connections false`);
    // Waits for their ends: a connection that is about to end would fail the next request, too.
    await admin.query('select pg_terminate_backend(pid, 30000) from pg_stat_activity where datname = $1', [name]);
    assert.ok((await shop.sendEvent(event)).status >= 500);
    await admin.query(`alter database ${name} with allow_connections true`);
    await admin.end();
    assert.deepEqual(await shop.sendEvent(event), { status: 200, message: 'fulfilled' });
    await assertFulfilled(order);
    await checkout.control('POST', 'webhooks/release');
  });
});

test('a payment counts although the product’s own clock runs forty days ahead', async () => {
  const ahead = await startTestShop({ CLOCK_OFFSET_MS: String(40 * 86_400_000) });
  const order = await ahead.newOrder();
  assert.equal((await ahead.checkout.pay(await ahead.pageOf(order))).status, 303);
  assert.equal((await ahead.state(order)).status, 'paid');
});

describe('an event', () => {
  test('delivered twenty times at once, and later again, is processed once', async () => {
    const { order, session } = await silentlyPaid();
    const event = eventAbout(session);
    const answers = await Promise.all(Array.from({ length: 20 }, () => deliver(event)));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    assert.equal(answers.filter(({ message }) => message === 'fulfilled').length, 1);
    assert.deepEqual(await shop.sendEvent(event), { status: 200, message: 'repeated' });
    await checkout.control('POST', 'webhooks/release');
    await assertFulfilled(order);
    assert.deepEqual(await shop.errorsOf(order), []);
  });

  test('of one payment under many ids is processed once', async () => {
    const { order, session } = await silentlyPaid();
    const answers = await Promise.all(Array.from({ length: 10 }, () => deliver(eventAbout(session))));
    assert.ok(answers.every(({ status }) => status === 200));
    await checkout.control('POST', 'webhooks/release');
    await assertFulfilled(order);
  });

  test('of the end of a session frees the set, and changes nothing if the session was paid', async () => {
    const { order, session } = await openOrder();
    await checkout.expire(session.id);
    await until(async () => {
      await shop.lookUp();
      return (await shop.state(order)).checkouts[0]?.state === 'expired';
    });
    await assertUntouched(order);

    const paid = await silentlyPaid();
    const ended = { ...paid.session, status: 'expired', payment_status: 'unpaid' };
    for (const type of ['checkout.session.expired', 'checkout.session.async_payment_failed']) {
      assert.equal((await shop.sendEvent(eventAbout(ended, type))).status, 200);
      await shop.lookUp();
      await assertFulfilled(paid.order);
    }
    await checkout.control('POST', 'webhooks/release', { order: 'newest_first' });
    await assertFulfilled(paid.order);
  });

  test('of the end of a session that is open changes nothing', async () => {
    const { order, page, session } = await openOrder();
    const ended = eventAbout({ ...session, status: 'expired' }, 'checkout.session.expired');
    assert.equal((await shop.sendEvent(ended)).status, 200);
    await shop.lookUp();
    assert.equal((await shop.state(order)).checkouts[0]?.state, 'open');
    await checkout.pay(page);
    await assertFulfilled(order);
  });

  test('of another type, or of an unknown session, is accepted and changes nothing', async () => {
    const { order, session } = await silentlyPaid();
    for (const type of ['payment_intent.created', 'invented.by.nobody']) {
      assert.deepEqual(await shop.sendEvent(eventAbout(session, type)), { status: 200, message: 'ignored' });
    }
    const strange = { ...session, id: 'cs_test_nobodys', metadata: { bucketId: newId(), checkoutId: newId() } };
    assert.equal((await shop.sendEvent(eventAbout(strange))).status, 200);
    assert.equal((await shop.sendEvent(eventAbout({ ...strange, metadata: {} }))).status, 200);
    assert.equal((await shop.sendEvent(eventAbout(strange, 'checkout.session.expired'))).status, 200);
    await shop.lookUp();
    await assertUntouched(order);
    await checkout.control('POST', 'webhooks/release');
    await assertFulfilled(order);
  });

  test('without a valid signature changes nothing', async () => {
    const { order, session } = await silentlyPaid();
    const event = eventAbout(session);
    const body = JSON.stringify(event);
    const old = Math.floor(Date.now() / 1000) - 600;
    for (const header of [
      '',
      'nonsense',
      sign(body, 'whsec_of_another'),
      sign(`${body} `),
      sign(body, undefined, old),
    ]) {
      assert.equal((await shop.sendEvent(event, header)).status, 400);
    }
    const response = await fetch(`${app.url}/api/payment/webhook`, { method: 'POST' });
    assert.equal(response.status, 400);
    assert.equal(((await response.json()) as { code: string }).code, 'webhook_signature_invalid');
    await assertUntouched(order);
    await checkout.control('POST', 'webhooks/release');
    await assertFulfilled(order);
  });
});

describe('a payment that differs from its checkout', () => {
  for (const [what, change] of [
    ['of a lower amount', { amount_total: 1 }],
    ['of a higher amount', { amount_total: price.amount + 1 }],
    ['in another currency', { currency: 'huf' }],
    ['of an unknown amount', { amount_total: null }],
  ] as [string, { amount_total?: number | null }][]) {
    test(`${what} is not fulfilled, but reported with session and set`, async () => {
      const { order, session } = await silentlyPaid();
      const event = eventAbout({ ...session, ...change });
      assert.deepEqual(await shop.sendEvent(event), { status: 200, message: 'reported' });
      assert.deepEqual(await shop.sendEvent(event), { status: 200, message: 'repeated' });
      const errors = await shop.errorsOf(order);
      assert.equal(errors.length, 1);
      assert.ok(errors[0]?.includes(session.id));
      // Whichever comes first then, the lookup or an event that says what was asked for: nothing is fulfilled.
      if (change.amount_total === 1) await shop.lookUp();
      await checkout.control('POST', 'webhooks/release');
      await shop.lookUp();
      await assertUntouched(order);
      const [noted] = (await shop.state(order)).checkouts;
      assert.deepEqual([noted?.state, noted?.fulfilled], ['complete', false]);
      assert.match(noted?.unfulfilledReason ?? '', /charged/);
      assert.match((await shop.errorsWith(session.id)).join(), /Refund it by hand/);
    });
  }

  test('although the session is still open leaves it open, so that it can be paid properly', async () => {
    const { order, page, session } = await openOrder();
    const paid = { ...session, status: 'complete', payment_status: 'paid', amount_total: 1 };
    const unpaid = { ...session, status: 'complete' };
    for (const told of [paid, unpaid]) {
      assert.deepEqual(await shop.sendEvent(eventAbout(told)), { status: 200, message: 'reported' });
    }
    await assertUntouched(order);
    const errors = await shop.errorsOf(order);
    assert.equal(errors.length, 2);
    assert.ok(errors.every((text) => text.includes(session.id)));
    await shop.lookUp();
    await checkout.pay(page);
    await assertFulfilled(order);
  });
});

test('an event of an unknown form is reported with the reason, and its session looked up', async () => {
  const { order, session } = await silentlyPaid();
  const strange: [object, string, RegExp][] = [
    [{ ...session, payment_status: 'perhaps' }, 'checkout.session.completed', /payment_status/],
    [{ ...session, id: 7 }, 'checkout.session.completed', /id/],
    [{ object: 'charge', id: 'ch_1', amount_refunded: '5' }, 'charge.refunded', /amount_refunded/],
    [{ object: 'dispute', id: 'du_1' }, 'charge.dispute.created', /amount/],
  ];
  for (const [object, type, reason] of strange) {
    const event = eventAbout(object, type);
    assert.deepEqual(await shop.sendEvent(event), { status: 200, message: 'reported' });
    assert.match((await shop.errorsWith(event.id)).join(), reason);
  }
  assert.equal((await shop.sendEvent({ ...eventAbout({}), data: {} })).status, 200);
  await shop.lookUp();
  await assertFulfilled(order);
  await checkout.control('POST', 'webhooks/release');
});

describe('a late payment', () => {
  test('for a set that was paid before is reported, and nothing is delivered twice', async () => {
    const { order, session } = await silentlyPaid();
    // As after a crash that left a second session behind.
    const checkoutId = newId();
    await runStatement(
      app.db,
      sql`
      insert into checkouts (id, bucket_id, user_id, revision, price, amount, currency, photos, films, idempotency_key,
        session_id, state, created_at, expires_at)
      select ${checkoutId}, bucket_id, user_id, revision, price, amount, currency, photos, films, 'second', 'cs_test_second',
        'expired', created_at, expires_at from checkouts where bucket_id = ${order.bucketId}`,
    );
    await shop.sendEvent(eventAbout(session));
    const second = { ...session, id: 'cs_test_second', metadata: { ...session.metadata, checkoutId } };
    assert.deepEqual(await shop.sendEvent(eventAbout(second)), { status: 200, message: 'unfulfilled' });
    await checkout.control('POST', 'webhooks/release');
    await assertFulfilled(order);
    const errors = await shop.errorsOf(order);
    assert.equal(errors.length, 1);
    assert.ok(errors[0]?.includes('cs_test_second') && errors[0].includes('paid for before'));
  });

  test('for a set that has changed since is reported, not delivered', async () => {
    const { order, session } = await silentlyPaid();
    await runStatement(app.db, sql`update buckets set revision = revision + 1 where id = ${order.bucketId}`);
    assert.deepEqual(await shop.sendEvent(eventAbout(session)), { status: 200, message: 'unfulfilled' });
    await checkout.control('POST', 'webhooks/release');
    await assertUntouched(order);
    assert.match((await shop.errorsOf(order)).join(), /was changed/);
  });

  test('for a set that is gone is reported', async () => {
    const { order, session } = await silentlyPaid();
    await runStatement(app.db, sql`delete from buckets where id = ${order.bucketId}`);
    assert.deepEqual(await shop.sendEvent(eventAbout(session)), { status: 200, message: 'unfulfilled' });
    await checkout.control('POST', 'webhooks/release');
    assert.match((await shop.errorsOf(order)).join(), /does not exist/);
  });

  test('after its session was recorded as expired is fulfilled all the same', async () => {
    const { order, session } = await silentlyPaid();
    await runStatement(app.db, sql`update checkouts set state = 'expired' where bucket_id = ${order.bucketId}`);
    assert.deepEqual(await shop.sendEvent(eventAbout(session)), { status: 200, message: 'fulfilled' });
    await checkout.control('POST', 'webhooks/release');
    await assertFulfilled(order);
  });
});
