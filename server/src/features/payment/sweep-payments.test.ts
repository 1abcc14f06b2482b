import assert from 'node:assert/strict';
import { afterEach, describe, test, vi } from 'vitest';
import { refundScene } from '../../../test/refund-scene.ts';
import { eventAbout, startTestShop, type Order } from '../../../test/shop.ts';
import { sql } from 'kysely';
import { allRows, firstRow, runStatement } from '../../../test/statements.ts';
import { runningJob } from '../../../test/running-job.ts';
import { eventCursor } from './payment.queries.ts';
import { releaseBucket, requireReleased } from '../checkouts/release-bucket.ts';
import { sweepPaymentsJob } from './sweep-payments.job.ts';

const shop = await startTestShop();
const { app, checkout } = shop;
const sweep = () => sweepPaymentsJob.run({}, app.deps, runningJob);

afterEach(() => checkout.control('DELETE', 'faults'));

async function lastRun() {
  return firstRow<{ status: string; itemsProcessed: number; successCount: number; errors: object[] }>(
    app.db,
    sql`select status, items_processed, success_count, errors from worker_runs order by run_at desc, id desc limit 1`,
  );
}

const stateOf = async (order: Order) => (await shop.state(order)).checkouts.at(-1)?.state;
/** Makes a checkout look as if it had been begun some minutes ago. */
const age = (order: Order, minutes: number) =>
  runStatement(
    app.db,
    sql`
    update checkouts set created_at = created_at - ${minutes}::int * interval '1 minute' where bucket_id = ${order.bucketId}`,
  );
const failNext = (route: string, times: number, action = 'drop') =>
  checkout.control('POST', 'faults', { route, action, times });

