import type { Deps } from '../../deps.ts';
import type { Tx } from '../../platform/database/db.ts';
import type { CheckoutSession } from '../../providers/payment/payments.ts';
import { lockBuckets, type BucketRow } from '../photos/buckets/bucket.queries.ts';
import { recordError } from '../journal/error-log.queries.ts';
import { alertAdmins } from '../journal/queue-mail.ts';
import { checkoutOfSession, lockCheckout, recordPayment, type Checkout } from '../checkouts/checkout.queries.ts';
import { fulfilOrder } from './fulfil-order.ts';
import { recordCharge } from './ledger/record-entries.ts';

/** `fulfilled`: now; `repeated`: processed before; `unfulfilled`: administrators are notified, nothing is delivered; `ignored`: of another shop. */
export type PaymentOutcome = 'fulfilled' | 'repeated' | 'unfulfilled' | 'ignored';

/**
 * Processes a session that the provider reports as paid, once, in a transaction of its own.
 * @param count counts the payment in a task run, in the same transaction
 */
export function completePayment(
  deps: Deps,
  session: CheckoutSession,
  count?: (tx: Tx) => Promise<void>,
): Promise<PaymentOutcome> {
  return deps.db.transaction().execute(async (tx) => {
    const outcome = await applyPayment(tx, deps, session);
    if (outcome !== 'repeated' && outcome !== 'ignored') await count?.(tx);
    return outcome;
  });
}

/**
 * Processes a session that the provider reports as paid, once: fulfils the order, or records why it cannot be fulfilled, so that an administrator can
 * refund it. The session comes from an event, a lookup, or the release of a bucket.
 */
export async function applyPayment(tx: Tx, deps: Deps, session: CheckoutSession): Promise<PaymentOutcome> {
  const found = await checkoutOfSession(tx, session);
  if (!found) {
    if (isOfAnotherShop(session)) return 'ignored';
    await report(tx, deps, session, session.bucketId, 'it belongs to no checkout of ours');
    await recordCharge(tx, deps, session, session.bucketId);
    return 'unfulfilled';
  }
  const [bucket] = await lockBuckets(tx, [found.bucketId]);
  const checkout = await lockCheckout(tx, found.id);
  if (checkout.state === 'complete') return 'repeated';
  const { id: sessionId, paymentIntent } = session;
  const verdict = judge(session, checkout, bucket);
  if ('bucket' in verdict) {
    await fulfilOrder(tx, deps, { bucket: verdict.bucket, checkout, sessionId, paymentIntent });
  } else {
    await recordPayment(tx, checkout.id, { sessionId, paymentIntent, unfulfilledReason: verdict.reason });
    await report(tx, deps, session, checkout.bucketId, verdict.reason);
  }
  await recordCharge(tx, deps, session, checkout.bucketId);
  return 'bucket' in verdict ? 'fulfilled' : 'unfulfilled';
}

/** The payment account may serve other shops too: the metadata of our sessions names bucket and checkout. */
export function isOfAnotherShop({ bucketId, checkoutId }: CheckoutSession): boolean {
  return bucketId === null && checkoutId === null;
}

/** How a session's amount or currency differs from the checkout, as text. */
export function describeWrongCharge(session: CheckoutSession, checkout: Checkout): string | undefined {
  if (session.amount === checkout.amount && session.currency === checkout.currency) return undefined;
  const charged = `${session.amount} ${session.currency}`;
  return `it charged ${charged} where ${checkout.amount} ${checkout.currency} was requested (minor units)`;
}

/** The bucket to deliver, or why nothing can be delivered for this payment. */
function judge(
  session: CheckoutSession,
  checkout: Checkout,
  bucket: BucketRow | undefined,
): { bucket: BucketRow } | { reason: string } {
  const reason = describeWrongCharge(session, checkout) ?? checkout.doubt;
  if (reason) return { reason };
  if (!bucket) return { reason: 'the set does not exist any more' };
  if (bucket.status !== 'pending') return { reason: 'the set was paid for before' };
  if (bucket.revision !== checkout.revision) return { reason: 'the set was changed after its price was frozen' };
  return { bucket };
}

async function report(
  tx: Tx,
  deps: Deps,
  session: CheckoutSession,
  bucketId: string | null,
  reason: string,
): Promise<void> {
  const errorMessage = `Payment session ${session.id} of set ${bucketId ?? 'unknown'} is paid but not fulfilled: ${reason}. Refund it by hand if need be, and record the refund where it is not made at the payment provider.`;
  deps.log.error({ sessionId: session.id, bucketId, reason }, 'payment not fulfilled');
  await recordError(tx, { moduleName: 'payment', errorMessage });
  await alertAdmins(tx, { text: errorMessage, dedupeKey: `unfulfilled:${session.id}` });
}
