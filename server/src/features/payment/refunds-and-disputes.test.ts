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
import { allRows, runStatement } from '../../../test/statements.ts';
import { newId } from '../../platform/ids.ts';
import type { CheckoutSession, ReportedEntry } from '../../providers/payment/payments.ts';
import { completePayment } from './complete-payment.ts';
import { recordCharge, recordRefundsAndDisputes } from './ledger/record-entries.ts';

const app = await startTestApp(undefined);
const { db, deps } = app;
const admin = await app.createUser({ role: 'Admin' });
const { errors, mailKinds, charges } = watchPayments(app);

describe('a refund or dispute', () => {
  const record = (...entries: ReportedEntry[]) =>
    db.transaction().execute((tx) => recordRefundsAndDisputes(tx, deps, entries));
  const charge = (begun: BegunCheckout, change: Partial<CheckoutSession> = {}) =>
    db.transaction().execute((tx) => recordCharge(tx, deps, begun.session(change), begun.bucketId));
  const paid = async () => {
    const begun = await beginCheckout(app);
    await completePayment(deps, begun.session());
    await runStatement(db, sql`delete from mails`);
    return { begun, paymentIntent: `pi_${begun.checkoutId}` };
  };

  test('is reported in plain words, with its order', async () => {
    const { begun, paymentIntent } = await paid();
    const words: Record<ReportedEntry['kind'], RegExp> = {
      refund: /: 1\.00 USD were refunded by REF \(asked\)\. Its films, invoice and sale stay\.$/,
      refund_total: /: 9\.00 USD of charge REF have been refunded in total\./,
      refund_failed: /: refund REF of 1\.00 USD has failed \(asked\): the customer has not got it\.$/,
      dispute: /: dispute REF over 1\.00 USD was opened \(asked\)\. Answer it/,
      dispute_withdrawn: /: 1\.00 USD were taken from the account for dispute REF\.$/,
      dispute_reinstated: /: 1\.00 USD came back to the account from dispute REF\.$/,
      dispute_won: /: dispute REF over 1\.00 USD is won\.$/,
      dispute_lost: /: dispute REF over 1\.00 USD is lost\.$/,
      dispute_closed: /: dispute REF over 1\.00 USD is closed \(asked\)\.$/,
    };
    for (const [kind, pattern] of Object.entries(words) as [ReportedEntry['kind'], RegExp][]) {
      await runStatement(db, sql`delete from error_logs`);
      const told = entry({ kind, paymentIntent, reason: 'asked', amount: kind === 'refund_total' ? 900 : 100 });
      assert.deepEqual([await record(told), await record(told)], [true, false], kind);
      const [text, ...others] = await errors();
      assert.deepEqual(others, [], kind);
      assert.match(text ?? '', new RegExp(pattern.source.replace('REF', told.providerRef)), kind);
      assert.ok(text?.startsWith(`Set ${begun.bucketId}: `), text);
    }
  });

  test('of an unknown payment is not reported: the account may serve other shops', async () => {
    await record(
      entry({ paymentIntent: 'pi_unknown', kind: 'dispute' }),
      entry({ paymentIntent: null, kind: 'dispute_won' }),
    );
    assert.deepEqual(await errors(), []);
    const begun = await beginCheckout(app);
    await record(entry({ paymentIntent: 'pi_unknown', kind: 'dispute', checkoutId: begun.checkoutId }));
    assert.match(
      (await errors()).join(),
      new RegExp(`^Set ${begun.bucketId}: dispute`),
      'unless it names an order of ours',
    );
    await record(entry({ paymentIntent: null, kind: 'refund', checkoutId: begun.checkoutId }));
    assert.match((await errors())[1] ?? '', new RegExp(`^Set ${begun.bucketId}: 1.00 USD were refunded`));
  });

  test('that only a person can resolve is reported by mail too, once', async () => {
    const { paymentIntent } = await paid();
    const entries = (['refund', 'dispute', 'refund_failed', 'dispute_won'] as const).map((kind) =>
      entry({ kind, paymentIntent }),
    );
    for (let times = 0; times < 2; times++) await record(...entries);
    const mails = await allRows<{ text: string }>(
      db,
      sql`select payload->>'text' as text from mails where kind = 'admin-alert' order by created_at, id`,
    );
    assert.equal(mails.length, 2);
    assert.match(mails.map(({ text }) => text).join(), /was opened.*has failed/);
  });

  test('in another currency is reported in its minor units, in forints as whole ones', async () => {
    const { paymentIntent } = await paid();
    await record(
      entry({ currency: 'CHF', kind: 'dispute', paymentIntent }),
      entry({ currency: 'HUF', amount: 150_000, kind: 'dispute_won', paymentIntent }),
    );
    const [one, other] = await errors();
    assert.match(one ?? '', /over 100 CHF \(minor units\) was opened/);
    assert.match(other ?? '', /over 1500 HUF is won/);
  });

  test('refunded is reported once, by the refund or by the total of its charge', async () => {
    const { paymentIntent } = await paid();
    const steps: [Partial<ReportedEntry>, boolean][] = [
      [{ kind: 'refund', amount: 100 }, true],
      [{ kind: 'refund_total', amount: 100 }, false],
      [{ kind: 'refund_total', amount: 250 }, true],
      [{ kind: 'refund', amount: 150 }, false],
      [{ kind: 'refund', amount: 50 }, true],
      [{ kind: 'dispute', amount: 1 }, true],
    ];
    for (const [change, isTold] of steps) {
      await runStatement(db, sql`delete from error_logs`);
      assert.equal(await record(entry({ paymentIntent, ...change })), true);
      assert.equal((await errors()).length, isTold ? 1 : 0, JSON.stringify(change));
    }
    await runStatement(db, sql`delete from error_logs`);
    await record(entry({ kind: 'refund', paymentIntent: null }), entry({ kind: 'refund_total', paymentIntent: null }));
    assert.deepEqual(await errors(), [], 'of no payment of ours');
  });

  test('refunded beyond what was charged is reported to every administrator', async () => {
    const { begun, paymentIntent } = await paid();
    await record(entry({ paymentIntent, amount: 698 }));
    assert.deepEqual(await mailKinds(), []);
    await runStatement(db, sql`delete from error_logs`);
    await record(entry({ paymentIntent, amount: 2 }));
    const excess = `Set ${begun.bucketId}: 7 USD went back of payment ${paymentIntent}, of which 6.98 were charged.`;
    assert.ok(
      (await errors()).some((text) => text.startsWith(excess)),
      (await errors()).join('\n'),
    );
    const mails = await allRows<{ userId: string; kind: string }>(db, sql`select user_id, kind from mails`);
    assert.deepEqual(mails, [{ userId: admin.id, kind: 'admin-alert' }]);
    const other = await beginCheckout(app);
    await completePayment(deps, other.session());
    const [one, another] = [entry({ paymentIntent: `pi_${other.checkoutId}`, amount: 1 }), 698];
    const alerts = async () => (await mailKinds()).filter((kind) => kind === 'admin-alert').length;
    await record(one);
    assert.equal(await alerts(), 1, 'of another payment no more than was charged');
    await record(entry({ ...one, providerRef: 're_excess', amount: another }));
    assert.equal(await alerts(), 2, 'each payment is reported by itself');
  });

  test('of a payment whose checkout is not known names the payment', async () => {
    const begun = await beginCheckout(app);
    await runStatement(db, sql`delete from checkouts where id = ${begun.checkoutId}`);
    await completePayment(deps, begun.session());
    await runStatement(db, sql`delete from error_logs`);
    await record(entry({ paymentIntent: `pi_${begun.checkoutId}`, kind: 'dispute' }));
    const told = new RegExp(`^Payment pi_${begun.checkoutId} whose set is not known yet: dispute`);
    assert.match((await errors()).join(), told);
    await record(entry({ paymentIntent: `pi_${begun.checkoutId}`, amount: 699 }));
    assert.match((await errors()).join(), /Set unknown: 6\.99 USD went back/);
    await record(entry({ paymentIntent: 'pi_early', kind: 'dispute' }));
    const nameless = begun.session({ id: 'cs_c', paymentIntent: 'pi_early', bucketId: null, checkoutId: newId() });
    await completePayment(deps, nameless);
    assert.match((await errors()).join(), /Set unknown: its payment pi_early is now known/);
  });

  test('that an administrator requested here is reported only if it fails', async () => {
    const { paymentIntent } = await paid();
    const kinds = ['refund', 'refund_failed'] as const;
    for (const kind of kinds) {
      const entries = [entry({ kind, paymentIntent })];
      await db.transaction().execute((tx) => recordRefundsAndDisputes(tx, deps, entries, { byUs: true }));
      assert.equal((await errors()).length, kind === 'refund' ? 0 : 1, kind);
    }
  });

  test('reported before its order was known is reported again with it', async () => {
    const begun = await beginCheckout(app);
    const paymentIntent = `pi_${begun.checkoutId}`;
    await charge(begun);
    assert.deepEqual(await errors(), [], 'of a payment of which nothing was told nothing is');
    await charge(begun);
    assert.deepEqual(await errors(), []);
    const other = await beginCheckout(app);
    await record(
      entry({ paymentIntent: `pi_${other.checkoutId}`, amount: 100, providerRef: 're_early' }),
      entry({ paymentIntent, kind: 'dispute' }),
    );
    await runStatement(db, sql`delete from error_logs`);
    await charge(other);
    assert.deepEqual(await errors(), [
      `Set ${other.bucketId}: its payment pi_${other.checkoutId} is now known. Reported earlier: 1.00 USD were refunded by re_early. Its films, invoice and sale stay.`,
    ]);
  });

  test('without a payment or an amount is not recorded', async () => {
    const begun = await beginCheckout(app);
    for (const change of [{ paymentIntent: null }, { amount: null }, { currency: null }]) await charge(begun, change);
    assert.deepEqual(await charges(begun), []);
  });
});
