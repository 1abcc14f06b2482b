import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'vitest';
import { startTestApp } from '../../../test/harness.ts';
import { beginCheckout, withPayments, type BegunCheckout } from '../../../test/payment-scene.ts';
import { sql, type RawBuilder } from 'kysely';
import { allRows, firstRow, runStatement } from '../../../test/statements.ts';
import { PaymentsError, type CheckoutSession } from '../../providers/payment/payments.ts';
import { releaseBucket, requireReleased } from '../checkouts/release-bucket.ts';
import { callPaymentProvider } from '../checkouts/call-payment-provider.ts';
import * as checkouts from '../checkouts/checkout.queries.ts';
import { consentsOfBucket, storeConsents } from './payment.queries.ts';
import { closeCheckout, applySessionState, endUnpaid } from './settle-session.job.ts';

const app = await startTestApp(undefined);
const { db, deps } = app;

beforeEach(async () => {
  for (const table of [sql`sales`, sql`mails`, sql`error_logs`, sql`worker_runs`])
    await runStatement(db, sql`delete from ${table}`);
  await runStatement(db, sql`delete from buckets`);
  await runStatement(db, sql`delete from checkouts`);
});

// Administrators look for an error by the part of the product that has reported it.
afterEach(async () => {
  assert.deepEqual(await allRows(db, sql`select * from error_logs where module_name <> 'payment'`), []);
});

const away = new PaymentsError('unknown', 'reset');
const errors = async () =>
  (await allRows<{ errorMessage: string }>(db, sql`select error_message from error_logs order by created_at, id`)).map(
    ({ errorMessage }) => errorMessage,
  );
const mails = async () =>
  (await allRows<{ kind: string }>(db, sql`select kind from mails order by id`)).map(({ kind }) => kind);
const bucketStatus = async ({ bucketId }: BegunCheckout) =>
  (await firstRow<{ status: string }>(db, sql`select status from buckets where id = ${bucketId}`))?.status;
/** How often something was counted as done. */
function counter() {
  let counted = 0;
  return { count: async () => void (counted += 1), counted: () => counted };
}

const unpaid = { paymentStatus: 'unpaid' } as const;