describe('the sweep over payments', () => {
  test('finds payments whose events were lost, several at once, and each once however often it runs', async () => {
    await checkout.control('POST', 'webhooks/hold');
    const orders = await Promise.all(Array.from({ length: 7 }, () => shop.newOrder()));
    for (const order of orders) await checkout.pay(await shop.pageOf(order));
    await Promise.all([sweep(), sweep()]);
    for (const order of orders) {
      const { status, sales, films, mails } = await shop.state(order);
      assert.deepEqual([status, sales.length, films, mails], ['paid', 1, 3, 1]);
    }
    const run = await lastRun();
    assert.deepEqual([run?.status, run?.errors], ['success', []]);
    await checkout.control('POST', 'webhooks/release');
    for (const order of orders) assert.equal((await shop.state(order)).sales.length, 1);
  });

  test('makes no calls for open sessions, and records no run without an effect', async () => {
    const orders = [await shop.newOrder(), await shop.newOrder()];
    for (const order of orders) await shop.pageOf(order);
    const runs = async () => (await allRows(app.db, sql`select 1 from worker_runs`)).length;
    const earlier = await runs();
    const lookUps = vi.spyOn(app.deps.payments, 'getSession');
    await sweep();
    assert.equal(lookUps.mock.calls.length, 0);
    assert.equal(await runs(), earlier);
    for (const order of orders) assert.equal(await stateOf(order), 'open');
  });

  test('looks every open session up if the key may not read events', async () => {
    await checkout.control('POST', 'webhooks/hold');
    const order = await shop.newOrder();
    await checkout.pay(await shop.pageOf(order));
    await checkout.control('POST', 'faults', { route: 'GET /v1/events', action: 'error', status: 403, times: 1 });
    await sweep();
    assert.equal((await shop.state(order)).status, 'paid');
    await checkout.control('POST', 'webhooks/release');
  });

  test('continues the provider’s event list where it stopped, however many events there were since', async () => {
    await sweep();
    const seen = await eventCursor(app.db);
    assert.ok(seen);
    const lists = vi.spyOn(app.deps.payments, 'listSessionEvents');
    await sweep();
    const [since] = lists.mock.calls[0] ?? [];
    assert.ok(since && since <= seen && seen.getTime() - since.getTime() <= 10 * 60_000);
  });

  test('closes sessions that have expired, and those that the provider does not know', async () => {
    await checkout.control('POST', 'webhooks/hold');
    const [expired, unknown] = [await shop.newOrder(), await shop.newOrder()];
    for (const order of [expired, unknown]) await shop.pageOf(order);
    await checkout.expire((await shop.sessionsOf(expired))[0]?.id ?? '');
    await runStatement(
      app.db,
      sql`
      update checkouts set session_id = 'cs_test_lost', expires_at = app_now() where bucket_id = ${unknown.bucketId}`,
    );
    await sweep();
    assert.deepEqual([await stateOf(expired), await stateOf(unknown)], ['expired', 'expired']);
    await checkout.control('POST', 'webhooks/release');
  });

  test('finishes a checkout that a crash interrupted, under the same key', async () => {
    const order = await shop.newOrder();
    await checkout.control('POST', 'faults', {
      route: 'POST /v1/checkout/sessions',
      action: 'drop',
      phase: 'after',
      times: 2,
    });
    assert.equal((await shop.start(order)).status, 503);
    await sweep();
    assert.equal(await stateOf(order), 'creating', 'who has just begun may still be at it');
    await age(order, 2);
    await sweep();
    assert.equal(await stateOf(order), 'open');
    const sessions = await shop.sessionsOf(order);
    assert.equal(sessions.length, 1);
    assert.equal(await shop.pageOf(order), sessions[0]?.url);
  });

  test('closes sessions that are too old, and those of sets that were changed or deleted', async () => {
    const [over, changed, gone] = [await shop.newOrder(), await shop.newOrder(), await shop.newOrder()];
    const pages = [await shop.pageOf(over), await shop.pageOf(changed), await shop.pageOf(gone)];
    await runStatement(app.db, sql`update checkouts set expires_at = app_now() where bucket_id = ${over.bucketId}`);
    await runStatement(app.db, sql`update buckets set revision = revision + 1 where id = ${changed.bucketId}`);
    await runStatement(app.db, sql`delete from buckets where id = ${gone.bucketId}`);
    await sweep();
    for (const page of pages) assert.equal((await checkout.pay(page)).status, 410);
    for (const order of [over, changed, gone]) assert.equal(await stateOf(order), 'expired');
  });

  test('records that the provider is down, and finds the payments when it is back', async () => {
    await checkout.control('POST', 'webhooks/hold');
    const order = await shop.newOrder();
    await checkout.pay(await shop.pageOf(order));
    await failNext('GET /v1/checkout/sessions/:id', 1000);
    await sweep();
    assert.deepEqual([await stateOf(order), (await lastRun())?.status], ['open', 'failure']);
    await checkout.control('DELETE', 'faults');
    await sweep();
    assert.equal((await shop.state(order)).status, 'paid');
    await checkout.control('POST', 'webhooks/release');
  });

  test('wakes a refund whose job was lost, once it is overdue', async () => {
    const { paidOrder, ask, states, work } = refundScene(shop);
    const order = await paidOrder([[1]]);
    await ask(order, { amount: 2 });
    await runStatement(app.db, sql`delete from graphile_worker._private_jobs where key like 'refund:%'`);
    for (const [minutes, state] of [
      [0, 'requested'],
      [1, 'succeeded'],
    ] as const) {
      await runStatement(app.db, sql`update refunds set look_at = now() - ${minutes}::int * interval '1 minute'`);
      await sweep();
      await work();
      assert.equal((await states(order))[0]?.[0], state);
    }
  });

  test('continues if one payment cannot be processed', async () => {
    await checkout.control('POST', 'webhooks/hold');
    const [broken, whole] = [await shop.newOrder(), await shop.newOrder()];
    for (const order of [broken, whole]) await checkout.pay(await shop.pageOf(order));
    const lose = (order: string) =>
      runStatement(
        app.db,
        sql`
      update checkouts set price = jsonb_set(price, '{order}', ${order}::jsonb) where bucket_id = ${broken.bucketId}`,
      );
    const kept = await firstRow<{ order: object }>(
      app.db,
      sql`select price -> 'order' as order from checkouts where bucket_id = ${broken.bucketId}`,
    );
    await lose('[]');
    await sweep();
    assert.deepEqual([(await shop.state(broken)).status, (await shop.state(whole)).status], ['pending', 'paid']);
    const run = await lastRun();
    assert.deepEqual([run?.status, run?.errors.length], ['partial_failure', 1]);
    await lose(JSON.stringify(kept?.order));
    await sweep();
    assert.equal((await shop.state(broken)).status, 'paid');
    await checkout.control('POST', 'webhooks/release');
  });
});

