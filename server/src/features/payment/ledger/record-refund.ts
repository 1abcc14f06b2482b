import type { recordRefund as recordRefundCall } from '@keepsake/contract/orders/ledger';
import type { Body } from '@keepsake/contract/endpoint';
import { minorPerMajor, roundToStep } from '@keepsake/contract/orders/money';
import { currency as currencies } from '@keepsake/contract/primitives';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import type { Tx } from '../../../platform/database/db.ts';
import type { Actor } from '../../../platform/http/api.ts';
import { invalidFields } from '../../../platform/http/invalid-fields.ts';
import { recordChange } from '../../journal/audit.queries.ts';
import { lockBuckets } from '../../photos/buckets/bucket.queries.ts';
import { settleOwedFilms } from '../../films/owed-film.queries.ts';
import { creditById, insertRefund, findReportedRefund } from './credit.queries.ts';
import { refundsUnderWay } from '../refunds/refund.queries.ts';
import { lockPayment } from './ledger.queries.ts';
import { paymentsOfOrder, type OrderPaymentRow } from './order-money.queries.ts';
import { inMajor } from './view-ledger.ts';

type Given = Body<typeof recordRefundCall> & { bucketId: string };

/**
 * Records a refund that was made elsewhere; it moves no money. The sum of all refunds of a payment (the provider's, recorded ones that match none of
 * those, and those in progress) never exceeds the charge. A repeated request with the same key changes nothing.
 * @throws AppError not_found, refund_too_large, refund_differs, already_credited, already_settled
 */
export async function recordRefund(deps: Deps, actor: Actor, given: Given): Promise<void> {
  const { bucketId, key, payment: paymentIntent, note, settles } = given;
  const providerRef = given.reference || null;
  await deps.db.transaction().execute(async (tx) => {
    // A retry of a film takes the same lock.
    await lockBuckets(tx, [bucketId]);
    await lockPayment(tx, paymentIntent);
    const payment = await paymentOf(tx, bucketId, paymentIntent);
    const amount = minorAmount(given.amount, payment.currency);
    if (await isRepeated(tx, given, amount)) return;
    const reported = providerRef === null ? undefined : await findReportedRefund(tx, providerRef);
    if (reported && (reported.amount !== amount || reported.paymentIntent !== paymentIntent))
      throw new AppError('refund_differs');
    const { currency } = payment;
    const refund = { id: key, bucketId, paymentIntent, providerRef, amount, currency, note, recordedBy: actor.userId };
    if (!(await insertRefund(tx, refund))) throw new AppError('already_credited');
    const { refunded } = await paymentOf(tx, bucketId, paymentIntent);
    const underWay = (await refundsUnderWay(tx, [paymentIntent])).get(paymentIntent) ?? 0;
    if (refunded + underWay > payment.charged && refunded > payment.refunded) throw new AppError('refund_too_large');
    await settleOwedFilms(tx, {
      bucketId,
      ids: settles,
      settlement: 'refund',
      note,
      adminId: actor.userId,
      creditId: key,
    });
    await recordChange(tx, {
      actor,
      action: 'orders.record_refund',
      subject: bucketId,
      before: { refunded: inMajor(payment.refunded, currency) },
      after: {
        refunded: inMajor(refunded, currency),
        amount: inMajor(amount, currency),
        currency,
        payment: paymentIntent,
        reference: providerRef,
        note,
        settles,
      },
    });
  });
}

async function paymentOf(tx: Tx, bucketId: string, paymentIntent: string): Promise<OrderPaymentRow> {
  const payment = (await paymentsOfOrder(tx, bucketId)).find((one) => one.paymentIntent === paymentIntent);
  if (!payment) throw new AppError('not_found');
  return payment;
}

/** @throws AppError validation_failed unless it is a multiple of the currency's smallest step */
function minorAmount(amount: number, code: string): number {
  const currency = currencies.safeParse(code);
  const minor = currency.success ? amount * minorPerMajor[currency.data] : amount;
  const whole = currency.success ? roundToStep(minor, currency.data) : Math.round(minor);
  if (whole <= 0 || Math.abs(minor - whole) > 1e-6) throw invalidFields({ amount: { code: 'not_allowed' } });
  return whole;
}

/** @throws AppError already_credited if the key was used for another request */
async function isRepeated(tx: Tx, given: Given, amount: number): Promise<boolean> {
  const before = await creditById(tx, given.key);
  if (!before) return false;
  // `settles` is not compared: the page leaves out what the first request has settled.
  const isSame =
    before.kind === 'refund' &&
    before.bucketId === given.bucketId &&
    before.paymentIntent === given.payment &&
    before.providerRef === (given.reference || null) &&
    before.amount === amount &&
    before.note === given.note;
  if (!isSame) throw new AppError('already_credited');
  return true;
}
