import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'vitest';
import { deleteAccount } from '@keepsake/contract/accounts/accounts';
import {
  batchStatus,
  deleteBucket,
  deleteContentFile,
  getBucket,
  myBuckets,
  updateBatch,
} from '@keepsake/contract/photos/content';
import { eventAbout, startTestShop, type Order } from '../../../test/shop.ts';
import { newPortrait, upload } from '../../../test/upload.ts';
import { sql } from 'kysely';
import { allRows, firstRow, runStatement } from '../../../test/statements.ts';
import { hashPassword } from '../accounts/passwords/password-hash.ts';

const shop = await startTestShop();
const { app, checkout } = shop;
const password = 'three blue teacups';
const passwordHash = await hashPassword(password);

afterEach(() => checkout.control('DELETE', 'faults'));

const routes = ['GET /v1/checkout/sessions/:id', 'POST /v1/checkout/sessions/:id/expire', 'POST /v1/checkout/sessions'];

/** From now on the payment provider takes every request and answers none, or hangs up. */
async function goAway(action: 'hang' | 'drop'): Promise<void> {
  for (const route of routes) {
    const fault = action === 'drop' ? { action } : { action: 'delay', delayMs: 20_000 };
    await checkout.control('POST', 'faults', { route, times: 100_000, ...fault });
  }
}

async function askedMeanwhile(): Promise<number> {
  const { faults } = (await checkout.control('GET', 'faults')) as { faults: { hits: number }[] };
  return faults.reduce((sum, { hits }) => sum + hits, 0);
}

/** An order whose page is open, and its session. */
async function openOrder() {
  const order = await shop.newOrder();
  await shop.pageOf(order);
  const [session] = await shop.sessionsOf(order);
  return { order, session: session ?? assert.fail('no session') };
}

/** Everything that changes or deletes a set, over HTTP. @returns status and code of the answer */
const changes: Record<string, (order: Order) => Promise<[number, string | undefined]>> = {
  upload: async ({ user, bucketId }) => {
    const { status, body } = await upload(app, user.token, [await newPortrait()], { bucketId });
    return [status, body.code];
  },
  'other effects': async ({ user, photoIds }) => {
    const photos = [{ id: photoIds[0] ?? '', actions: [] }];
    const { status, error } = await app.call(updateBatch, { body: { contents: photos }, token: user.token });
    return [status, error.code];
  },
  'photo deleted': async ({ user, photoIds }) => {
    const photo = await firstRow<{ filename: string }>(
      app.db,
      sql`select filename from photos where id = ${photoIds[0]}`,
    );
    const params = { filename: photo?.filename ?? '' };
    const { status, error } = await app.call(deleteContentFile, { params, token: user.token });
    return [status, error.code];
  },
  'set deleted': async ({ user, bucketId }) => {
    const { status, error } = await app.call(deleteBucket, { params: { id: bucketId }, token: user.token });
    return [status, error.code];
  },
  'account deleted': async ({ user }) => {
    await runStatement(app.db, sql`update users set password_hash = ${passwordHash} where id = ${user.id}`);
    const { status, error } = await app.call(deleteAccount, { body: { password }, token: user.token });
    return [status, error.code];
  },
};

const holdings = async ({ bucketId }: Order) =>
  firstRow(
    app.db,
    sql`
    select revision, (select count(*) from photos c where c.bucket_id = b.id) as photos,
      (select count(*) from photo_prompts a join photos c on c.id = a.photo_id where c.bucket_id = b.id) as effects
    from buckets b where id = ${bucketId}`,
  );

test('events are answered at once while the payment provider hangs', async () => {
  const orders = await Promise.all(Array.from({ length: 12 }, openOrder));
  await goAway('hang');
  const events = orders.flatMap(({ session }) => {
    const paid = { ...session, status: 'complete', payment_status: 'paid', payment_intent: `pi_${session.id}` };
    return [
      eventAbout({ ...session, status: 'expired' }, 'checkout.session.expired'),
      eventAbout({ ...paid, amount_total: 1 }),
      eventAbout({ ...paid, payment_status: 'unpaid' }),
      eventAbout({ ...paid, payment_status: 7 }),
      eventAbout(paid, 'checkout.session.async_payment_failed'),
      eventAbout(paid, 'checkout.session.async_payment_succeeded'),
    ];
  });
  const took: number[] = [];
  for (const event of events) {
    const begun = performance.now();
    const { status, message } = await shop.sendEvent(event);
    assert.equal(status, 200, message);
    took.push(performance.now() - begun);
  }
  const slowest = took.toSorted((a, b) => a - b).at(Math.ceil(took.length * 0.99) - 1) ?? 0;
  process.stdout.write(`events while the provider hangs: p99 ${slowest.toFixed(0)} ms of ${took.length}\n`);
  assert.equal(await askedMeanwhile(), 0, 'an event asked the provider');
  const left = await allRows(app.db, sql`select 1 from graphile_worker.jobs where task_identifier = 'settle-session'`);
  assert.ok(left.length >= orders.length, 'the sessions are looked up later');
});