describe('the state of a session at the provider', () => {
  const followed = async (
    change: Partial<CheckoutSession> | undefined,
    { prepare = sql`state = state`, ...news }: { prepare?: RawBuilder<unknown>; reportedFailed?: boolean } = {},
  ) => {
    const begun = await beginCheckout(app);
    await runStatement(db, sql`update checkouts set ${prepare} where id = ${begun.checkoutId}`);
    const { count, counted } = counter();
    const session = change && begun.session(change);
    const standing = await applySessionState(deps, await begun.checkout(), session, { ...news, count });
    const { state, processingAt, doubt } = await begun.checkout();
    return {
      standing,
      state,
      isProcessing: processingAt !== null,
      doubt,
      counted: counted(),
      mails: await mails(),
      begun,
    };
  };

  test('paid: the order is fulfilled', async () => {
    const { standing, state, counted, mails, begun } = await followed({});
    assert.deepEqual([standing, state, counted, mails], ['paid', 'complete', 1, ['order-confirmed']]);
    assert.equal(await bucketStatus(begun), 'paid');
  });

  test('nothing to pay: the order is fulfilled', async () => {
    const free = { paymentStatus: 'no_payment_required' } as const;
    assert.equal((await followed(free)).standing, 'paid');
    assert.equal((await followed({ status: 'open', ...free })).standing, 'open', 'not before the customer has agreed');
  });

  test('open: it can be paid, whatever was recorded before', async () => {
    const prepare = sql`processing_at = app_now(), doubt = 'another amount'`;
    const { standing, state, isProcessing, doubt, counted } = await followed(
      { status: 'open', ...unpaid },
      { prepare },
    );
    assert.deepEqual([standing, state, isProcessing, doubt, counted], ['open', 'open', false, null, 0]);
    for (const one of [sql`processing_at = app_now()`, sql`doubt = 'another amount'`]) {
      const again = await followed({ status: 'open', ...unpaid }, { prepare: one });
      assert.deepEqual([again.isProcessing, again.doubt], [false, null]);
    }
  });

  test('complete without its money: the payment is pending', async () => {
    for (const delayed of ['under_way', null] as const) {
      const { standing, state, isProcessing, counted, mails } = await followed({ ...unpaid, delayed });
      assert.deepEqual([standing, state, isProcessing, counted, mails], ['processing', 'open', true, 0, []]);
    }
    const since = sql`processing_at = date '2026-01-05'`;
    const { begun } = await followed({ ...unpaid, delayed: 'under_way' }, { prepare: since });
    const isSame = sql`select processing_at = date '2026-01-05' as same from checkouts where id = ${begun.checkoutId}`;
    assert.deepEqual(await firstRow(db, isSame), { same: true }, 'it is pending since it was first reported');
    const told = await followed({ ...unpaid, delayed: 'under_way' }, { reportedFailed: true });
    assert.equal(told.standing, 'processing', 'what the provider says now counts more than an event');
  });

  test('complete, and the payment failed: the set is unlocked and its customer notified', async () => {
    const told: string[] = [];
    for (const [delayed, reportedFailed] of [
      ['failed', false],
      [null, true],
    ] as const) {
      told.push('payment-failed');
      const { standing, state, counted, mails, isProcessing } = await followed(
        { ...unpaid, delayed },
        { reportedFailed },
      );
      assert.deepEqual([standing, state, counted, mails], ['ended', 'failed', 1, told]);
      assert.equal(isProcessing, true, 'the page says that it had been on its way');
    }
    const { state, mails } = await followed({ ...unpaid, delayed: 'failed' }, { prepare: sql`user_id = null` });
    assert.deepEqual([state, mails], ['failed', told], 'of an account that is deleted');
  });

  test('expired or unknown: the checkout is closed', async () => {
    for (const change of [{ status: 'expired', ...unpaid } as const, undefined]) {
      const { standing, state, counted, mails } = await followed(change);
      assert.deepEqual([standing, state, counted, mails], ['ended', 'expired', 1, []]);
    }
  });

  test('concerns no other checkout', async () => {
    const other = await beginCheckout(app);
    await runStatement(db, sql`update checkouts set doubt = 'another amount' where id = ${other.checkoutId}`);
    await followed({ ...unpaid, delayed: 'under_way' });
    await followed({ status: 'open', ...unpaid }, { prepare: sql`doubt = 'another amount'` });
    const { processingAt, doubt } = await other.checkout();
    assert.deepEqual([processingAt, doubt], [null, 'another amount']);
  });

  test('of a closed checkout changes nothing', async () => {
    const prepare = sql`state = 'failed'`;
    const failed = await followed({ ...unpaid, delayed: 'failed' }, { prepare });
    assert.deepEqual([failed.standing, failed.counted, failed.mails], ['ended', 0, []]);
    const { standing, state, counted } = await followed({ status: 'expired', ...unpaid }, { prepare });
    assert.deepEqual([standing, state, counted], ['ended', 'failed', 0]);
    const late = await followed({ ...unpaid, delayed: 'under_way' }, { prepare });
    assert.deepEqual([late.state, late.isProcessing], ['failed', false], 'the page goes on to say that it can be paid');
    const delayed = sql`state = 'failed', processing_at = app_now()`;
    const open = await followed({ status: 'open', ...unpaid }, { prepare: delayed });
    assert.equal(open.isProcessing, true, 'the page goes on to say that its payment has failed');
  });
});

