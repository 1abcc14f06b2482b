import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { startTestApp } from '../../../test/harness.ts';
import {
  beginCheckout,
  reportedEntry as entry,
  type BegunCheckout,
  watchPayments,
} from '../../../test/payment-scene.ts';
import { sql } from 'kysely';
import { allRows, firstRow, runStatement } from '../../../test/statements.ts';
import { newId } from '../../platform/ids.ts';
import type { CheckoutSession, ReportedEntry, PaymentEvent } from '../../providers/payment/payments.ts';
import { applyPayment, completePayment } from './complete-payment.ts';
import * as ledger from './ledger/ledger.queries.ts';
import { receiveEvent } from './receive-event.ts';

const app = await startTestApp(undefined);
const { db, deps } = app;
const admin = await app.createUser({ role: 'Admin' });
const { errors, mailKinds, charges } = watchPayments(app);
const jobs = async () =>
  (
    await allRows<{ key: string }>(
      db,
      sql`select key from graphile_worker.jobs where task_identifier = 'settle-session' order by id`,
    )
  ).map(({ key }) => key);
const bucketStatus = async ({ bucketId }: BegunCheckout) =>
  (await firstRow<{ status: string }>(db, sql`select status from buckets where id = ${bucketId}`))?.status;
const unpaid = { paymentStatus: 'unpaid' } as const;

describe('a payment', () => {
  const act = (session: CheckoutSession) => db.transaction().execute((tx) => applyPayment(tx, deps, session));

  test('fulfils its order, once', async () => {
    const begun = await beginCheckout(app);
    let counted = 0;
    const complete = () => completePayment(deps, begun.session(), async () => void (counted += 1));
    assert.deepEqual([await complete(), counted, await complete(), counted], ['fulfilled', 1, 'repeated', 1]);
    const { state, fulfilledAt, unfulfilledReason, request } = await begun.checkout();
    assert.deepEqual([state, fulfilledAt !== null, unfulfilledReason, request], ['complete', true, null, null]);
    assert.equal(await bucketStatus(begun), 'paid');
    assert.deepEqual(
      (await charges(begun)).map(({ kind, amount, currency }) => [kind, amount, currency]),
      [['charge', 698, 'USD']],
    );
    const row = await firstRow(
      db,
      sql`
      select (select count(*)::int from films where bucket_id = ${begun.bucketId}) as films,
        (select amount from sales where bucket_id = ${begun.bucketId}) as sold,
        (select amount from invoices where bucket_id = ${begun.bucketId}) as invoiced`,
    );
    assert.deepEqual(row, { films: 2, sold: 698, invoiced: 698 });
    assert.deepEqual([await mailKinds(), await errors()], [['order-confirmed'], []]);
  });

  test('without invoice data is fulfilled, and administrators are notified', async () => {
    const begun = await beginCheckout(app, { hasInvoice: false });
    assert.equal(await act(begun.session()), 'fulfilled');
    assert.match((await errors()).join(), /is paid, but there was no invoice data/);
  });

  test('that would make other films than were paid for changes nothing', async () => {
    const begun = await beginCheckout(app);
    await runStatement(db, sql`update checkouts set films = 3 where id = ${begun.checkoutId}`);
    await assert.rejects(act(begun.session()), /3 films are paid, 2 would be made/);
    assert.equal(await bucketStatus(begun), 'pending');
  });

  const faults: [string, (begun: BegunCheckout) => Promise<unknown>, Partial<CheckoutSession>, RegExp][] = [
    ['of another amount', async () => undefined, { amount: 697 }, /it charged 697 USD where 698 USD was requested/],
    [
      'of another currency',
      async () => undefined,
      { currency: 'EUR' },
      /it charged 698 EUR where 698 USD was requested/,
    ],
    [
      'that the provider has spoken of otherwise',
      ({ checkoutId }) => runStatement(db, sql`update checkouts set doubt = 'it said 5 USD' where id = ${checkoutId}`),
      {},
      /it said 5 USD/,
    ],
    [
      'of a set that is gone',
      ({ bucketId }) => runStatement(db, sql`delete from buckets where id = ${bucketId}`),
      {},
      /the set does not exist any more/,
    ],
    [
      'of a set that was paid before',
      ({ bucketId }) =>
        runStatement(db, sql`update buckets set status = 'paid', paid_at = now() where id = ${bucketId}`),
      {},
      /the set was paid for before/,
    ],
    [
      'of a set that has changed since',
      ({ bucketId }) => runStatement(db, sql`update buckets set revision = 2 where id = ${bucketId}`),
      {},
      /the set was changed after its price was frozen/,
    ],
  ];
  for (const [name, prepare, change, reason] of faults)
    test(`${name} is not fulfilled, and is recorded in the ledger`, async () => {
      const begun = await beginCheckout(app);
      await prepare(begun);
      assert.equal(await act(begun.session(change)), 'unfulfilled');
      const { state, fulfilledAt, unfulfilledReason } = await begun.checkout();
      assert.deepEqual([state, fulfilledAt], ['complete', null]);
      assert.match(unfulfilledReason ?? '', reason);
      const [told, ...others] = await errors();
      assert.match(told ?? '', reason);
      assert.match(told ?? '', new RegExp(`cs_${begun.checkoutId} of set ${begun.bucketId} is paid but not fulfilled`));
      assert.deepEqual([others, (await charges(begun)).length, await mailKinds()], [[], 1, ['admin-alert']]);
    });

  test('of no known checkout is reported with the set that it names', async () => {
    const begun = await beginCheckout(app);
    await runStatement(db, sql`delete from checkouts where id = ${begun.checkoutId}`);
    assert.equal(await act(begun.session()), 'unfulfilled');
    assert.match(
      (await errors()).join(),
      new RegExp(`of set ${begun.bucketId} is paid but not fulfilled: it belongs to no checkout`),
    );
    assert.equal((await charges(begun)).length, 1);
    // Of what our metadata named one part is missing: each is reported to the administrators.
    for (const [id, change] of [
      ['cs_a', { checkoutId: null }],
      ['cs_b', { bucketId: null, checkoutId: newId() }],
    ] as const)
      assert.equal(await act(begun.session({ id, ...change })), 'unfulfilled');
    assert.match((await errors())[2] ?? '', /cs_b of set unknown is paid but not fulfilled/);
    assert.deepEqual(await mailKinds(), ['admin-alert', 'admin-alert', 'admin-alert']);
  });

  test('of another shop on the same account is not counted and leaves no trace', async () => {
    const begun = await beginCheckout(app);
    const theirs = begun.session({ id: 'cs_theirs', paymentIntent: 'pi_theirs', bucketId: null, checkoutId: null });
    const count = () => assert.fail('it was counted');
    assert.equal(await completePayment(deps, theirs, count), 'ignored');
    assert.deepEqual([await errors(), await ledger.ledgerOfPayment(db, 'pi_theirs')], [[], []]);
  });
});