describe('a set that is to be changed', () => {
  test('has its open session closed first', async () => {
    const order = await shop.newOrder();
    const page = await shop.pageOf(order);
    await assert.rejects(
      app.db.transaction().execute((tx) => requireReleased(tx, order.bucketId)),
      { code: 'bucket_payment_in_progress' },
    );
    await releaseBucket(app.deps, order.bucketId);
    assert.equal((await checkout.pay(page)).status, 410);
    await app.db.transaction().execute((tx) => requireReleased(tx, order.bucketId));
    await releaseBucket(app.deps, order.bucketId);
  });

  test('cannot be if its session turns out to be paid: the payment counts', async () => {
    await checkout.control('POST', 'webhooks/hold');
    const order = await shop.newOrder();
    await checkout.pay(await shop.pageOf(order));
    await assert.rejects(releaseBucket(app.deps, order.bucketId), { code: 'bucket_payment_in_progress' });
    await shop.lookUp();
    assert.equal((await shop.state(order)).status, 'paid');
    await checkout.control('POST', 'webhooks/release');
    assert.equal((await shop.state(order)).sales.length, 1);
  });

  test('cannot be while it is unknown whether its session is paid', async () => {
    const order = await shop.newOrder();
    const page = await shop.pageOf(order);
    await failNext('POST /v1/checkout/sessions/:id/expire', 2);
    await assert.rejects(releaseBucket(app.deps, order.bucketId), { code: 'payment_not_closed' });
    await checkout.pay(page);
    assert.equal((await shop.state(order)).status, 'paid');
  });

  test('has the session closed that a crash left half opened', async () => {
    const order = await shop.newOrder();
    await checkout.control('POST', 'faults', {
      route: 'POST /v1/checkout/sessions',
      action: 'drop',
      phase: 'after',
      times: 2,
    });
    assert.equal((await shop.start(order)).status, 503);
    await releaseBucket(app.deps, order.bucketId);
    assert.deepEqual(
      (await shop.sessionsOf(order)).map(({ status }) => status),
      ['expired'],
    );
    assert.equal(await stateOf(order), 'expired');
  });

  test('while it is being paid is either paid or changed, never both', async () => {
    for (let round = 0; round < 5; round++) {
      const order = await shop.newOrder();
      const page = await shop.pageOf(order);
      const change = async () => {
        await releaseBucket(app.deps, order.bucketId);
        return app.db.transaction().execute(async (tx) => {
          const changed = await runStatement(
            tx,
            sql`update buckets set revision = revision + 1 where id = ${order.bucketId} and status = 'pending'`,
          );
          // The payment may be complete before the change begins.
          assert.equal(changed, 1);
          await requireReleased(tx, order.bucketId);
        });
      };
      const [paid, changed] = await Promise.all([
        checkout.pay(page).then(({ status }) => status === 303),
        change().then(
          () => true,
          () => false,
        ),
      ]);
      assert.notEqual(paid, changed);
      await shop.lookUp();
      assert.equal((await shop.state(order)).status, paid ? 'paid' : 'pending');
      assert.deepEqual(await shop.errorsOf(order), []);
    }
  });
});

test('events that arrive after the sweep change nothing', async () => {
  await checkout.control('POST', 'webhooks/hold');
  const order = await shop.newOrder();
  await checkout.pay(await shop.pageOf(order));
  const [session] = await shop.sessionsOf(order);
  await Promise.all([sweep(), ...Array.from({ length: 5 }, () => shop.sendEvent(eventAbout(session ?? {})))]);
  await checkout.control('POST', 'webhooks/release');
  const { sales, films, mails } = await shop.state(order);
  assert.deepEqual([sales.length, films, mails], [1, 3, 1]);
});
