import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'vitest';
import { createCheckoutSession } from '@keepsake/contract/orders/payment';
import { bucketInvoice } from '@keepsake/contract/orders/invoice';
import { consents, invoiceData, startTestShop, type Order } from '../../../test/shop.ts';
import { startTestApp } from '../../../test/harness.ts';
import { sql } from 'kysely';
import { allRows, firstRow, runStatement } from '../../../test/statements.ts';
import { newId } from '../../platform/ids.ts';

const shop = await startTestShop();
const { app, checkout } = shop;

afterEach(async () => {
  await checkout.control('DELETE', 'faults');
  await shop.setPrices();
});

/** Makes the next `times` requests for a session fail; the payment library retries once by itself. */
const nextSessions = (fault: object) =>
  checkout.control('POST', 'faults', { route: 'POST /v1/checkout/sessions', times: 2, ...fault });

const frozen = (order: Order) =>
  allRows(
    app.db,
    sql`select state, request is null as forgotten, amount, photos, films from checkouts where bucket_id = ${order.bucketId}`,
  );

describe('a payment page', () => {
  test('charges the price of the set, frozen with the order, and leads back to the set', async () => {
    const order = await shop.newOrder([[2], [1, 3]]);
    const { status, data } = await shop.start(order, { invoiceData, consents });
    assert.equal(status, 200);
    const [session, ...others] = await shop.sessionsOf(order);
    assert.equal(others.length, 0);
    assert.deepEqual([session?.url, session?.amount_total, session?.currency], [data.url, 2 * 499 + 4 * 199, 'usd']);
    assert.deepEqual(
      [session?.['success_url'], session?.['cancel_url']],
      [
        `${app.url}/payment/success?bucket=${order.bucketId}&session_id={CHECKOUT_SESSION_ID}`,
        `${app.url}/payment/cancel?bucket=${order.bucketId}`,
      ],
    );
    assert.equal(session?.['customer_email'], order.user.email);
    assert.deepEqual(await frozen(order), [{ state: 'open', forgotten: true, amount: 1794, photos: 2, films: 6 }]);
    const given = await allRows(
      app.db,
      sql`select kind, language, text_version from consents where bucket_id = ${order.bucketId} order by kind`,
    );
    assert.deepEqual(given, [
      { kind: 'final_sale', language: 'hu', textVersion: '2026-11-20' },
      { kind: 'guidelines', language: 'hu', textVersion: '2026-11-20' },
    ]);
  });

  test('in forints is charged in hundredths', async () => {
    await shop.setPrices({ currency: 'HUF', basePrice: 1990, variantPrice: 790 });
    const order = await shop.newOrder([[2]]);
    await shop.pageOf(order);
    const [session] = await shop.sessionsOf(order);
    assert.deepEqual([session?.amount_total, session?.currency], [278_000, 'huf']);
  });

  test('requested again is the same one, also by ten clicks at once', async () => {
    const order = await shop.newOrder();
    const answers = await Promise.all(Array.from({ length: 10 }, () => shop.start(order)));
    const urls = new Set(answers.map(({ status, data }) => (status === 200 ? data.url : `${status}`)));
    assert.equal(urls.size, 1);
    assert.ok(urls.has(await shop.pageOf(order)));
    const asByOlderVersions = sql`price - 'prompts' - 'provider'`;
    await runStatement(
      app.db,
      sql`update checkouts set price = ${asByOlderVersions} where bucket_id = ${order.bucketId}`,
    );
    assert.ok(urls.has(await shop.pageOf(order)));
    assert.equal((await shop.sessionsOf(order)).length, 1);
  });

  test('requested by two servers at once is the same one, and each says so', async (t) => {
    const databaseUrl = app.deps.config.DATABASE_URL;
    const second = await startTestApp(t, { settings: checkout.settings, databaseUrl });
    const order = await shop.newOrder();
    const body = { bucketId: order.bucketId, invoiceData };
    // The first request is slow; whoever asks with its key meanwhile is told so, as the provider does.
    await nextSessions({ action: 'delay', phase: 'after', delayMs: 3000, times: 1 });
    const busy = '{"error":{"type":"invalid_request_error","code":"idempotency_key_in_use","message":"busy"}}';
    await nextSessions({ action: 'error', status: 409, body: busy, times: 10 });
    const answers = await Promise.all(
      [app, second, app, second].map((server) => server.call(createCheckoutSession, { body, token: order.user.token })),
    );
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    const [session, ...others] = await shop.sessionsOf(order);
    assert.equal(others.length, 0);
    for (const { data } of answers) assert.equal(data.url, session?.url);
    assert.deepEqual(await shop.errorsOf(order), []);
  });

  test('is another one once the set has changed; the old one cannot be paid any more', async () => {
    const order = await shop.newOrder();
    const oldPage = await shop.pageOf(order);
    await runStatement(app.db, sql`update photo_prompts set variety = 5 where photo_id = ${order.photoIds[0]}`);
    await runStatement(app.db, sql`update buckets set revision = revision + 1 where id = ${order.bucketId}`);
    const newPage = await shop.pageOf(order);
    assert.notEqual(newPage, oldPage);
    assert.equal((await checkout.pay(oldPage)).status, 410);
    assert.equal((await checkout.pay(newPage)).status, 303);
    const { sales, checkouts } = await shop.state(order);
    assert.deepEqual(sales, [{ amount: 2 * 499 + 4 * 199, currency: 'USD' }]);
    assert.deepEqual(
      checkouts.map(({ state }) => state),
      ['expired', 'complete'],
    );
  });

  test('is another one once anything in the set has changed, even at the same price, or when it is about to expire', async () => {
    for (const change of [
      sql`update buckets set revision = revision + 1`,
      sql`update prompts set prompt = prompt || ' '`,
      // As after 23 hours and 56 minutes of the session's day.
      sql`update checkouts set expires_at = expires_at - interval '23 hours 56 minutes'`,
    ]) {
      const order = await shop.newOrder();
      const oldPage = await shop.pageOf(order);
      await runStatement(app.db, change);
      assert.notEqual(await shop.pageOf(order), oldPage);
      assert.equal((await checkout.pay(oldPage)).status, 410);
    }
  });

  test('sells the effects as they were worded when it was opened', async () => {
    const order = await shop.newOrder([[1]]);
    const page = await shop.pageOf(order);
    const wording = sql`select prompt from prompts order by position, id limit 1`;
    const sold = await firstRow<{ prompt: string }>(app.db, wording);
    await runStatement(app.db, sql`update prompts set prompt = 'The person waves.', effect = 'wave'`);
    assert.equal((await checkout.pay(page)).status, 303);
    const made = sql`select prompt, effect from films where bucket_id = ${order.bucketId}`;
    assert.deepEqual(await firstRow(app.db, made), { ...sold, effect: 'smile' });
  });

  test('is another one at another price, in another currency, and with other discounts', async () => {
    const order = await shop.newOrder();
    await shop.pageOf(order);
    for (const prices of [
      { basePrice: 9.99 },
      { basePrice: 9.99, currency: 'EUR' },
      { basePrice: 19.98, currency: 'EUR', volumeDiscounts: { 1: 50 } },
    ] as const) {
      await shop.setPrices(prices);
      await shop.pageOf(order);
    }
    const total = 2 * 999 + 199;
    assert.deepEqual(
      (await shop.sessionsOf(order)).map(({ status, amount_total, currency }) => [status, amount_total, currency]),
      [
        ['open', total, 'eur'],
        ['expired', total, 'eur'],
        ['expired', total, 'usd'],
        ['expired', 2 * 499 + 199, 'usd'],
      ],
    );
  });

  test('is another one once it has expired', async () => {
    const order = await shop.newOrder();
    const oldPage = await shop.pageOf(order);
    await checkout.control('POST', 'webhooks/hold');
    const [session] = await shop.sessionsOf(order);
    await checkout.expire(session?.id ?? '');
    assert.notEqual(await shop.pageOf(order), oldPage);
    await checkout.control('POST', 'webhooks/release');
    assert.deepEqual(
      (await shop.state(order)).checkouts.map(({ state }) => state),
      ['expired', 'open'],
    );
  });

  test('is refused after the payment, even before its event has arrived', async () => {
    const order = await shop.newOrder();
    await checkout.control('POST', 'webhooks/hold');
    await checkout.pay(await shop.pageOf(order));
    assert.equal((await shop.state(order)).status, 'pending');
    assert.equal((await shop.start(order)).error.code, 'bucket_payment_in_progress');
    assert.equal((await shop.state(order)).status, 'paid');
    assert.equal((await shop.start(order)).error.code, 'bucket_already_paid');
    await checkout.control('POST', 'webhooks/release');
    assert.equal((await shop.state(order)).sales.length, 1);
  });
});

