import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { listLedger, recordRefund } from '@keepsake/contract/orders/ledger';
import { eventAbout, startTestShop, type Order } from '../../../../test/shop.ts';
import { until } from '../../../../test/until.ts';
import { sql } from 'kysely';
import { allRows, runStatement } from '../../../../test/statements.ts';
import { newId } from '../../../platform/ids.ts';

const shop = await startTestShop();
const { app, checkout } = shop;
const price = { amount: 2 * 499 + 199, currency: 'USD' };

/** An order that is paid, and its payment. */
async function paidOrder() {
  const order = await shop.newOrder();
  assert.equal((await checkout.pay(await shop.pageOf(order))).status, 303);
  const [session] = await shop.sessionsOf(order);
  return { order, intent: String(session?.['payment_intent']), session: session ?? {} };
}

/** What administrators see of a payment, oldest first. */
const ledgerOf = async (intent: string) => {
  const { data } = await app.call(listLedger, { query: { limit: 100 }, token: shop.admin.token });
  return data.data
    .filter(({ payment }) => payment === intent)
    .map(({ kind }) => kind)
    .toSorted();
};
const ledger = async (intent: string) =>
  (
    await allRows<{ kind: string; amount: number }>(
      app.db,
      sql`select kind, amount from payment_ledger where payment_intent = ${intent} order by kind, amount`,
    )
  ).map(({ kind, amount }) => [kind, amount]);

async function untilLedger(intent: string, expected: unknown[][]): Promise<void> {
  const said = JSON.stringify(expected);
  await until(
    async () => JSON.stringify(await ledger(intent)) === said,
    undefined,
    async () => JSON.stringify(await ledger(intent)),
  );
}

async function assertAsBought(order: Order): Promise<void> {
  const { status, films, sales, issued } = await shop.state(order);
  assert.deepEqual([status, films, sales, issued], ['paid', 3, [price], [price]]);
}

/** All events about one object that the sandbox has sent so far. */
async function eventsAbout(object: string): Promise<{ id: string; type: string }[]> {
  const { events } = (await checkout.control('GET', 'webhooks')) as {
    events: { id: string; type: string; object: string }[];
  };
  return events.filter((event) => event.object === object);
}

