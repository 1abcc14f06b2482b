import assert from 'node:assert/strict';
import { afterEach, describe, test, type TestContext } from 'vitest';
import { ledgerBalance } from '@keepsake/contract/orders/ledger';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { until } from '../../../../test/until.ts';
import { startTestShop, type Order } from '../../../../test/shop.ts';
import { sql } from 'kysely';
import { allRows, firstRow, runStatement } from '../../../../test/statements.ts';
import { runningJob } from '../../../../test/running-job.ts';
import { newId } from '../../../platform/ids.ts';
import { compareLedgerJob } from './compare-ledger.job.ts';

const hour = 3_600_000;
const day = 24 * hour;

afterEach(async () => {
  await checkout.control('DELETE', 'faults');
  await checkout.control('POST', 'webhooks/release', { order: 'oldest_first' });
});

const shop = await startTestShop();
const { app, checkout } = shop;
const { token } = shop.admin;

/** The product at a later time, on the same database. */
function later(t: TestContext, ms: number): Promise<TestApp> {
  return startTestApp(t, {
    databaseUrl: app.deps.config.DATABASE_URL,
    settings: { ...checkout.settings, CLOCK_OFFSET_MS: String(ms) },
  });
}

async function compareAt(t: TestContext, ms: number): Promise<void> {
  const { deps } = await later(t, ms);
  await compareLedgerJob.run({}, deps, runningJob);
}

async function paidOrder(): Promise<Order & { payment: string }> {
  const order = await shop.newOrder();
  assert.equal((await checkout.pay(await shop.pageOf(order))).status, 303);
  const [session] = await shop.sessionsOf(order);
  return { ...order, payment: String(session?.['payment_intent']) };
}

const untilPaid = (order: Order) => until(async () => (await shop.state(order)).status === 'paid');
const ledgerOf = async (reference: string) =>
  (
    await allRows<{ kind: string }>(
      app.db,
      sql`select kind from payment_ledger where provider_ref = ${reference} order by id`,
    )
  ).map(({ kind }) => kind);
const last = async () => (await app.call(ledgerBalance, { token })).data.comparison;
/** Mails of the comparison, without those about newly opened disputes. */
const alerts = async () =>
  (
    await allRows<{ text: string }>(
      app.db,
      sql`
      select payload->>'text' as text from mails
      where kind = 'admin-alert' and payload->>'text' not like '%was opened%' order by created_at`,
    )
  ).map(({ text }) => text);
const runs = () =>
  allRows<{ status: string; itemsProcessed: number; successCount: number }>(
    app.db,
    sql`select status, items_processed, success_count from worker_runs where task_type = 'ledger-comparison' order by run_at`,
  );
/** Resolves all differences, so that each test begins with matching books. */
const forget = async () => {
  await runStatement(app.db, sql`delete from ledger_differences`);
  await runStatement(app.db, sql`delete from ledger_checks`);
  await runStatement(app.db, sql`delete from error_logs`);
  await runStatement(app.db, sql`delete from mails where kind = 'admin-alert'`);
  await runStatement(app.db, sql`delete from worker_runs`);
};

