import type { RefundState } from '@keepsake/contract/orders/refunds';
import { currency as currencies } from '@keepsake/contract/primitives';
import type { Deps } from '../../../deps.ts';
import type { Tx } from '../../../platform/database/db.ts';
import type { ProviderRefund } from '../../../providers/payment/payments.ts';
import { standInOfFilm } from '../../films/film-report.ts';
import { reopenOwedFilms, settleByRefund } from '../../films/owed-film.queries.ts';
import { alertAdmins, queueMail } from '../../journal/queue-mail.ts';
import { recordError } from '../../journal/error-log.queries.ts';
import { makeRefundLater, removeRefundedFilmsLater } from '../../journal/queued-jobs.ts';
import { refundMadeKey } from '../../journal/mail-kinds.ts';
import { lockPayment } from '../ledger/ledger.queries.ts';
import { recordRefundsAndDisputes } from '../ledger/record-entries.ts';
import { boughtFilms, boughtOrder, customerOfBucket } from './bought-film.queries.ts';
import { lockRefundOf, recordRefundState, undecidedRefundsOf, type RefundRow } from './refund.queries.ts';

/** Milliseconds until a refund that is pending at its bank is looked up; its event usually arrives first. */
export const firstPendingMs = 60_000;

/**
 * Records the state of a refund as reported by an event, a reply or a list, in the ledger and in the refund that was requested here. Reports may arrive
 * repeatedly and in any order. A refund that was made elsewhere is recorded too.
 * @returns whether it was new
 */
export async function applyRefund(tx: Tx, deps: Deps, made: ProviderRefund): Promise<boolean> {
  if (made.paymentIntent !== null) await lockPayment(tx, made.paymentIntent);
  const refund = await lockRefundOf(tx, made);
  const isNews = await recordRefundsAndDisputes(tx, deps, made.entries, { byUs: refund !== undefined });
  if (!refund) return isNews;
  if (refund.providerRef === null || refund.providerRef === made.id) await advance(tx, refund, made);
  else if (isNews) await reportDuplicateRefund(tx, deps, refund, made);
  return isNews;
}

/** Enqueues a lookup of the payment's refunds whose outcome is unknown. */
export async function wakeRefundsOf(tx: Tx, paymentIntent: string): Promise<void> {
  for (const id of await undecidedRefundsOf(tx, paymentIntent)) await makeRefundLater(tx, id);
}

/** Rank of each state: a state is replaced only by a higher one, because events may arrive in any order. A refund may fail after it had succeeded. */
const ranks: Record<RefundState, number> = {
  requested: 0,
  sent: 0,
  unknown: 0,
  refused: 0,
  pending: 1,
  succeeded: 2,
  failed: 3,
};

async function advance(tx: Tx, refund: RefundRow, made: ProviderRefund): Promise<void> {
  const { id, state } = refund;
  if (ranks[made.status] <= ranks[state]) return;
  const { id: providerRef, status, failureCode } = made;
  await recordRefundState(tx, id, { providerRef, state: status, failureCode, waitMs: firstPendingMs });
  if (status === 'pending') await makeRefundLater(tx, id, firstPendingMs);
  if (status === 'succeeded') await afterSuccess(tx, refund);
  if (status === 'failed' && state === 'succeeded') {
    await reopenOwedFilms(tx, id);
    await notifyOfFailedRefund(tx, refund);
  }
}

async function afterSuccess(tx: Tx, refund: RefundRow): Promise<void> {
  const { id, bucketId, note, requestedBy, filmsGo } = refund;
  const filmIds = await filmsOfRefund(tx, refund);
  await settleByRefund(tx, { refundId: id, bucketId, filmIds, note, adminId: requestedBy });
  await notifyOfRefund(tx, refund);
  if (filmsGo) await removeRefundedFilmsLater(tx, id);
}

/** The films that a refund is for: none if it is a free amount, or refunds an unfulfilled payment. */
async function filmsOfRefund(tx: Tx, { bucketId, scope, films, paymentIntent }: RefundRow): Promise<string[] | 'all'> {
  if (scope !== 'whole') return films.map(({ id }) => id);
  const order = await boughtOrder(tx, bucketId);
  return order?.paymentIntent === paymentIntent ? 'all' : [];
}

async function notifyOfRefund(tx: Tx, refund: RefundRow): Promise<void> {
  const { id: refundId, bucketId, amount, scope, filmsGo } = refund;
  const customer = await customerOfBucket(tx, bucketId);
  const currency = currencies.safeParse(refund.currency);
  if (!customer || !currency.success) return;
  const ids = new Set(refund.films.map(({ id }) => id));
  const films = (await boughtFilms(tx, bucketId))
    .filter(({ id }) => ids.has(id))
    .map(({ photo, action, number, ...film }) => ({ photo, action, number, ...standInOfFilm(film) }));
  await queueMail(tx, {
    kind: 'refund-made',
    userId: customer.userId,
    bucketId,
    dedupeKey: refundMadeKey(refundId),
    payload: { refundId, amount, currency: currency.data, scope, films, filmsGo },
  });
}

/** Notifies the customer that the refund failed after it was announced. */
async function notifyOfFailedRefund(
  tx: Tx,
  { id: refundId, bucketId, amount, currency: code }: RefundRow,
): Promise<void> {
  const customer = await customerOfBucket(tx, bucketId);
  const currency = currencies.safeParse(code);
  if (!customer || !currency.success) return;
  await queueMail(tx, {
    kind: 'refund-failed',
    userId: customer.userId,
    bucketId,
    dedupeKey: `refund-failed:${refundId}`,
    payload: { refundId, amount, currency: currency.data },
  });
}

/**
 * Reports that two refunds at the provider carry the id of one of ours. The product did not make the second one: it sends all requests for a refund
 * with the same idempotency key.
 */
async function reportDuplicateRefund(tx: Tx, deps: Deps, refund: RefundRow, made: ProviderRefund): Promise<void> {
  const text = `Set ${refund.bucketId}: the payment provider has two refunds for one request, ${refund.providerRef} and ${made.id}. One of them is too much.`;
  deps.log.error({ refundId: refund.id, first: refund.providerRef, second: made.id }, 'refund made twice');
  await recordError(tx, { moduleName: 'payment', errorMessage: text });
  await alertAdmins(tx, { text, dedupeKey: `second-refund:${made.id}` });
}