describe('a refund', () => {
  test('in part and in full is recorded once, and does not change the order', async () => {
    const { order, intent } = await paidOrder();
    await untilLedger(intent, [['charge', price.amount]]);
    await checkout.refund(intent, 500);
    // Where the events of two refunds overlap, one may be reported both by itself and by its charge.
    await untilLedger(intent, [
      ['charge', 1197],
      ['refund', 500],
      ['refund_total', 500],
    ]);
    const last = await checkout.refund(intent);
    const all = [
      ['charge', 1197],
      ['refund', 500],
      ['refund', 697],
      ['refund_total', 500],
      ['refund_total', 1197],
    ];
    await untilLedger(intent, all);
    for (const { id } of await eventsAbout(last))
      await checkout.control('POST', `webhooks/${id}/deliver`, { times: 5 });
    assert.deepEqual(await ledger(intent), all);
    await assertAsBought(order);
    const notices = await shop.errorsOf(order);
    assert.equal(notices.length, 2, notices.join('\n'));
    assert.match(notices[0] ?? '', /5\.00 USD/);
  });

  test('reported again by another event changes nothing, in any order', async () => {
    const { order, intent, session } = await paidOrder();
    const refund = {
      object: 'refund',
      id: `re_${order.bucketId}`,
      amount: 300,
      currency: 'usd',
      payment_intent: intent,
      status: 'pending',
    };
    for (const type of ['refund.updated', 'refund.created', 'charge.refund.updated']) {
      assert.equal((await shop.sendEvent(eventAbout(refund, type))).status, 200);
    }
    const charge = {
      object: 'charge',
      id: `ch_${order.bucketId}`,
      amount_refunded: 300,
      currency: 'usd',
      payment_intent: { id: intent },
    };
    await shop.sendEvent(eventAbout(charge, 'charge.refunded'));
    await shop.sendEvent(eventAbout(session));
    assert.deepEqual(await ledger(intent), [
      ['charge', 1197],
      ['refund', 300],
      ['refund_total', 300],
    ]);
    assert.equal((await shop.errorsOf(order)).length, 1);
  });

  test('that fails is reported', async () => {
    const { order, intent } = await paidOrder();
    const refund = await checkout.refund(intent, 400);
    await checkout.control('POST', `refunds/${refund}/fail`);
    await untilLedger(intent, [
      ['charge', 1197],
      ['refund', 400],
      ['refund_failed', 400],
      ['refund_total', 400],
    ]);
    assert.match(
      (await shop.errorsOf(order)).join(),
      new RegExp(`${refund} of 4\\.00 USD has failed \\(expired_or_canceled_card\\)`),
    );
  });

  test('before its order is known is stored, and reported once the order is known', async () => {
    await checkout.control('POST', 'webhooks/hold');
    const { order, intent, session } = await paidOrder();
    const refund = await checkout.refund(intent);
    const made = {
      object: 'refund',
      id: refund,
      amount: 1197,
      currency: 'usd',
      payment_intent: intent,
      status: 'succeeded',
    };
    assert.deepEqual(await shop.sendEvent(eventAbout(made, 'refund.created')), { status: 200, message: 'recorded' });
    assert.deepEqual(await shop.errorsWith(refund), [], 'it may be of another shop');
    assert.deepEqual(await ledgerOf(intent), []);
    assert.equal((await shop.state(order)).status, 'pending');
    await shop.sendEvent(eventAbout(session));
    assert.ok((await shop.errorsOf(order)).some((text) => text.includes(refund)));
    assert.deepEqual(await ledgerOf(intent), ['charge', 'refund']);
    await checkout.control('POST', 'webhooks/release');
    await untilLedger(intent, [
      ['charge', 1197],
      ['refund', 1197],
      ['refund_total', 1197],
    ]);
    await assertAsBought(order);
  });

  test('names its order by the payment’s own metadata if the payment is not known', async () => {
    await checkout.control('POST', 'webhooks/hold');
    const { order, intent } = await paidOrder();
    await checkout.refund(intent, 100);
    await checkout.control('POST', 'webhooks/release', { order: 'newest_first' });
    await until(async () => (await shop.state(order)).status === 'paid');
    await until(async () => (await shop.errorsOf(order)).length > 0);
  });
});

describe('a dispute', () => {
  test('is reported with its order, reason and outcome', async () => {
    const { order, intent } = await paidOrder();
    const { id } = (await checkout.control('POST', `payments/${intent}/dispute`, { amount: 1197 })) as { id: string };
    await untilLedger(intent, [
      ['charge', 1197],
      ['dispute', 1197],
      ['dispute_withdrawn', 1197],
    ]);
    await checkout.control('POST', `disputes/${id}/close`, { status: 'won' });
    await untilLedger(intent, [
      ['charge', 1197],
      ['dispute', 1197],
      ['dispute_reinstated', 1197],
      ['dispute_withdrawn', 1197],
      ['dispute_won', 1197],
    ]);
    const notices = await shop.errorsWith(id);
    assert.ok(notices.every((text) => text.includes(order.bucketId)));
    // Their events come at the same time.
    assert.match(notices.join('\n'), /over 11\.97 USD was opened \(fraudulent, to be answered by \d{4}-\d\d-\d\d\)/);
    assert.equal(notices.length, 4);
    await assertAsBought(order);
  });

  test('of which only the end is reported is recorded as well', async () => {
    const { order, intent } = await paidOrder();
    const dispute = {
      object: 'dispute',
      id: `du_${order.bucketId}`,
      amount: 5,
      currency: 'jpy',
      payment_intent: intent,
      status: 'lost',
      reason: 'general',
    };
    await shop.sendEvent(eventAbout(dispute, 'charge.dispute.closed'));
    await shop.sendEvent(eventAbout({ ...dispute, status: 'needs_response' }, 'charge.dispute.created'));
    assert.deepEqual(await ledger(intent), [
      ['charge', 1197],
      ['dispute', 5],
      ['dispute_lost', 5],
    ]);
  });
});

