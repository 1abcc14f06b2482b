import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { deleteAccount } from '@keepsake/contract/accounts/accounts';
import { deleteBucket, getBucket, updateBatch } from '@keepsake/contract/photos/content';
import { createCheckoutSession } from '@keepsake/contract/orders/payment';
import { until } from '../../../test/until.ts';
import { eventAbout, startTestShop, type Order } from '../../../test/shop.ts';
import { sql } from 'kysely';
import { allRows, runStatement } from '../../../test/statements.ts';
import { runningJob } from '../../../test/running-job.ts';
import { hashPassword } from '../accounts/passwords/password-hash.ts';
import { sweepPaymentsJob } from './sweep-payments.job.ts';

const shop = await startTestShop({ PAYMENT_METHODS: 'any' });
const { app, checkout } = shop;
const sweep = () => sweepPaymentsJob.run({}, app.deps, runningJob);

/** An order whose bank debit has begun, and its session. */
async function debited() {
  const order = await shop.newOrder();
  assert.equal((await checkout.debit(await shop.pageOf(order))).status, 303);
  const [session] = await shop.sessionsOf(order);
  assert.deepEqual([session?.status, session?.payment_status], ['complete', 'unpaid']);
  return { order, session: session ?? assert.fail('no session') };
}

const seen = async ({ user, bucketId }: Order) =>
  (await app.call(getBucket, { params: { id: bucketId }, token: user.token })).data.bucket;
const statusOf = async (order: Order) => (await shop.state(order)).status;
const failureMails = ({ bucketId }: Order) =>
  allRows(app.db, sql`select 1 from mails where bucket_id = ${bucketId} and kind = 'payment-failed'`);

async function untilPayable(order: Order): Promise<void> {
  await until(async () => {
    await shop.lookUp();
    return (await seen(order)).payment === 'failed';
  });
}

describe('a delayed payment', () => {
  test('is pending until its money arrives, which fulfils the order', async () => {
    const { order, session } = await debited();
    const bucket = await seen(order);
    assert.deepEqual([bucket.status, bucket.payment], ['pending', 'under_way']);
    assert.match((await shop.errorsOf(order)).join(), /money has not arrived/);
    await shop.lookUp();
    await sweep();
    assert.equal((await seen(order)).payment, 'under_way');
    assert.equal((await shop.state(order)).films, 0);
    await checkout.settle(session.id, 'succeed');
    await until(async () => (await statusOf(order)) === 'paid');
    const { films, mails, sales } = await shop.state(order);
    assert.deepEqual([films, mails, sales.length, (await seen(order)).payment], [3, 1, 1, null]);
  });

  test('locks the set: it can neither be changed nor deleted nor paid again, and the answer says why', async () => {
    const { order } = await debited();
    const { user, bucketId, photoIds } = order;
    const password = 'three blue teacups';
    await runStatement(
      app.db,
      sql`update users set password_hash = ${await hashPassword(password)} where id = ${user.id}`,
    );
    const { token } = user;
    const answers = [
      await app.call(updateBatch, { body: { contents: [{ id: photoIds[0] ?? '', actions: [] }] }, token }),
      await app.call(deleteBucket, { params: { id: bucketId }, token }),
      await app.call(deleteAccount, { body: { password }, token }),
      await app.call(createCheckoutSession, { body: { bucketId }, token }),
    ];
    for (const { status, error } of answers) assert.deepEqual([status, error.code], [409, 'bucket_payment_processing']);
    await shop.setPrices({ basePrice: 9.99 });
    const { error } = await app.call(createCheckoutSession, { body: { bucketId }, token });
    assert.equal(error.code, 'bucket_payment_processing');
    await shop.setPrices();
    assert.equal((await shop.sessionsOf(order)).length, 1);
  });

  test('that fails unlocks the set, notifies the customer once by page and mail, and can be paid again', async () => {
    const { order, session } = await debited();
    await checkout.settle(session.id, 'fail');
    await untilPayable(order);
    const failed = eventAbout({ ...session }, 'checkout.session.async_payment_failed');
    for (let times = 0; times < 2; times++) await shop.sendEvent(failed);
    await shop.lookUp();
    assert.equal((await failureMails(order)).length, 1);
    assert.equal((await checkout.pay(await shop.pageOf(order))).status, 303);
    assert.equal(await statusOf(order), 'paid');
    assert.equal((await seen(order)).payment, null);
  });

  for (const outcome of ['succeed', 'fail'] as const) {
    test(`whose event (${outcome}) is lost is found by the sweep`, async () => {
      const { order, session } = await debited();
      await checkout.control('POST', 'webhooks/hold');
      await checkout.settle(session.id, outcome);
      await sweep();
      if (outcome === 'succeed') assert.equal(await statusOf(order), 'paid');
      else assert.deepEqual([(await seen(order)).payment, (await failureMails(order)).length], ['failed', 1]);
      await checkout.control('POST', 'webhooks/release');
    });
  }

  test('ignores an event "failed" while it is pending, and an event "pending" after it arrived', async () => {
    const { order, session } = await debited();
    await shop.sendEvent(eventAbout(session, 'checkout.session.async_payment_failed'));
    await shop.lookUp();
    assert.equal((await seen(order)).payment, 'under_way');
    await checkout.settle(session.id, 'succeed');
    await until(async () => (await statusOf(order)) === 'paid');
    await shop.sendEvent(eventAbout(session));
    await shop.lookUp();
    assert.deepEqual([await statusOf(order), (await seen(order)).payment], ['paid', null]);
  });
});

test('a shop for cards only offers no bank debit', async () => {
  const cards = await startTestShop();
  const page = await (await fetch(await cards.pageOf(await cards.newOrder()))).text();
  assert.doesNotMatch(page, /debit/i);
});