describe('while the payment provider is down', () => {
  for (const [name, change] of Object.entries(changes)) {
    test(`${name}: a set with an open page is left as it is, the answer says so, and it works again once the provider is back`, async () => {
      const { order } = await openOrder();
      const before = await holdings(order);
      await goAway('drop');
      assert.deepEqual(await change(order), [503, 'payment_not_closed']);
      assert.deepEqual(await holdings(order), before);
      assert.deepEqual(
        (await shop.state(order)).checkouts.map(({ state }) => state),
        ['open'],
      );
      await checkout.control('DELETE', 'faults');
      const [status] = await change(order);
      assert.ok(status === 200 || status === 201, String(status));
      assert.equal((await shop.sessionsOf(order))[0]?.status, 'expired');
    });
  }

  test('a set without an open page can be changed', async () => {
    await goAway('hang');
    for (const change of Object.values(changes)) {
      const [status] = await change(await shop.newOrder());
      assert.ok(status === 200 || status === 201);
    }
  });

  test('a set whose page is open is shown, at most once with a delay', async () => {
    const { order } = await openOrder();
    const { token } = order.user;
    await goAway('hang');
    const params = { id: order.bucketId };
    const begun = performance.now();
    const { status, data } = await app.call(getBucket, { params, token });
    assert.deepEqual([status, data.bucket.status], [200, 'pending']);
    for (let times = 0; times < 5; times++) assert.equal((await app.call(getBucket, { params, token })).status, 200);
    assert.equal((await app.call(batchStatus, { body: { contentIds: order.photoIds }, token })).status, 200);
    assert.equal((await app.call(myBuckets, { token })).status, 200);
    assert.ok(performance.now() - begun < 19_000, 'somebody waited for the provider');
    assert.equal(await askedMeanwhile(), 1);
  });

  test('administrators see one entry, however many requests fail', async () => {
    await goAway('drop');
    for (let times = 0; times < 3; times++) {
      await checkout.control('DELETE', 'faults');
      const { order } = await openOrder();
      await goAway('drop');
      await changes['set deleted']?.(order);
    }
    assert.equal((await shop.errorsWith('Payment sessions cannot be looked up')).length, 1);
  });
});

describe('a set that is being paid', () => {
  for (const [name, change] of Object.entries(changes)) {
    const tags = name === 'other effects' || name === 'set deleted' ? [] : ['full'];
    test(`${name}: it is either paid as it was or changed, never both, however the two meet`, { tags }, async () => {
      for (let round = 0; round < 4; round++) {
        const order = await shop.newOrder();
        const page = await shop.pageOf(order);
        const [paid, [status, code]] = await Promise.all([checkout.pay(page), change(order)]);
        const isPaid = paid.status === 303;
        await shop.lookUp();
        const state = await shop.state(order);
        // What is paid can be deleted, by those who paid it: where that comes after the payment, its sale stands in the books.
        if (isPaid && status < 400 && name.endsWith('deleted')) {
          assert.equal(state.sales.length, 1, `${name}: deleted before it was known to be paid`);
          continue;
        }
        assert.equal(isPaid, status >= 400, `${paid.status} and ${status} ${code}`);
        if (!isPaid) assert.deepEqual([state.sales, state.films], [[], 0]);
        else {
          assert.ok(['bucket_payment_in_progress', 'bucket_not_editable'].includes(code ?? ''), code);
          assert.deepEqual([state.status, state.sales.length, state.films], ['paid', 1, 3]);
        }
        assert.deepEqual(await shop.errorsOf(order), []);
      }
    });

    test(`${name}: it is kept and fulfilled if the payment came first and its news did not`, async () => {
      await checkout.control('POST', 'webhooks/hold');
      const order = await shop.newOrder();
      await checkout.pay(await shop.pageOf(order));
      assert.deepEqual(await change(order), [409, 'bucket_payment_in_progress']);
      await shop.lookUp();
      const { status, sales, films } = await shop.state(order);
      assert.deepEqual([status, sales.length, films], ['paid', 1, 3]);
      await checkout.control('POST', 'webhooks/release');
      assert.equal((await shop.state(order)).sales.length, 1);
    });
  }
});

test('a customer who comes back before the event arrives sees the set paid, whichever call the page makes', async () => {
  for (const ask of ['set', 'photos'] as const) {
    await checkout.control('POST', 'webhooks/hold');
    const order = await shop.newOrder();
    await checkout.pay(await shop.pageOf(order));
    const { token } = order.user;
    if (ask === 'set') {
      const { data } = await app.call(getBucket, { params: { id: order.bucketId }, token });
      assert.equal(data.bucket.status, 'paid');
    } else {
      const { data } = await app.call(batchStatus, { body: { contentIds: order.photoIds }, token });
      assert.deepEqual(
        Object.values(data.statuses).map(({ status }) => status),
        ['paid', 'paid'],
      );
    }
    await checkout.control('POST', 'webhooks/release');
    assert.equal((await shop.state(order)).sales.length, 1);
  }
});
