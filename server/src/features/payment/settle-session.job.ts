import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { defineJob } from '../../job.ts';
import type { Tx } from '../../platform/database/db.ts';
import { resultWithin } from '../../platform/time/result-within.ts';
import type { CheckoutSession } from '../../providers/payment/payments.ts';
import { callReportingErrors } from '../checkouts/call-payment-provider.ts';
import {
  checkoutOfSession,
  endCheckout,
  markPayable,
  markProcessing,
  payerOf,
  type Checkout,
} from '../checkouts/checkout.queries.ts';
import { claimLookUp } from '../checkouts/due-checkout.queries.ts';
import { isPaid, expireSession } from '../checkouts/release-bucket.ts';
import { jobType } from '../journal/queued-jobs.ts';
import { queueMail } from '../journal/queue-mail.ts';
import { completePayment } from './complete-payment.ts';

/** Looks a session up at the provider and acts on its current state. Retried until the provider answers. */
export const settleSessionJob = defineJob({
  ...jobType('settle-session'),
  run: async ({ sessionId, failed }, deps) => {
    const session = await callReportingErrors(deps, { sessionId }, () => deps.payments.getSession(sessionId));
    const checkout = await checkoutOfSession(deps.db, session ?? { id: sessionId, checkoutId: null });
    if (checkout) await applySessionState(deps, checkout, session, { reportedFailed: failed });
    else if (session && isPaid(session)) await completePayment(deps, session);
  },
});

/** `paid`: processed; `processing`: complete, but its payment is pending; `ended`: ended unpaid; `open`: can be paid. */
export type SessionOutcome = 'paid' | 'processing' | 'ended' | 'open';

/** Adds the change to a task run, in the transaction of the change. */
export type Count = (tx: Tx) => Promise<void>;

/**
 * Closes a checkout so that it can no longer be paid. If it was paid first, the payment is processed.
 * @throws AppError payment_unavailable if the provider cannot be reached: the session may still be paid
 */
export async function closeCheckout(
  deps: Deps,
  checkout: Checkout,
  count?: Count,
): Promise<'closed' | 'paid' | 'processing'> {
  const expired = await expireSession(deps, checkout);
  if (expired === 'paid' || expired === 'closed') return expired;
  const sessionOutcome = await applySessionState(deps, expired.checkout, expired.session, { count });
  if (sessionOutcome === 'open') throw new AppError('payment_unavailable', { retryAfter: 10 });
  return sessionOutcome === 'ended' ? 'closed' : sessionOutcome;
}

/** Updates a checkout to the current state of its session; a session that is unknown to the provider counts as expired. */
export async function applySessionState(
  deps: Deps,
  checkout: Checkout,
  session: CheckoutSession | undefined,
  { reportedFailed = false, count }: { reportedFailed?: boolean; count?: Count | undefined } = {},
): Promise<SessionOutcome> {
  if (session && isPaid(session)) {
    await completePayment(deps, session, count);
    return 'paid';
  }
  if (session?.status === 'open') {
    await markPayable(deps.db, checkout.id);
    return 'open';
  }
  if (session?.status === 'complete') {
    const hasFailed = session.delayed === 'failed' || (session.delayed === null && reportedFailed);
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
  return deps.db.transaction().execute(async (tx) => {
    if (await endCheckout(tx, checkoutId, state)) await count?.(tx);
  });
}

/** Milliseconds for which the load of a page waits for the provider. */
const longestWaitMs = 1_500;

/**
 * Looks up the open payment session of a bucket while its customer is waiting, so that a lost event delays the order only by seconds; each session at
 * most every ten seconds. If the provider is slow or down, the page shows the known state, and the sweep looks it up later.
 * @returns whether a session was looked up, so that the bucket may have changed
 */
export async function lookUpOpenPayment(deps: Deps, bucketIds: readonly string[]): Promise<boolean> {
  const checkout = await claimLookUp(deps.db, bucketIds);
  if (checkout) await resultWithin(longestWaitMs, lookUpCheckout(deps, checkout), undefined);
  return checkout !== undefined;
}

async function lookUpCheckout(deps: Deps, checkout: Checkout): Promise<void> {
  const { id, sessionId } = checkout;
  if (sessionId === null) return;
  try {
    const session = await callReportingErrors(deps, { sessionId }, () => deps.payments.getSession(sessionId));
    await applySessionState(deps, checkout, session);
  } catch (error) {
    deps.log.warn({ checkoutId: id, err: error }, 'lookup of an open payment failed');
  }
}

/** A delayed payment has failed: the bucket can be paid again, and the customer is notified. */
function failPayment(
  deps: Deps,
  checkout: Checkout,
  session: CheckoutSession,
  count?: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { id, bucketId } = checkout;
  return deps.db.transaction().execute(async (tx) => {
    await markProcessing(tx, id, session);
    if (!(await endCheckout(tx, id, 'failed'))) return;
    const userId = await payerOf(tx, id);
    const mail = { kind: 'payment-failed', bucketId, dedupeKey: `payment-failed:${id}` } as const;
    if (userId !== null) await queueMail(tx, { ...mail, userId });
    await count?.(tx);
  });
}