describe('an order that costs nothing', () => {
  test('is fulfilled at once, without a payment page', async () => {
    await shop.setPrices({ packageDiscounts: { 1: 100 } });
    const order = await shop.newOrder();
    const { data } = await shop.start(order);
    assert.equal(data.url, `${app.url}/payment/success?bucket=${order.bucketId}`);
    assert.equal((await shop.sessionsOf(order)).length, 0);
    const nothing = [{ amount: 0, currency: 'USD' }];
    const { status, films, sales, issued, mails } = await shop.state(order);
    assert.deepEqual([status, films, sales, issued, mails], ['paid', 3, nothing, nothing, 1]);
    assert.equal((await shop.start(order)).error.code, 'bucket_already_paid');
  });

  test('counts as free from the moment at which its price falls to zero', async () => {
    const order = await shop.newOrder();
    const page = await shop.pageOf(order);
    await shop.setPrices({ packageDiscounts: { 1: 100 } });
    assert.equal((await shop.start(order)).status, 200);
    assert.equal((await checkout.pay(page)).status, 410);
    assert.deepEqual((await shop.state(order)).sales, [{ amount: 0, currency: 'USD' }]);
  });
});

describe('a payment page is refused', () => {
  const refusal = async (order: Order, body?: object) => {
    const { status, error } = await shop.start(order, body);
    return [status, error.code];
  };

  test('for a set without photos, or with a photo without effects', async () => {
    assert.deepEqual(await refusal(await shop.newOrder([])), [409, 'bucket_empty']);
    assert.deepEqual(await refusal(await shop.newOrder([[1], []])), [409, 'bucket_not_configured']);
  });

  test('without invoice data; what was sent is kept all the same', async () => {
    const order = await shop.newOrder();
    assert.deepEqual(await refusal(order, {}), [404, 'invoice_not_found']);
    await nextSessions({ action: 'error', status: 500, body: '{"error":{"type":"api_error"}}' });
    assert.deepEqual(await refusal(order), [503, 'payment_unavailable']);
    const saved = await app.call(bucketInvoice, { params: { id: order.bucketId }, token: order.user.token });
    assert.equal(saved.data.invoice.partnerName, invoiceData.partnerName);
    assert.equal((await shop.start(order, {})).status, 200);
  });

  test('for less than a card can be charged, or more', async () => {
    for (const [currency, least, sum] of [
      ['USD', 0.5, '$0.50'],
      ['EUR', 0.5, '€0.50'],
      ['GBP', 0.3, '£0.30'],
      ['HUF', 175, 'Ft\u00a0175'],
    ] as const) {
      const step = currency === 'HUF' ? 1 : 0.01;
      await shop.setPrices({ currency, basePrice: least - step, variantPrice: 1 });
      const order = await shop.newOrder([[1]]);
      const { status, error } = await shop.start(order);
      assert.deepEqual([status, error.code], [409, 'amount_too_small']);
      assert.ok(error.error.includes(sum), error.error);
      assert.equal((await shop.sessionsOf(order)).length, 0);
      await shop.setPrices({ currency, basePrice: least, variantPrice: 1 });
      assert.equal((await shop.start(order)).status, 200);
    }
    await shop.setPrices({ basePrice: 0.2, variantPrice: 0.01 });
    assert.deepEqual(await refusal(await shop.newOrder()), [409, 'amount_too_small']);
    await shop.setPrices({ basePrice: 1_000_000, variantPrice: 1_000_000 });
    assert.equal((await shop.start(await shop.newOrder([[10, 10]]))).status, 200, 'the largest sum');
    assert.deepEqual(await refusal(await shop.newOrder([[10, 10, 10]])), [409, 'amount_too_large']);
  });

  test('to anybody but the owner: to others the set does not exist', async () => {
    const order = await shop.newOrder();
    const body = { bucketId: order.bucketId, invoiceData };
    assert.equal((await app.call(createCheckoutSession, { body })).status, 401);
    for (const user of [await app.createUser(), shop.admin]) {
      assert.deepEqual(await refusal({ ...order, user }), [404, 'not_found']);
      assert.deepEqual(await refusal({ ...order, user }, { consents }), [404, 'not_found']);
    }
    assert.deepEqual(await refusal({ ...order, bucketId: newId() }), [404, 'not_found']);
    assert.equal((await allRows(app.db, sql`select 1 from invoices where bucket_id = ${order.bucketId}`)).length, 0);
    assert.equal((await shop.sessionsOf(order)).length, 0);
  });

  test('for incomplete consents, consents to unknown texts, or incomplete invoice data', async () => {
    const order = await shop.newOrder();
    const half = { invoiceData, consents: { ...consents, finalSale: false } };
    assert.deepEqual(await refusal(order, half), [400, 'validation_failed']);
    const unheardOf = { invoiceData, consents: { ...consents, textVersion: '1999-01-01' } };
    assert.deepEqual((await shop.start(order, unheardOf)).error.fields, {
      'consents.textVersion': 'This value is not one of those offered.',
    });
    const { partnerCity: _, ...holes } = invoiceData;
    assert.deepEqual(await refusal(order, { invoiceData: holes }), [400, 'validation_failed']);
  });

  test('to a customer who requests too often', async (t) => {
    const limited = await startTestApp(t, { settings: { RATE_LIMIT: 'on', ...checkout.settings } });
    const { token } = await limited.createUser();
    const ask = () => limited.call(createCheckoutSession, { body: { bucketId: newId() }, token });
    const statuses = await Promise.all(Array.from({ length: 11 }, async () => (await ask()).status));
    assert.deepEqual(statuses.toSorted(), [...Array.from({ length: 10 }, () => 404), 429]);
    const other = await limited.createUser();
    const { status } = await limited.call(createCheckoutSession, { body: { bucketId: newId() }, token: other.token });
    assert.equal(status, 404);
  });
});