describe('the nightly comparison', () => {
  test('finds nothing in matching books, and records one run a night', async (t) => {
    await forget();
    const order = await paidOrder();
    await untilPaid(order);
    await checkout.refund(order.payment, 300);
    await until(async () => {
      const rows = await allRows(
        app.db,
        sql`select 1 from payment_ledger where kind = 'refund' and payment_intent = ${order.payment}`,
      );
      return rows.length === 1;
    });
    await compareLedgerJob.run({}, app.deps, runningJob);
    assert.equal(await last(), null, 'nothing is an hour old yet');
    await compareAt(t, 2 * hour);
    await compareAt(t, 2 * hour);
    const comparison = await last();
    assert.deepEqual([comparison?.charges, comparison?.refunds, comparison?.differences], [1, 1, []]);
    assert.deepEqual(await runs(), [{ status: 'success', itemsProcessed: 2, successCount: 2 }]);
    assert.deepEqual(await alerts(), []);
  });

  test('reports once a payment that our ledger lacks, and settles its session', async (t) => {
    await forget();
    await checkout.control('POST', 'webhooks/hold');
    const order = await paidOrder();
    // The checkout is marked as ended, so that no sweep looks it up.
    await runStatement(app.db, sql`update checkouts set state = 'expired' where bucket_id = ${order.bucketId}`);
    await compareAt(t, 2 * hour);
    const [difference] = (await last())?.differences ?? [];
    assert.deepEqual(
      [difference?.about, difference?.kind, difference?.reference, difference?.ours, difference?.theirs],
      ['charge', 'missing_here', order.payment, null, 11.97],
    );
    assert.equal(difference?.order, order.bucketId);
    const text = `Set ${order.bucketId}: Payment ${order.payment} of 11.97 USD is at the payment provider but not in the ledger.`;
    assert.deepEqual(await alerts(), [text]);
    assert.deepEqual(await shop.errorsOf(order), [text]);
    await compareAt(t, 2 * hour + day);
    assert.deepEqual(await alerts(), [text], 'and only once');
    assert.deepEqual(await shop.errorsOf(order), [text]);
    assert.equal((await runs()).at(-1)?.status, 'partial_failure');

    await shop.lookUp();
    assert.equal((await shop.state(order)).status, 'paid');
    await compareAt(t, 2 * hour + 2 * day);
    assert.deepEqual((await last())?.differences, [], 'it fits by now');
    await checkout.control('POST', 'webhooks/release', { order: 'oldest_first' });
    assert.deepEqual(await alerts(), [text]);
  });

  test('skips what is less than an hour old: its event may still arrive', async (t) => {
    await forget();
    const old = await paidOrder();
    await untilPaid(old);
    await runStatement(
      app.db,
      sql`
      update checkouts set created_at = created_at - interval '2 hours' where bucket_id = ${old.bucketId}`,
    );
    await checkout.control('POST', 'webhooks/hold');
    await paidOrder();
    await compareAt(t, hour / 2);
    const comparison = await last();
    assert.deepEqual([comparison?.charges, comparison?.differences], [0, []]);
    assert.deepEqual(await alerts(), []);
  });

  test('reports once a refund at the provider whose event was lost', async (t) => {
    await forget();
    const order = await paidOrder();
    await untilPaid(order);
    await checkout.control('POST', 'webhooks/hold');
    const reference = await checkout.refund(order.payment, 250);
    await compareAt(t, 2 * hour);
    await compareAt(t, 2 * hour + day);
    const [difference] = (await last())?.differences ?? [];
    assert.deepEqual(
      [difference?.about, difference?.kind, difference?.reference, difference?.theirs],
      ['refund', 'missing_here', reference, 2.5],
    );
    assert.equal((await alerts()).length, 1);
    await checkout.control('POST', 'webhooks/release', { order: 'oldest_first' });
    await until(
      async () =>
        (await allRows(app.db, sql`select 1 from payment_ledger where provider_ref = ${reference}`)).length > 0,
    );
    await compareAt(t, 2 * hour + 2 * day);
    assert.deepEqual((await last())?.differences, []);
  });

  test('reports once a dispute whose events were lost, and its outcome', async (t) => {
    await forget();
    const order = await paidOrder();
    await untilPaid(order);
    await checkout.control('POST', 'webhooks/hold');
    const reference = String((await checkout.control('POST', `payments/${order.payment}/dispute`))['id']);
    await compareAt(t, 2 * hour);
    await compareAt(t, 2 * hour + day);
    const found = async () =>
      (await last())?.differences.map(({ about, kind, ours, theirs }) => [about, kind, ours, theirs]);
    assert.deepEqual(await found(), [['dispute', 'missing_here', null, 11.97]]);
    assert.equal((await last())?.disputes, 1);
    const missing = `Dispute ${reference} of 11.97 USD is at the payment provider but not in the ledger.`;
    assert.deepEqual(await alerts(), [missing]);

    await checkout.control('POST', 'webhooks/release', { order: 'oldest_first' });
    await until(async () => (await ledgerOf(reference)).length === 2);
    await checkout.control('POST', 'webhooks/hold');
    await checkout.control('POST', `disputes/${reference}/close`, { status: 'lost' });
    await compareAt(t, 2 * hour + 2 * day);
    assert.deepEqual(await found(), [['dispute_lost', 'missing_here', null, 11.97]]);
    const undecided = `Set ${order.bucketId}: The end (lost) of dispute ${reference} of 11.97 USD is at the payment provider but not in the ledger.`;
    assert.deepEqual(await alerts(), [missing, undecided]);
    assert.equal((await runs()).at(-1)?.status, 'partial_failure');

    await checkout.control('POST', 'webhooks/release', { order: 'oldest_first' });
    await until(async () => (await ledgerOf(reference)).includes('dispute_lost'));
    await compareAt(t, 2 * hour + 3 * day);
    assert.deepEqual(await found(), [], 'it fits by now');
    assert.deepEqual(await alerts(), [missing, undecided]);
  });

  test('reports another amount, and entries that the provider does not have', async (t) => {
    await forget();
    const order = await paidOrder();
    await untilPaid(order);
    const entry = (kind: string, ref: string, amount: number) =>
      runStatement(
        app.db,
        sql`
        insert into payment_ledger (kind, provider_ref, amount, currency, payment_intent, recorded_at)
        values (${kind}, ${ref}, ${amount}, 'USD', ${order.payment}, app_now())`,
      );
    const [unknownCharge, unknownRefund] = [`pi_${newId()}`, `re_${newId()}`];
    await checkout.control('POST', 'webhooks/hold');
    const reference = await checkout.refund(order.payment, 250);
    await entry('refund', reference, 200);
    await entry('charge', unknownCharge, 500);
    await entry('refund', unknownRefund, 100);
    await compareAt(t, 2 * hour);
    const found = (await last())?.differences.map(({ about, kind, ours, theirs }) => [about, kind, ours, theirs]);
    assert.deepEqual(found?.toSorted(), [
      ['charge', 'missing_there', 5, null],
      ['refund', 'amount', 2, 2.5],
      ['refund', 'missing_there', 1, null],
    ]);
    assert.equal((await alerts()).length, 3);
    await checkout.control('POST', 'webhooks/release', { order: 'oldest_first' });
  });

  test('ignores payments of other shops on the same account', async (t) => {
    await forget();
    await runStatement(app.db, sql`update ledger_checks set checked_at = checked_at - interval '2 days'`);
    const response = await fetch(`${checkout.url}/v1/checkout/sessions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${checkout.settings['STRIPE_SECRET_KEY']}` },
      body: new URLSearchParams({
        mode: 'payment',
        success_url: 'https://elsewhere.example/',
        'line_items[0][quantity]': '1',
        'line_items[0][price_data][currency]': 'usd',
        'line_items[0][price_data][unit_amount]': '900',
        'line_items[0][price_data][product_data][name]': 'A mug',
      }),
    });
    const { url } = (await response.json()) as { url: string };
    await checkout.control('POST', 'webhooks/hold');
    assert.equal((await checkout.pay(url)).status, 303);
    const before = await allRows(app.db, sql`select 1 from ledger_differences`);
    await compareAt(t, 2 * hour);
    const after = await allRows<{ subject: string }>(
      app.db,
      sql`select subject from ledger_differences where theirs = 900`,
    );
    assert.deepEqual([before.length, after.length], [0, 0]);
  });

  test('is a failed run if the provider does not answer; recorded once, and retried', async (t) => {
    await forget();
    await checkout.control('POST', 'faults', {
      route: 'GET /v1/checkout/sessions',
      action: 'error',
      status: 500,
      times: 4,
    });
    await compareAt(t, 2 * hour);
    assert.equal(await last(), null);
    assert.deepEqual(
      (await runs()).map(({ status }) => status),
      ['failure'],
    );
    assert.equal((await shop.errorsWith('could not be compared')).length, 1);
    await checkout.control('DELETE', 'faults');
    await compareAt(t, 2 * hour);
    assert.ok(await last());
  });
});

