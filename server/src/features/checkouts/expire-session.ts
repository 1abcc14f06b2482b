import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { within } from '../../platform/within.ts';
import type { CheckoutSession } from '../../providers/payment/payments.ts';
import { checkoutById, type Checkout } from './checkout.queries.ts';
import { openSession } from './open-session.ts';
import { callPaymentProvider } from './report-trouble.ts';

/** Who changes a set does not wait as long as who wants to pay for it. */
const patienceMs = 15_000;

/** `paid` and `closed` were known before; else what the provider says of the session after it was asked to expire it. */
export type Expired = 'paid' | 'closed' | { checkout: Checkout; session: CheckoutSession | undefined };

/**
 * Expires the session of a live checkout, so that nobody can pay it any more.
 * @throws AppError payment_unavailable where the provider cannot be asked: then it may still be paid
 */
export async function expireSession(deps: Deps, checkout: Checkout): Promise<Expired> {
  // A session may have been made without our knowing its id: asking again under the same key tells.
  const known = checkout.state === 'creating' ? await learnSession(deps, checkout) : checkout;
  if (known?.state !== 'open' || known.sessionId === null) return known?.state === 'complete' ? 'paid' : 'closed';
  const { sessionId } = known;
  const session = await callPaymentProvider(deps, sessionId, () => deps.payments.expireSession(sessionId));
  if (session?.status === 'open') throw new AppError('payment_unavailable', { retryAfter: 10 });
  if (!session) deps.log.warn({ sessionId }, 'the payment provider does not know this session');
  return { checkout: known, session };
}

export function isPaid(session: CheckoutSession): boolean {
  return session.status === 'complete' && session.paymentStatus !== 'unpaid';
}

/** The checkout with its session; ended where the provider makes none. */
async function learnSession(deps: Deps, checkout: Checkout): Promise<Checkout | undefined> {
  try {
    const opened = await within(patienceMs, openSession(deps, checkout), 'late');
    if (opened === 'late') throw new AppError('payment_unavailable', { retryAfter: 10 });
    return opened;
  } catch (error) {
    const now = await checkoutById(deps.db, checkout.id);
    if (now?.state === 'failed') return now;
    throw error;
  }
}