describe('a checkout that is closed', () => {
  const close = async (begun: BegunCheckout, answer: () => Promise<CheckoutSession | undefined>, made = answer) => {
    const { count } = counter();
    const asked: string[] = [];
    const expireSession = (id: string) => {
      asked.push(id);
      return answer();
    };
    const createSession = made as () => Promise<CheckoutSession>;
    const changed = withPayments(deps, { expireSession, createSession });
    return { result: await closeCheckout(changed, await begun.checkout(), count), asked };
  };

  test('has its session ended at the provider', async () => {
    const begun = await beginCheckout(app);
    const { result, asked } = await close(begun, async () => begun.session({ status: 'expired', ...unpaid }));
    assert.deepEqual([result, asked], ['closed', [`cs_${begun.checkoutId}`]]);
    assert.equal((await begun.checkout()).state, 'expired');
  });

  test('turns out to be paid, or pending', async () => {
    const paid = await beginCheckout(app);
    assert.equal((await close(paid, async () => paid.session())).result, 'paid');
    const way = await beginCheckout(app);
    assert.equal((await close(way, async () => way.session({ ...unpaid, delayed: 'under_way' }))).result, 'processing');
  });

  test('that was closed already is not looked up', async () => {
    for (const [state, result] of [
      ['complete', 'paid'],
      ['failed', 'closed'],
      ['expired', 'closed'],
    ] as const) {
      const begun = await beginCheckout(app, { state });
      assert.deepEqual(await close(begun, () => Promise.reject(away)), { result, asked: [] });
    }
  });

  test('cannot be while its session is open, or the provider does not answer', async () => {
    const begun = await beginCheckout(app);
    await assert.rejects(
      close(begun, async () => begun.session({ status: 'open', ...unpaid })),
      {
        code: 'payment_unavailable',
        retryAfter: 10,
      },
    );
    await assert.rejects(
      close(begun, () => Promise.reject(away)),
      { code: 'payment_unavailable', retryAfter: 10 },
    );
    await assert.rejects(
      close(begun, () => Promise.reject(new Error('ours'))),
      /ours/,
    );
    assert.equal((await begun.checkout()).state, 'open');
  });

  test('whose session is unknown has it opened first, and then ended', async () => {
    const begun = await beginCheckout(app, { state: 'creating' });
    const { result, asked } = await close(
      begun,
      async () => begun.session({ status: 'expired', ...unpaid }),
      async () => begun.session({ status: 'open', ...unpaid }),
    );
    assert.deepEqual([result, asked], ['closed', [`cs_${begun.checkoutId}`]]);
  });

  test('whose session the provider refuses to open is closed', async () => {
    const begun = await beginCheckout(app, { state: 'creating' });
    const { result } = await close(begun, () => Promise.reject(new PaymentsError('refused', 'no')));
    assert.deepEqual([result, (await begun.checkout()).state], ['closed', 'failed']);
  });

  test('of which it is unknown whether its session was opened stays open', async () => {
    const begun = await beginCheckout(app, { state: 'creating' });
    await assert.rejects(
      close(begun, () => Promise.reject(away)),
      { code: 'payment_unavailable' },
    );
    assert.equal((await begun.checkout()).state, 'creating');
  });
});

describe('a set that is to be changed', () => {
  const release = async (begun: BegunCheckout, answer: () => Promise<CheckoutSession | undefined>) =>
    releaseBucket(withPayments(deps, { expireSession: answer }), begun.bucketId);

  test('can be if it has no open session', async () => {
    const begun = await beginCheckout(app, { state: 'expired' });
    await release(begun, () => Promise.reject(away));
    await db.transaction().execute((tx) => requireReleased(tx, begun.bucketId));
  });

  test('cannot be while its session is paid, pending or cannot be looked up', async () => {
    const begun = await beginCheckout(app);
    await assert.rejects(
      db.transaction().execute((tx) => requireReleased(tx, begun.bucketId)),
      { code: 'bucket_payment_in_progress' },
    );
    await assert.rejects(
      release(begun, () => Promise.reject(away)),
      { code: 'payment_not_closed', retryAfter: 10 },
    );
    await assert.rejects(
      release(begun, () => Promise.reject(new Error('ours'))),
      /ours/,
    );
    await assert.rejects(
      release(begun, async () => begun.session({ status: 'open', ...unpaid })),
      { code: 'payment_not_closed', retryAfter: 10 },
    );
    await assert.rejects(
      release(begun, async () => begun.session({ ...unpaid, delayed: 'under_way' })),
      {
        code: 'bucket_payment_processing',
      },
    );
    await assert.rejects(
      release(begun, async () => begun.session()),
      { code: 'bucket_payment_in_progress' },
    );
  });

  test('can be once its session was ended', async () => {
    const begun = await beginCheckout(app);
    await release(begun, async () => begun.session({ status: 'expired', ...unpaid }));
    await db.transaction().execute((tx) => requireReleased(tx, begun.bucketId));
  });
});

describe('a provider', () => {
  const ask = (error: Error) => callPaymentProvider(deps, 'cs_1', () => Promise.reject(error));

  test('that is down is reported once an hour; an answer that cannot be read, once per session', async () => {
    assert.equal(await callPaymentProvider(deps, 'cs_1', async () => 'answer'), 'answer');
    for (let times = 0; times < 2; times++) await assert.rejects(ask(away), { code: 'payment_unavailable' });
    assert.deepEqual(await errors(), ['Payment sessions cannot be looked up: reset']);
    await assert.rejects(ask(new PaymentsError('unreadable', 'no JSON')));
    assert.deepEqual((await errors()).at(-1), 'Payment session cs_1: no JSON');
    await assert.rejects(ask(new Error('ours')), /ours/);
    assert.equal((await errors()).length, 2);
    await runStatement(db, sql`update error_logs set created_at = created_at - interval '61 minutes'`);
    await assert.rejects(ask(away));
    assert.equal((await errors()).length, 3);
  });
});

