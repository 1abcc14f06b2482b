import { setTimeout as delay } from 'node:timers/promises';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { PaymentsError, type CheckoutRequest } from '../../providers/payment/payments.ts';
import { recordError } from '../journal/error-log.queries.ts';
import { checkoutById, endCheckout, recordSession, type Checkout } from './checkout.queries.ts';

/** How long to wait for another process that requests the same session, and how often to check for its result. */
const otherProcessMs = 20_000;
const pollEveryMs = 200;

/** Requests of this process in flight: a double click waits for the first click's answer. */
const underWay = new Map<string, Promise<Checkout | undefined>>();

/**
 * Requests the session of a checkout that is `creating`. It can be repeated: one idempotency key gives one session.
 * @returns the updated checkout: `open`, or the state that another process has set meanwhile
 * @throws AppError payment_unavailable; the checkout is `failed` if the provider refused or did not answer for long, else the request can be repeated
 */
export async function openSession(deps: Deps, checkout: Checkout): Promise<Checkout | undefined> {
  const known = underWay.get(checkout.id);
  if (known) return known;
  const request = requestSession(deps, checkout).finally(() => underWay.delete(checkout.id));
  underWay.set(checkout.id, request);
  return request;
}

async function requestSession(deps: Deps, checkout: Checkout): Promise<Checkout | undefined> {
  try {
    const session = await deps.payments.createSession(requestOf(checkout));
    return await recordSession(deps.db, checkout.id, session);
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error;
    // The provider handles one request per key at a time: another process has sent it, and receives the answer.
    const now = await waitForOtherProcess(deps, checkout.id, error.outcome === 'busy' ? otherProcessMs : 0);
    if (now?.state !== 'creating') return now;
    // Providers repeat even a failure for the same idempotency key. No customer was sent to a page of this checkout, so a new one may be created.
    if (error.outcome === 'refused' || checkout.old) await endCheckout(deps.db, checkout.id, 'failed');
    const errorMessage = `No payment session for set ${checkout.bucketId}: ${error.message}`;
    deps.log.error({ checkoutId: checkout.id, outcome: error.outcome, err: error }, 'no payment session');
    await recordError(deps.db, { moduleName: 'payment', errorMessage });
    throw new AppError('payment_unavailable', { cause: error, retryAfter: 10 });
  }
}

/** Waits until another process has changed the checkout's state, at most `longestWaitMs`. @returns the checkout as it is then */
async function waitForOtherProcess(deps: Deps, id: string, longestWaitMs: number): Promise<Checkout | undefined> {
  const deadline = performance.now() + longestWaitMs;
  let now = await checkoutById(deps.db, id);
  while (now?.state === 'creating' && performance.now() < deadline) {
    await delay(pollEveryMs);
    now = await checkoutById(deps.db, id);
  }
  return now;
}

function requestOf(checkout: Checkout): CheckoutRequest {
  const { request, idempotencyKey, bucketId, currency, amount } = checkout;
  if (!request) throw new Error(`Checkout ${checkout.id} has no request left to send`);
  return { ...request, idempotencyKey, bucketId, checkoutId: checkout.id, currency, amount };
}
