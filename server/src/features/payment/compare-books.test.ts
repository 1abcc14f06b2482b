import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'vitest';
import { startTestApp } from '../../../test/harness.ts';
import { beginCheckout, withPayments } from '../../../test/payment-scene.ts';
import { sql } from 'kysely';
import { runStatement } from '../../../test/statements.ts';
import type { BookedDispute, BookedPayment, BookedRefund } from '../../providers/payment/payments.ts';
import { completePayment } from './complete-payment.ts';
import { compareLedger, compareSingleEntry, differenceOf } from './ledger/compare-ledger.ts';
import { recordRefundsAndDisputes } from './ledger/record-entries.ts';

const app = await startTestApp(undefined);
const { db, deps } = app;
const hourMs = 3_600_000;
const now = () => deps.clock.now().getTime();

afterEach(async () => {
  await runStatement(db, sql`alter table payment_ledger disable trigger all`);
  await runStatement(db, sql`delete from payment_ledger`);
  await runStatement(db, sql`alter table payment_ledger enable trigger all`);
});

/** The provider's records: its list of the period, and what a lookup finds in addition. */
interface Books {
  payments?: BookedPayment[];
  refunds?: BookedRefund[];
  disputes?: BookedDispute[];
  unlisted?: { payments?: BookedPayment[]; refunds?: BookedRefund[]; disputes?: BookedDispute[] };
}

const book = ({ payments = [], refunds = [], disputes = [], unlisted = {} }: Books) => {
  async function* pages<T>(all: T[]): AsyncGenerator<T[]> {
    for (const one of all) yield [one];
  }
  return withPayments(deps, {
    listPayments: () => pages(payments),
    listRefunds: () => pages(refunds),
    listDisputes: () => pages(disputes),
    getPayment: async (id) => [...payments, ...(unlisted.payments ?? [])].find((one) => one.paymentIntent === id),
    getRefund: async (id) => [...refunds, ...(unlisted.refunds ?? [])].find((one) => one.id === id),
    getDispute: async (id) => [...disputes, ...(unlisted.disputes ?? [])].find((one) => one.id === id),
  });
};

/** Compares the last hours and the coming one; returns the differences in short form. */
async function compare(books: Books, fromHours = -5, toHours = 1) {
  const at = now();
  const period = { from: new Date(at + fromHours * hourMs), to: new Date(at + toHours * hourMs) };
  const { differences, ...counts } = await compareLedger(book(books), period);
  return {
    ...counts,
    found: differences.map(({ about, kind, reference }) => `${about} ${kind} ${reference}`),
    differences,
  };
}

async function paid() {
  const begun = await beginCheckout(app);
  await completePayment(deps, begun.session());
  const reference = `pi_${begun.checkoutId}`;
  const payment: BookedPayment = {
    sessionId: `cs_${begun.checkoutId}`,
    paymentIntent: reference,
    amount: 698,
    currency: 'USD',
    paidAt: new Date(now()),
    bucketId: begun.bucketId,
    checkoutId: begun.checkoutId,
  };
  return { ...begun, reference, payment };
}

/** Records a refund or a dispute as if the provider had reported it. */
const told = (
  kind: 'refund' | 'refund_failed' | 'dispute' | 'dispute_won' | 'dispute_lost' | 'dispute_closed',
  providerRef: string,
  paymentIntent: string,
  checkoutId: string | null = null,
) =>
  db
    .transaction()
    .execute((tx) =>
      recordRefundsAndDisputes(tx, deps, [
        { kind, providerRef, amount: 100, currency: 'USD', paymentIntent, checkoutId, reason: null },
      ]),
    );

