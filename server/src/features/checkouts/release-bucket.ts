import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Tx } from '../../platform/db.ts';
import { endCheckout, liveCheckout } from './checkout.queries.ts';
import { expireSession, isPaid } from './expire-session.ts';
import { settleSessionLater } from './settle-session.job-type.ts';

/**
 * Ends the open payment session of a set, before the set is changed or deleted; outside any transaction, as the provider is asked. What a
 * payment that came first causes is left to the job that settles the session.
 * @throws AppError bucket_payment_in_progress where the session turns out to be paid, bucket_payment_processing where its money is on the
 * way; payment_not_closed where the provider cannot be asked: nothing has changed then
 */
export async function releaseBucket(deps: Deps, bucketId: string): Promise<void> {
  const checkout = await liveCheckout(deps.db, bucketId);
  if (!checkout) return;
  const expired = await expireSession(deps, checkout).catch(asChange);
  if (expired === 'closed') return;
  if (expired === 'paid') throw new AppError('bucket_payment_in_progress');
  const { session } = expired;
  if (session?.status === 'complete') {
    await settleSessionLater(deps.db, session.id);
    throw new AppError(isPaid(session) ? 'bucket_payment_in_progress' : 'bucket_payment_processing');
  }
  await endCheckout(deps.db, checkout.id, 'expired');
}

/**
 * Makes sure that no session was opened since the set was released; inside the transaction that changes the set, once it holds the
 * set's lock. @throws AppError bucket_payment_in_progress
 */
export async function requireReleased(tx: Tx, bucketId: string): Promise<void> {
  if (await liveCheckout(tx, bucketId)) throw new AppError('bucket_payment_in_progress');
}

/** Who changes a set did not ask for a payment page: the answer speaks of what they did. */
function asChange(error: unknown): never {
  if (error instanceof AppError && error.code === 'payment_unavailable')
    throw new AppError('payment_not_closed', { cause: error, retryAfter: error.retryAfter ?? 10 });
  throw error;
}