describe('a failing payment provider', () => {
  const cases = {
    'that fails': { action: 'error', status: 503, body: '{"error":{"type":"api_error"}}' },
    'that hangs up before it has done anything': { action: 'drop', phase: 'before' },
    'that hangs up when it has made the session': { action: 'drop', phase: 'after' },
    'that breaks off its answer': { action: 'cut', phase: 'after' },
    'that answers nonsense': { action: 'error', phase: 'after', status: 200, body: '{"id":"cs_x"}' },
  };
  for (const [what, fault] of Object.entries(cases)) {
    test(`${what} costs a second click, not a second session`, async () => {
      const order = await shop.newOrder();
      await nextSessions(fault);
      const { status, error, headers } = await shop.start(order);
      assert.deepEqual(
        [status, error.code, error.error],
        [503, 'payment_unavailable', 'Error creating payment session'],
      );
      assert.ok(Number(headers.get('retry-after')) > 0);
      assert.equal((await shop.errorsOf(order)).length, 1);
      await checkout.control('DELETE', 'faults');
      const page = await shop.pageOf(order);
      const sessions = await shop.sessionsOf(order);
      assert.deepEqual(
        sessions.map(({ url }) => url),
        [page],
      );
    });
  }

  test('that refuses is called again at the next click', async () => {
    const order = await shop.newOrder();
    const body = '{"error":{"type":"invalid_request_error","message":"no"}}';
    await nextSessions({ action: 'error', status: 400, body, times: 1 });
    assert.equal((await shop.start(order)).status, 503);
    assert.equal((await shop.start(order)).status, 200);
    assert.deepEqual(
      (await shop.state(order)).checkouts.map(({ state }) => state),
      ['failed', 'open'],
    );
  });

  test('that does not answer about a session for ten minutes is requested to open another', async () => {
    const order = await shop.newOrder();
    await nextSessions({ action: 'drop', phase: 'before', times: 4 });
    assert.equal((await shop.start(order)).status, 503);
    await runStatement(
      app.db,
      sql`update checkouts set created_at = created_at - interval '11 minutes' where bucket_id = ${order.bucketId}`,
    );
    assert.equal((await shop.start(order)).status, 503);
    assert.equal((await shop.start(order)).status, 200);
    assert.equal((await shop.sessionsOf(order)).length, 1);
  });
});