describe('payments', () => {
  test('that agree are counted and do not differ', async () => {
    const { payment } = await paid();
    assert.deepEqual(await compare({ payments: [payment] }), {
      charges: 1,
      refunds: 0,
      disputes: 0,
      found: [],
      differences: [],
    });
  });

  test('of another amount or currency differ', async () => {
    const { payment, reference, bucketId } = await paid();
    const { differences } = await compare({ payments: [{ ...payment, amount: 700 }] });
    assert.deepEqual(differences, [
      {
        about: 'charge',
        kind: 'amount',
        reference,
        bucketId,
        sessionId: payment.sessionId,
        ours: 698,
        theirs: 700,
        currency: 'USD',
      },
    ]);
    const other = await compare({ payments: [{ ...payment, currency: 'EUR' }] });
    assert.deepEqual(other.found, [`charge amount ${reference}`]);
  });

  test('of ours that our ledger lacks are missing here; those of other shops are not', async () => {
    const { payment } = await paid();
    const lost = { ...payment, paymentIntent: 'pi_lost', sessionId: 'cs_lost' };
    const { charges, differences } = await compare({
      payments: [payment, lost, { ...lost, paymentIntent: 'pi_theirs', checkoutId: null, bucketId: null }],
    });
    assert.equal(charges, 3);
    assert.deepEqual(
      differences.map(({ kind, reference, bucketId, sessionId, ours, theirs }) => [
        kind,
        reference,
        bucketId,
        sessionId,
        ours,
        theirs,
      ]),
      [['missing_here', 'pi_lost', payment.bucketId, 'cs_lost', null, 698]],
    );
  });

  test('that are not listed are looked up before they are missing there', async () => {
    const { payment, reference, bucketId } = await paid();
    assert.deepEqual((await compare({ unlisted: { payments: [payment] } })).found, []);
    const { charges, differences } = await compare({});
    assert.equal(charges, 1);
    assert.deepEqual(
      differences.map(({ kind, bucketId: id, sessionId, ours, theirs }) => [kind, id, sessionId, ours, theirs]),
      [['missing_there', bucketId, null, 698, null]],
    );
    assert.deepEqual((await compare({}, -5, -1)).found, [], 'one outside the period is not expected');
    assert.deepEqual((await compare({}, 1, 5)).found, []);
    assert.equal((await compare({ payments: [payment, payment] })).found.length, 0, reference);
  });

  test('after the period are left to the next comparison', async () => {
    const { payment } = await paid();
    const later = { ...payment, paymentIntent: 'pi_later', paidAt: new Date(now() + 2 * hourMs) };
    const { charges, found } = await compare({ payments: [payment, later] });
    assert.deepEqual([charges, found], [1, []]);
  });
});

describe('refunds', () => {
  const refundOf = (paymentIntent: string, id: string, change: Partial<BookedRefund> = {}): BookedRefund => ({
    id,
    amount: 100,
    currency: 'USD',
    paymentIntent,
    madeAt: new Date(now()),
    ...change,
  });

  test('that agree are counted; those of other shops are not', async () => {
    const { payment, reference } = await paid();
    await told('refund', 're_1', reference);
    const refunds = [
      refundOf(reference, 're_1'),
      refundOf('pi_theirs', 're_2'),
      refundOf('', 're_3', { paymentIntent: null }),
    ];
    const { found, refunds: counted } = await compare({ payments: [payment], refunds });
    assert.deepEqual([found, counted], [[], 1]);
  });

  test('that were never reported, have another amount, or are unknown to the provider, differ', async () => {
    const { payment, reference, bucketId } = await paid();
    await told('refund', 're_there', reference);
    await told('refund', 're_amount', reference);
    const refunds = [refundOf(reference, 're_here'), refundOf(reference, 're_amount', { amount: 99 })];
    const { differences, refunds: counted } = await compare({ payments: [payment], refunds });
    assert.equal(counted, 3);
    assert.deepEqual(
      differences.map(({ about, kind, reference: id, ours, theirs, bucketId: set }) => [
        about,
        kind,
        id,
        ours,
        theirs,
        set,
      ]),
      [
        ['refund', 'missing_here', 're_here', null, 100, null],
        ['refund', 'amount', 're_amount', 100, 99, bucketId],
        ['refund', 'missing_there', 're_there', 100, null, bucketId],
      ],
    );
    const unlisted = { refunds: [refundOf(reference, 're_there')] };
    assert.equal((await compare({ payments: [payment], refunds, unlisted })).found.length, 2);
  });

  test('that failed are not expected', async () => {
    const { payment, reference } = await paid();
    await told('refund', 're_failed', reference);
    await told('refund_failed', 're_failed', reference);
    assert.deepEqual((await compare({ payments: [payment] })).found, []);
    await told('refund', 're_2', reference);
    assert.deepEqual((await compare({ payments: [payment] })).found, ['refund missing_there re_2']);
  });

  test('outside the period are not expected', async () => {
    const { reference } = await paid();
    await told('refund', 're_1', reference);
    for (const [from, to] of [
      [-5, -1],
      [1, 5],
    ])
      assert.deepEqual((await compare({}, from, to)).found, []);
  });

  test('of a payment that is not known yet name the set of its checkout', async () => {
    const { bucketId, checkoutId } = await beginCheckout(app);
    await told('refund', 're_1', 'pi_early', checkoutId);
    const { differences } = await compare({});
    assert.deepEqual(
      differences.map(({ reference, bucketId: set }) => [reference, set]),
      [['re_1', bucketId]],
    );
  });
});