test('administrators can compare chosen days at once', async (t) => {
  const after = await later(t, 2 * hour);
  const admin = await after.createUser({ role: 'Admin' });
  const today = await firstRow<{ from: string; to: string }>(
    app.db,
    sql`
    select to_char(now() at time zone 'utc', 'YYYY-MM-DD') as "from", to_char((now() + interval '2 hours') at time zone 'utc', 'YYYY-MM-DD') as "to"`,
  );
  const compare = (query: Record<string, string>) => after.call(ledgerBalance, { query, token: admin.token });
  const { status, data } = await compare({ from: today?.from ?? '', to: today?.to ?? '' });
  assert.equal(status, 200);
  assert.ok((data.comparison?.charges ?? 0) >= 4);
  assert.deepEqual(
    data.comparison?.differences
      .filter(({ kind }) => kind === 'missing_there')
      .map(({ ours }) => ours)
      .toSorted(),
    [1, 5],
  );
  for (const query of [
    { from: '2026-01-01', to: '2026-02-01' },
    { from: '2026-01-02', to: '2026-01-01' },
    { from: '2999-01-01' },
  ])
    assert.equal((await compare(query)).error.code, 'period_not_usable', JSON.stringify(query));
  await checkout.control('POST', 'faults', {
    route: 'GET /v1/checkout/sessions',
    action: 'error',
    status: 500,
    times: 4,
  });
  assert.equal((await compare({ from: today?.from ?? '' })).error.code, 'ledger_not_compared');
});

test('looks up open disputes for months, and reports one that the provider does not have', async (t) => {
  await forget();
  const order = await paidOrder();
  await untilPaid(order);
  const reference = String((await checkout.control('POST', `payments/${order.payment}/dispute`))['id']);
  await until(async () => (await ledgerOf(reference)).length === 2);
  const unknown = `du_${newId()}`;
  await runStatement(
    app.db,
    sql`
    insert into payment_ledger (kind, provider_ref, amount, currency, payment_intent, recorded_at)
    values ('dispute', ${unknown}, 500, 'USD', ${order.payment}, app_now())`,
  );
  await checkout.control('POST', 'webhooks/hold');
  await checkout.control('POST', `disputes/${reference}/close`, { status: 'won' });
  await compareAt(t, 100 * day);
  const found = (await last())?.differences.map(({ about, kind, reference: of }) => [about, kind, of]);
  assert.deepEqual(found?.toSorted(), [
    ['dispute', 'missing_there', unknown],
    ['dispute_won', 'missing_here', reference],
  ]);
  assert.equal(new Set(await alerts()).size, 2, 'to each administrator');
  await checkout.control('POST', 'webhooks/release', { order: 'oldest_first' });
});
