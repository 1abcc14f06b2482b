import type { Body } from '@keepsake/contract/endpoint';
import { decimals, minorPerMajor, minorStep, toMajor } from '@keepsake/contract/orders/money';
import type { makeRefund } from '@keepsake/contract/orders/refunds';
import type { Currency } from '@keepsake/contract/primitives';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import type { Tx } from '../../../platform/database/db.ts';
import type { Actor } from '../../../platform/http/api.ts';
import { invalidFields } from '../../../platform/http/invalid-fields.ts';
import { recordChange } from '../../journal/audit.queries.ts';
import { makeRefundLater } from '../../journal/queued-jobs.ts';
import { lockBuckets } from '../../photos/buckets/bucket.queries.ts';
import { lockPayment } from '../ledger/ledger.queries.ts';
import { inMajor } from '../ledger/view-ledger.ts';
import { splitAmount } from './film-prices.ts';
import { refundOffer, type OfferedPayment, type RefundOffer } from './refund-offer.ts';
import { insertRefundRequest, refundById, type RefundedFilm } from './refund.queries.ts';

type Given = Body<typeof makeRefund> & { bucketId: string };

/**
 * Requests a refund through the payment provider: the row and the job that calls the provider commit together. The sum of a payment's refunds,
 * including those in progress, never exceeds its charge. A repeated request with the same key changes nothing.
 * @throws AppError not_found, wrong_currency, refunded_meanwhile, refund_too_large, already_credited
 */
export async function requestRefund(deps: Deps, actor: Actor, given: Given): Promise<void> {
  const { bucketId, key, payment: paymentIntent, scope, filmsGo, note } = given;
  await deps.db.transaction().execute(async (tx) => {
    // A retry of a film takes the same lock, so that a refunded film is never made again.
    await lockBuckets(tx, [bucketId]);
    await lockPayment(tx, paymentIntent);
    if (await isRepeated(tx, given)) return;
    const offer = await refundOffer(tx, bucketId);
    const payment = offer.payments.find((one) => one.paymentIntent === paymentIntent);
    if (!payment) throw new AppError('not_found');
    const { currency } = payment;
    if (given.currency !== currency) throw new AppError('wrong_currency');
    const amount = minorAmount(given, currency);
    // The payment has changed since the page showed it.
    if (given.seenLeft !== undefined && inMinor(given.seenLeft, currency) !== payment.left) throw meanwhile(payment);
    if (amount > payment.left) throw new AppError('refund_too_large');
    if (scope === 'whole' && amount !== payment.left) throw meanwhile(payment);
    if (filmsGo && !payment.fulfilled) throw invalidFields({ filmsGo: { code: 'not_allowed' } });
    const films = chosenFilms(given, offer, payment, amount);
    const refund = { id: key, bucketId, paymentIntent, amount, currency, note, scope, films, filmsGo };
    if (!(await insertRefundRequest(tx, { ...refund, requestedBy: actor.userId })))
      throw new AppError('already_credited');
    await makeRefundLater(tx, key);
    await recordChange(tx, {
      actor,
      action: 'orders.refund',
      subject: bucketId,
      before: { refunded: inMajor(payment.refunded, currency), left: inMajor(payment.left, currency) },
      after: {
        amount: inMajor(amount, currency),
        currency,
        payment: paymentIntent,
        scope,
        films: films.map(({ id }) => id),
        filmsGo,
        note,
      },
    });
  });
}

/** @throws AppError already_credited if the key was used for another request */
async function isRepeated(tx: Tx, given: Given): Promise<boolean> {
  const before = await refundById(tx, given.key);
  if (!before) return false;
  const isSame =
    before.bucketId === given.bucketId &&
    before.paymentIntent === given.payment &&
    before.scope === given.scope &&
    before.films.length === new Set(given.films).size &&
    before.films.every(({ id }) => given.films.includes(id)) &&
    before.filmsGo === given.filmsGo &&
    before.amount === inMinor(given.amount, given.currency) &&
    before.currency === given.currency &&
    before.note === given.note;
  if (!isSame) throw new AppError('already_credited');
  return true;
}

/**
 * The amount in minor units. A free amount must be a multiple of the currency's smallest step (whole forints). The remaining amount need not be,
 * because refunds that were made at the provider may have left less than a step.
 * @throws AppError validation_failed
 */
function minorAmount({ amount, scope }: Given, currency: Currency): number {
  const minor = inMinor(amount, currency);
  const isExact = Math.abs(toMajor(minor, currency) - amount) <= 1e-8;
  if (minor <= 0 || !isExact || (scope === 'amount' && minor % minorStep[currency] !== 0))
    throw invalidFields({ amount: { code: 'not_allowed' } });
  return minor;
}

function inMinor(amount: number, currency: Currency): number {
  return Math.round(amount * minorPerMajor[currency]);
}

/** The films of the scope `films`. @throws AppError not_found, refunded_meanwhile, validation_failed */
function chosenFilms(
  { scope, films: ids }: Given,
  offer: RefundOffer,
  payment: OfferedPayment,
  amount: number,
): RefundedFilm[] {
  const isOfFilms = scope === 'films';
  if (isOfFilms !== ids.length > 0 || (isOfFilms && !payment.fulfilled))
    throw invalidFields({ films: { code: 'not_allowed' } });
  const films = [...new Set(ids)].map((id) => offer.films.find((film) => film.id === id));
  if (films.some((film) => film === undefined)) throw new AppError('not_found');
  const chosen = films.filter((film) => film !== undefined);
  if (chosen.some(({ refunded }) => refunded)) throw meanwhile(payment);
  const price = chosen.reduce((sum, film) => sum + film.price, 0);
  if (isOfFilms && amount !== Math.min(price, payment.left)) throw invalidFields({ amount: { code: 'not_allowed' } });
  const shares = splitAmount(
    amount,
    chosen.map((film) => film.price),
    amount % minorStep[payment.currency] === 0 ? minorStep[payment.currency] : 1,
  );
  return chosen.map(({ id, action, number }, at) => ({ id, action, number, amount: shares[at] ?? 0 }));
}

function meanwhile({ currency, refunded, underWay, left }: OfferedPayment): AppError {
  const sum = (amount: number) => `${toMajor(amount, currency).toFixed(decimals[currency])} ${currency}`;
  const text = `Nothing was refunded by this request: ${sum(refunded + underWay)} of this payment have been refunded meanwhile, and ${sum(left)} are left.`;
  return new AppError('refunded_meanwhile', { text });
}
