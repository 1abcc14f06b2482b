import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Tx } from '../../platform/db.ts';
import { liveCheckout } from './checkout.queries.ts';
import { closeCheckout } from '../payment/settle-session.ts';

/**
 * Ends the open payment session of a set, before the set is changed or deleted; outside any transaction, as the provider is asked.
 * @throws AppError bucket_payment_in_progress where the session turns out to be paid, bucket_payment_processing where its money is on the
 * way; payment_not_closed where the provider cannot be asked: nothing has changed then
 */
export async function releaseBucket(deps: Deps, bucketId: string): Promise<void> {
  const checkout = await liveCheckout(deps.db, bucketId);
  if (!checkout) return;
  const standing = await closeCheckout(deps, checkout).catch(asChange);
  if (standing === 'paid') throw new AppError('bucket_payment_in_progress');
  if (standing === 'processing') throw new AppError('bucket_payment_processing');
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
