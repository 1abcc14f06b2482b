import type { Deps } from '../../deps.ts';
import type { Tx } from '../../platform/db.ts';
import type { CheckoutSession } from '../../providers/payment/payments.ts';
import { queueMail } from '../journal/queue-mail.ts';
import { endCheckout, markProcessing, payerOf, type Checkout } from '../checkouts/checkout.queries.ts';

/** A payment that takes days has failed: its set can be paid for anew, and its customer is told. */
export function failPayment(
  deps: Deps,
  checkout: Checkout,
  session: CheckoutSession,
  count?: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { id, bucketId } = checkout;
  return deps.db.transaction(async (tx) => {
    await markProcessing(tx, id, session);
    if (!(await endCheckout(tx, id, 'failed'))) return;
    const userId = await payerOf(tx, id);
    const mail = { kind: 'payment-failed', bucketId, dedupeKey: `payment-failed:${id}` } as const;
    if (userId !== null) await queueMail(tx, deps.clock, { ...mail, userId });
    await count?.(tx);
  });
}