describe('an event', () => {
  let events = 0;
  const completed = 'checkout.session.completed';
  const about = (session: CheckoutSession, type = completed): PaymentEvent => ({
    id: `evt_${(events += 1)}`,
    type,
    about: 'session',
    sessionId: session.id,
    session,
  });

  test('of something else is ignored and not recorded', async () => {
    assert.equal(await receiveEvent(deps, { id: 'evt_other', type: 'customer.created', about: 'other' }), 'ignored');
    assert.deepEqual(await allRows(db, sql`select 1 from payment_events`), []);
  });

  test('of a payment fulfils the order once, however often it is delivered', async () => {
    const begun = await beginCheckout(app);
    const event = about(begun.session());
    assert.deepEqual(
      [
        await receiveEvent(deps, event),
        await receiveEvent(deps, event),
        await receiveEvent(deps, about(begun.session())),
      ],
      ['fulfilled', 'repeated', 'repeated'],
    );
    const rows = await allRows(db, sql`select type, outcome from payment_events order by id`);
    assert.deepEqual(rows[0], { type: completed, outcome: 'fulfilled' });
    assert.equal(rows.length, 2);
  });

  test('that cannot be read is reported, and its session looked up', async () => {
    const unreadable = { id: 'evt_u', type: 'charge.refunded', about: 'unreadable', fault: 'no amount' } as const;
    assert.equal(await receiveEvent(deps, unreadable), 'reported');
    assert.deepEqual(await errors(), ['Event evt_u (charge.refunded) cannot be parsed: no amount']);
    assert.deepEqual(await jobs(), []);
    const session = {
      id: 'evt_s',
      type: completed,
      about: 'session',
      sessionId: 'cs_9',
      session: null,
      fault: 'no id',
    } as const;
    assert.equal(await receiveEvent(deps, session), 'reported');
    assert.match((await errors())[1] ?? '', /is about payment session cs_9, but cannot be parsed: no id/);
    assert.deepEqual(await jobs(), ['settle:cs_9:false']);
  });

  test('of a payment of another amount has its session looked up', async () => {
    const [begun, other, done] = [await beginCheckout(app), await beginCheckout(app), await beginCheckout(app)];
    assert.equal(await receiveEvent(deps, about(begun.session({ amount: 5 }))), 'reported');
    const { doubt, state } = await begun.checkout();
    assert.match(doubt ?? '', /it charged 5 USD/);
    assert.deepEqual([state, await jobs()], ['open', [`settle:cs_${begun.checkoutId}:false`]]);
    assert.match(
      (await errors()).join(),
      new RegExp(`of set ${begun.bucketId}: it charged 5 USD.* It is not fulfilled`),
    );
    await completePayment(deps, done.session());
    await receiveEvent(deps, about(done.session({ amount: 5 })));
    assert.deepEqual([(await other.checkout()).doubt, (await done.checkout()).doubt], [null, null]);
  });

  test('of a payment whose money has not arrived is recorded as pending', async () => {
    for (const type of [completed, 'checkout.session.async_payment_succeeded']) {
      await runStatement(db, sql`delete from error_logs`);
      const begun = await beginCheckout(app);
      assert.equal(await receiveEvent(deps, about(begun.session(unpaid), type)), 'reported');
      assert.ok((await begun.checkout()).processingAt);
      assert.match((await errors()).join(), /whose money has not arrived/);
    }
    const open = await beginCheckout(app);
    const nameless = open.session({ ...unpaid, status: 'open', bucketId: null });
    assert.equal(await receiveEvent(deps, about(nameless)), 'reported');
    assert.match((await errors())[1] ?? '', new RegExp(`of set ${open.bucketId}, whose money`));
    const unknown = { ...nameless, id: 'cs_unknown', checkoutId: newId() };
    assert.equal(await receiveEvent(deps, about(unknown)), 'reported');
    assert.match((await errors())[2] ?? '', /cs_unknown of set unknown, whose money/);
    assert.equal((await open.checkout()).processingAt, null);
  });

  test('of the end of a live session has it looked up', async () => {
    for (const [type, failed] of [
      ['checkout.session.expired', false],
      ['checkout.session.async_payment_failed', true],
    ] as const) {
      for (const state of ['open', 'creating'] as const) {
        await runStatement(db, sql`delete from graphile_worker._private_jobs`);
        const begun = await beginCheckout(app, { state });
        assert.equal(await receiveEvent(deps, about(begun.session({ ...unpaid, status: 'expired' }), type)), 'noted');
        assert.deepEqual([await jobs(), await errors()], [[`settle:cs_${begun.checkoutId}:${failed}`], []]);
      }
    }
  });

  test('of the end of a closed or an unknown session is ignored', async () => {
    for (const state of ['complete', 'expired', 'failed'] as const) {
      const begun = await beginCheckout(app, { state });
      const event = about(begun.session({ ...unpaid, status: 'expired' }), 'checkout.session.expired');
      assert.equal(await receiveEvent(deps, event), 'ignored');
    }
    const begun = await beginCheckout(app);
    const strange = begun.session({ ...unpaid, id: 'cs_theirs', checkoutId: null, bucketId: null, status: 'expired' });
    assert.equal(await receiveEvent(deps, about(strange, 'checkout.session.expired')), 'ignored');
    assert.equal(await receiveEvent(deps, about({ ...strange, status: 'complete' })), 'ignored');
    const paid = { ...strange, status: 'complete', paymentStatus: 'paid', paymentIntent: 'pi_theirs' } as const;
    assert.equal(await receiveEvent(deps, about(paid)), 'ignored');
    assert.deepEqual([await jobs(), await errors()], [[], []]);
    assert.deepEqual(await allRows(db, sql`select 1 from payment_ledger where payment_intent = 'pi_theirs'`), []);
  });

  test('of a refund is recorded once', async () => {
    const type = 'charge.refunded';
    const entries = [entry({ providerRef: 're_event' })];
    const event = (id: string): PaymentEvent => ({ id, type, about: 'money', entries, refund: null });
    assert.deepEqual(
      [await receiveEvent(deps, event('evt_m')), await receiveEvent(deps, event('evt_n'))],
      ['recorded', 'repeated'],
    );
  });

  test('of a charge has our own refund of it looked up, which is not news for administrators', async () => {
    const begun = await beginCheckout(app);
    await completePayment(deps, begun.session());
    const paymentIntent = `pi_${begun.checkoutId}`;
    const totals = [
      entry({ kind: 'refund_total', paymentIntent }),
      entry({ kind: 'refund_total', paymentIntent: null }),
    ];
    const event = (id: string, entries: ReportedEntry[]): PaymentEvent => ({
      id,
      type: 'charge.refunded',
      about: 'money',
      entries,
      refund: null,
    });
    const refundId = newId();
    await runStatement(
      db,
      sql`
      insert into refunds (id, bucket_id, payment_intent, amount, currency, note, scope, films, films_go, state, requested_by, requested_at,
        look_at)
      values (${refundId}, ${begun.bucketId}, ${paymentIntent}, 100, 'USD', 'sorry', 'amount', '[]', false, 'sent', ${admin.id}, now(), now())`,
    );
    assert.equal(await receiveEvent(deps, event('evt_total', totals)), 'recorded');
    assert.deepEqual(await errors(), []);
    const woken = sql`select payload->>'refundId' as id from graphile_worker._private_jobs
      where task_id = (select id from graphile_worker._private_tasks where identifier = 'make-refund')`;
    assert.deepEqual(await allRows(db, woken), [{ id: refundId }]);
    await receiveEvent(deps, event('evt_refund', [entry({ paymentIntent, amount: 150 })]));
    assert.equal((await errors()).length, 1, 'a refund that is not ours is');
  });
});