/** Has the customer of a checkout start another one, an hour later. */
async function laterCheckout({ bucketId }: BegunCheckout, change = sql`state = 'open', processing_at = null`) {
  await runStatement(
    db,
    sql`
    insert into checkouts (id, bucket_id, revision, price, amount, currency, photos, films, idempotency_key, state, created_at, expires_at)
    select gen_random_uuid(), bucket_id, revision, price, amount, currency, photos, films, 'later ' || id, 'failed',
      created_at + interval '1 hour', expires_at from checkouts where bucket_id = ${bucketId}`,
  );
  await runStatement(
    db,
    sql`update checkouts set ${change} where bucket_id = ${bucketId} and idempotency_key like 'later%'`,
  );
}

describe('a checkout', () => {
  test('can be ended only while it is live', async () => {
    for (const [state, ends] of [
      ['creating', true],
      ['open', true],
      ['complete', false],
      ['expired', false],
    ] as const) {
      const begun = await beginCheckout(app, { state });
      const { count, counted } = counter();
      await endUnpaid(deps, begun.checkoutId, 'failed', count);
      assert.deepEqual([(await begun.checkout()).state === 'failed', counted()], [ends, ends ? 1 : 0], state);
    }
  });

  test('is found by its session’s id, or by the session’s metadata', async () => {
    const [open, creating] = [await beginCheckout(app), await beginCheckout(app, { state: 'creating' })];
    const find = async (id: string, checkoutId: string | null) =>
      (await checkouts.checkoutOfSession(db, { id, checkoutId }))?.id;
    assert.equal(await find(`cs_${open.checkoutId}`, null), open.checkoutId);
    assert.equal(await find('cs_new', creating.checkoutId), creating.checkoutId);
    assert.equal(await find('cs_new', open.checkoutId), undefined, 'it has another session');
    assert.equal(await find('cs_new', null), undefined);
  });

  test('gives the status of a delayed payment, by the latest checkout of each set', async () => {
    const [way, failed, none, over] = [
      await beginCheckout(app),
      await beginCheckout(app, { state: 'failed' }),
      await beginCheckout(app),
      await beginCheckout(app, { state: 'expired' }),
    ];
    for (const { checkoutId } of [way, failed, over])
      await runStatement(db, sql`update checkouts set processing_at = app_now() where id = ${checkoutId}`);
    const ids = [way, failed, none, over].map(({ bucketId }) => bucketId);
    assert.deepEqual(
      await checkouts.delayedPayments(db, ids),
      new Map([
        [way.bucketId, 'under_way'],
        [failed.bucketId, 'failed'],
      ]),
    );
    assert.deepEqual(await checkouts.delayedPayments(db, [none.bucketId]), new Map());
    await laterCheckout(failed);
    await laterCheckout(over, sql`state = 'open', processing_at = app_now()`);
    assert.deepEqual(
      await checkouts.delayedPayments(db, ids),
      new Map([
        [way.bucketId, 'under_way'],
        [over.bucketId, 'under_way'],
      ]),
    );
  });

  test('has the latest consents to each text, with which it is confirmed', async () => {
    const [begun, other] = [await beginCheckout(app), await beginCheckout(app)];
    const give = ({ bucketId, user }: BegunCheckout, textVersion: string, language: 'de' | 'hu') =>
      storeConsents(db, bucketId, user.id, { guidelines: true, finalSale: true, textVersion, language });
    await give(begun, '2026-01-01', 'de');
    await give(begun, '2026-02-02', 'hu');
    await give(begun, '2026-02-02', 'de');
    await give(other, '2026-03-03', 'de');
    const given = await consentsOfBucket(db, begun.bucketId);
    assert.deepEqual(
      given.map(({ kind, textVersion, language }) => [kind, textVersion, language]),
      [
        ['final_sale', '2026-02-02', 'hu'],
        ['guidelines', '2026-02-02', 'hu'],
      ],
    );
  });

  test('has a payer until the account is deleted', async () => {
    await beginCheckout(app);
    const begun = await beginCheckout(app);
    assert.equal(await checkouts.payerOf(db, begun.checkoutId), begun.user.id);
    await runStatement(db, sql`update checkouts set user_id = null where id = ${begun.checkoutId}`);
    assert.equal(await checkouts.payerOf(db, begun.checkoutId), null);
  });
});