describe('disputes', () => {
  const disputeOf = (paymentIntent: string, id: string, change: Partial<BookedDispute> = {}): BookedDispute => ({
    id,
    amount: 100,
    currency: 'USD',
    paymentIntent,
    end: null,
    ...change,
  });

  test('that agree in opening and outcome are counted', async () => {
    const { payment, reference } = await paid();
    await told('dispute', 'dp_1', reference);
    await told('dispute_won', 'dp_1', reference);
    const won = disputeOf(reference, 'dp_1', { end: 'dispute_won' });
    const { found, disputes } = await compare({ payments: [payment], disputes: [won] });
    assert.deepEqual([found, disputes], [[], 1]);
    const open = disputeOf(reference, 'dp_1');
    assert.deepEqual(
      (await compare({ payments: [payment], disputes: [open] })).found,
      [],
      'one on appeal is open again',
    );
  });

  test('whose outcome was not reported differ in it', async () => {
    const { payment, reference, bucketId } = await paid();
    await told('dispute', 'dp_1', reference);
    await told('dispute_lost', 'dp_1', reference);
    const won = disputeOf(reference, 'dp_1', { end: 'dispute_won' });
    const { differences } = await compare({ payments: [payment], disputes: [won] });
    assert.deepEqual(
      differences.map(({ about, kind, ours, theirs, bucketId: set }) => [about, kind, ours, theirs, set]),
      [['dispute_won', 'missing_here', null, 100, bucketId]],
    );
    await told('dispute', 'dp_2', reference);
    const lost = disputeOf(reference, 'dp_2', { end: 'dispute_lost' });
    assert.deepEqual(
      (await compare({ payments: [payment], disputes: [lost] })).found,
      ['dispute_lost missing_here dp_2', 'dispute missing_there dp_1'],
      'the outcome of another dispute does not count',
    );
    await told('dispute_closed', 'dp_2', reference);
    const closed = disputeOf(reference, 'dp_2', { end: 'dispute_closed' });
    const both = { payments: [payment], disputes: [closed, disputeOf(reference, 'dp_1')] };
    assert.deepEqual((await compare(both)).found, []);
  });

  test('that were never reported, or have another amount, differ', async () => {
    const { payment, reference } = await paid();
    await told('dispute', 'dp_2', reference);
    const disputes = [
      disputeOf(reference, 'dp_1', { end: 'dispute_lost' }),
      disputeOf(reference, 'dp_2', { amount: 5 }),
    ];
    assert.deepEqual((await compare({ payments: [payment], disputes })).found, [
      'dispute missing_here dp_1',
      'dispute amount dp_2',
    ]);
  });

  test('of earlier periods are looked up until their outcome is known', async () => {
    const { payment, reference } = await paid();
    await told('dispute', 'dp_1', reference);
    const lost = disputeOf(reference, 'dp_1', { end: 'dispute_lost' });
    const unlisted = { payments: [payment], disputes: [lost] };
    const later = await compare({ unlisted }, 1, 5);
    assert.deepEqual([later.found, later.disputes], [['dispute_lost missing_here dp_1'], 1]);
    assert.deepEqual((await compare({ unlisted }, -5, -1)).found, [], 'later ones are left to their own period');
    await told('dispute_lost', 'dp_1', reference);
    const { found, disputes } = await compare({ unlisted }, 1, 5);
    assert.deepEqual([found, disputes], [[], 0]);
  });

  test('of more than a year ago are not looked up any more', async () => {
    const { reference } = await paid();
    await told('dispute', 'dp_1', reference);
    const yearHours = 366 * 24;
    assert.equal((await compare({}, yearHours, yearHours + 1)).disputes, 0);
    assert.equal((await compare({}, yearHours - 48, yearHours)).disputes, 1);
  });
});

describe('a single entry', () => {
  test('is compared in its present state', async () => {
    const { payment, reference } = await paid();
    await told('refund', 're_1', reference);
    await told('dispute', 'dp_1', reference);
    const refund = { id: 're_1', amount: 100, currency: 'USD', paymentIntent: reference, madeAt: new Date() };
    const dispute = { id: 'dp_1', amount: 100, currency: 'USD', paymentIntent: reference, end: 'dispute_won' } as const;
    const all = book({ payments: [payment], refunds: [refund], disputes: [dispute] });
    const none = book({});
    const one = async (about: Parameters<typeof compareSingleEntry>[1]['about'], id: string, books = all) =>
      (await compareSingleEntry(books, { about, reference: id }))?.kind;
    assert.deepEqual(
      [await one('charge', reference), await one('refund', 're_1'), await one('dispute', 'dp_1')],
      [undefined, undefined, undefined],
    );
    assert.deepEqual(
      [await one('charge', reference, none), await one('refund', 're_1', none), await one('dispute', 'dp_1', none)],
      ['missing_there', 'missing_there', 'missing_there'],
    );
    assert.equal(await one('dispute_won', 'dp_1'), 'missing_here');
    assert.equal(await one('dispute_lost', 'dp_1'), undefined);
    assert.equal(await one('dispute_won', 'dp_unknown', none), undefined);
  });

  test('that neither side has is no difference', () => {
    assert.equal(differenceOf('charge', 'pi', undefined, undefined, { bucketId: null, sessionId: null }), undefined);
  });
});
