import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Tx } from '../../platform/db.ts';
import { within } from '../../platform/within.ts';
import { PaymentsError, type CheckoutSession } from '../../providers/payment/payments.ts';
import { checkoutById, endCheckout, markPayable, markProcessing, type Checkout } from '../checkouts/checkout.queries.ts';
import { completePayment, isPaid } from './complete-payment.ts';
import { failPayment } from './fail-payment.ts';
import { openSession } from '../checkouts/open-session.ts';
import { reportTrouble } from '../checkouts/report-trouble.ts';

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
  // A session may have been made without our knowing its id: asking again under the same key tells.
  const known = checkout.state === 'creating' ? await learnSession(deps, checkout) : checkout;
  if (known?.state !== 'open' || known.sessionId === null) return known?.state === 'complete' ? 'paid' : 'closed';
  const { sessionId } = known;
  const session = await askProvider(deps, sessionId, () => deps.payments.expireSession(sessionId));
  const standing = await follow(deps, known, session, { count });
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

/** Asks the provider for something that a customer waits for. @throws AppError payment_unavailable */
export async function askProvider<T>(deps: Deps, sessionId: string | null, request: () => Promise<T>): Promise<T> {
  try {
    return await reportTrouble(deps, { sessionId }, request);
  } catch (error) {
    if (error instanceof PaymentsError) throw new AppError('payment_unavailable', { cause: error, retryAfter: 10 });
    throw error;
  }
}

/** Who changes a set does not wait as long as who wants to pay for it. */
const patienceMs = 15_000;

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
