import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Tx } from '../../platform/db.ts';
import type { CheckoutSession } from '../../providers/payment/payments.ts';
import { endCheckout, markPayable, markProcessing, type Checkout } from '../checkouts/checkout.queries.ts';
import { completePayment } from './complete-payment.ts';
import { failPayment } from './fail-payment.ts';
import { expireSession, isPaid } from '../checkouts/expire-session.ts';

/** `paid`: acted on; `processing`: complete, its money is on the way; `ended`: over unpaid; `open`: it can be paid. */
export type Standing = 'paid' | 'processing' | 'ended' | 'open';

/** Counts what is done as somebody's work, in the transaction that does it. */
export type Count = (tx: Tx) => Promise<void>;

/**
 * Closes a checkout so that nobody can pay it any more; a payment that came first is acted on.
 * @throws AppError payment_unavailable where the provider cannot be asked: then it may still be paid
 */
export async function closeCheckout(
  deps: Deps,
  checkout: Checkout,
  count?: Count,
): Promise<'closed' | 'paid' | 'processing'> {
  const expired = await expireSession(deps, checkout);
  if (expired === 'paid' || expired === 'closed') return expired;
  const standing = await follow(deps, expired.checkout, expired.session, { count });
  if (standing === 'open') throw new AppError('payment_unavailable', { retryAfter: 10 });
  return standing === 'ended' ? 'closed' : standing;
}

/** Brings a checkout in line with what the provider says of its session now; one that the provider does not know cannot be paid. */
export async function follow(
  deps: Deps,
  checkout: Checkout,
  session: CheckoutSession | undefined,
  { saidToHaveFailed = false, count }: { saidToHaveFailed?: boolean; count?: Count | undefined } = {},
): Promise<Standing> {
  if (session && isPaid(session)) {
    await completePayment(deps, session, count);
    return 'paid';
  }
  if (session?.status === 'open') {
    await markPayable(deps.db, checkout.id);
    return 'open';
  }
  if (session?.status === 'complete') {
    const hasFailed = session.delayed === 'failed' || (session.delayed === null && saidToHaveFailed);
    if (hasFailed) await failPayment(deps, checkout, session, count);
    else await markProcessing(deps.db, checkout.id, session);
    return hasFailed ? 'ended' : 'processing';
  }
  if (!session) deps.log.warn({ sessionId: checkout.sessionId }, 'the payment provider does not know this session');
  await endUnpaid(deps, checkout.id, 'expired', count);
  return 'ended';
}

/** Ends a checkout that was not paid, if it is live. */
export function endUnpaid(
  deps: Deps,
  checkoutId: string,
  state: 'expired' | 'failed',
  count: Count | undefined,
): Promise<void> {
  return deps.db.transaction(async (tx) => {
    if (await endCheckout(tx, checkoutId, state)) await count?.(tx);
  });
}
