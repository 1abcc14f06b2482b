import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Tx } from '../../platform/database/db.ts';
import { resultWithin } from '../../platform/time/result-within.ts';
import type { CheckoutSession } from '../../providers/payment/payments.ts';
import { settleSessionLater } from '../journal/queued-jobs.ts';
import { callPaymentProvider } from './call-payment-provider.ts';
import { endCheckout, liveCheckout, checkoutById, type Checkout } from './checkout.queries.ts';
import { openSession } from './open-session.ts';

/**
 * Ends the open payment session of a bucket, before the bucket is changed or deleted; outside any transaction, because it calls the provider. If the
 * bucket was paid first, the job `settle-session` processes the payment.
 * @throws AppError bucket_payment_in_progress if the session is already paid; bucket_payment_processing if its payment is pending; payment_not_closed if
 * the provider cannot be reached: then nothing has changed
 */
export async function releaseBucket(deps: Deps, bucketId: string): Promise<void> {
  const checkout = await liveCheckout(deps.db, bucketId);
  if (!checkout) return;
  const expired = await expireSession(deps, checkout).catch(toReleaseError);
  if (expired === 'closed') return;
  if (expired === 'paid') throw new AppError('bucket_payment_in_progress');
  const { session } = expired;
  if (session?.status === 'open') throw new AppError('payment_not_closed', { retryAfter: 10 });
  if (session?.status === 'complete') {
    await settleSessionLater(deps.db, session.id);
    throw new AppError(isPaid(session) ? 'bucket_payment_in_progress' : 'bucket_payment_processing');
  }
  if (!session) deps.log.warn({ sessionId: checkout.sessionId }, 'the payment provider does not know this session');
  await endCheckout(deps.db, checkout.id, 'expired');
}

/**
 * Ensures that no session was opened since the bucket was released. Call it inside the transaction that changes the bucket, with the bucket locked.
 * @throws AppError bucket_payment_in_progress
 */
export async function requireReleased(tx: Tx, bucketId: string): Promise<void> {
  if (await liveCheckout(tx, bucketId)) throw new AppError('bucket_payment_in_progress');
}

/** Replaces `payment_unavailable`: the customer was changing a bucket, not paying. */
function toReleaseError(error: unknown): never {
  if (error instanceof AppError && error.code === 'payment_unavailable')
    throw new AppError('payment_not_closed', { cause: error, retryAfter: error.retryAfter ?? 10 });
  throw error;
}

/** Milliseconds to wait for another process. A customer who changes a bucket waits for a shorter time than one who pays. */
const longestWaitMs = 15_000;

/** `paid` and `closed` were known without a request; else the session after the request to expire it. */
export type Expired = 'paid' | 'closed' | { checkout: Checkout; session: CheckoutSession | undefined };

/**
 * Expires the session of a live checkout, so that it can no longer be paid.
 * @throws AppError payment_unavailable if the provider cannot be reached: the session may still be paid
 */
export async function expireSession(deps: Deps, checkout: Checkout): Promise<Expired> {
  // A session may exist whose id we never received: the same request with the same idempotency key returns it.
  const known = checkout.state === 'creating' ? await findOrCreateSession(deps, checkout) : checkout;
  if (known?.state !== 'open' || known.sessionId === null) return known?.state === 'complete' ? 'paid' : 'closed';
  const { sessionId } = known;
  const session = await callPaymentProvider(deps, sessionId, () => deps.payments.expireSession(sessionId));
  return { checkout: known, session };
}

export function isPaid(session: CheckoutSession): boolean {
  return session.status === 'complete' && session.paymentStatus !== 'unpaid';
}

/** The checkout with its session; ended if the provider refuses to create one. */
async function findOrCreateSession(deps: Deps, checkout: Checkout): Promise<Checkout | undefined> {
  try {
    const opened = await resultWithin(longestWaitMs, openSession(deps, checkout), 'late');
    if (opened === 'late') throw new AppError('payment_unavailable', { retryAfter: 10 });
    return opened;
  } catch (error) {
    const now = await checkoutById(deps.db, checkout.id);
    if (now?.state === 'failed') return now;
    throw error;
  }
}