test('every payment of ours is in the ledger, also one that is not fulfilled; those of another shop are not', async () => {
  await checkout.control('POST', 'webhooks/hold');
  const { order, session, intent } = await paidOrder();
  await runStatement(app.db, sql`update buckets set revision = revision + 1 where id = ${order.bucketId}`);
  assert.equal((await shop.sendEvent(eventAbout(session))).message, 'unfulfilled');
  assert.deepEqual(await ledger(intent), [['charge', 1197]]);
  const foreign = {
    ...session,
    id: 'cs_foreign',
    payment_intent: 'pi_foreign',
    amount_total: 9_999_999_999,
    currency: 'huf',
    metadata: { bucketId: newId(), checkoutId: newId() },
  };
  assert.equal((await shop.sendEvent(eventAbout(foreign))).message, 'unfulfilled');
  assert.deepEqual(await ledger('pi_foreign'), [['charge', 9_999_999_999]]);
  for (const metadata of [{}, { order: '17' }, { bucketId: 'bucket-1', checkoutId: '' }]) {
    const theirs = { ...foreign, id: 'cs_theirs', payment_intent: 'pi_theirs', metadata };
    assert.equal((await shop.sendEvent(eventAbout(theirs))).message, 'ignored');
    assert.equal((await shop.sendEvent(eventAbout({ ...theirs, payment_status: 'unpaid' }))).message, 'ignored');
  }
  assert.deepEqual([await ledger('pi_theirs'), await shop.errorsWith('cs_theirs')], [[], []]);
  await checkout.control('POST', 'webhooks/release');
});

test('the ledger cannot be changed', async () => {
  await paidOrder();
  await assert.rejects(runStatement(app.db, sql`update payment_ledger set amount = 0`), /only ever added to/);
  await assert.rejects(runStatement(app.db, sql`delete from payment_ledger`), /only ever added to/);
});

test('the same refund reported ten times at once is one entry and one notification', async () => {
  const { order, intent } = await paidOrder();
  const refund = {
    object: 'refund',
    id: `re_${order.bucketId}`,
    amount: 300,
    currency: 'usd',
    payment_intent: intent,
    status: 'succeeded',
  };
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => shop.sendEvent(eventAbout(refund, 'refund.created'))),
  );
  assert.ok(answers.every(({ status }) => status === 200));
  assert.deepEqual(await ledger(intent), [
    ['charge', 1197],
    ['refund', 300],
  ]);
  assert.equal((await shop.errorsOf(order)).length, 1);
});

test('the ledger is listed newest first, in pages, filtered by kind, set and day', async () => {
  const { order, intent: payment } = await paidOrder();
  const { token } = shop.admin;
  for (const amount of [1, 2])
    await app.call(recordRefund, {
      params: { id: order.bucketId },
      body: { key: newId(), payment, amount, note: 'by phone' },
      token,
    });
  const page = async (query: Record<string, string | number>) =>
    (await app.call(listLedger, { query: { order: order.bucketId, ...query }, token })).data;
  const all = await page({});
  assert.deepEqual(
    all.data.map(({ kind, amount }) => [kind, amount]),
    [
      ['refund_recorded', 2],
      ['refund_recorded', 1],
      ['charge', 11.97],
    ],
  );
  const second = await page({ limit: 2, page: 2 });
  assert.deepEqual([second.total, second.data], [3, all.data.slice(2)]);
  assert.equal((await page({ kind: 'charge' })).total, 1);
  assert.equal((await page({ to: '2020-01-01' })).total, 0);
  const { data: everything } = await app.call(listLedger, { query: { limit: 1 }, token });
  assert.deepEqual(everything.data[0]?.id, all.data[0]?.id);
});
