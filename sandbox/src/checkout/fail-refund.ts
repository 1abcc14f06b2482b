import type { Stripe } from 'stripe';
import { type Checkout, commit } from './checkout-context.ts';
import { newEvent, ofItself } from './events.ts';

/** Lets a bank send the money of a refund back. @returns undefined where there is no such refund, or it has failed already */
export function failRefund(checkout: Checkout, id: string, reason: string): Promise<Stripe.Refund | undefined> {
  return checkout.inTurn('refunds', async () => {
    const payment = checkout.records.all('payments').find(({ refunds }) => refunds.some((refund) => refund.id === id));
    const refund = payment?.refunds.find((made) => made.id === id);
    if (!payment || refund?.status !== 'succeeded') return undefined;
    const failed = { ...refund, status: 'failed', failure_reason: reason };
    const left = payment.charge.amount_refunded - refund.amount;
    const record = {
      ...payment,
      charge: { ...payment.charge, amount_refunded: left, refunded: false },
      refunds: payment.refunds.map((made) => (made.id === id ? failed : made)),
    };
    await commit(checkout, [
      { kind: 'payments', record },
      newEvent(checkout, { type: 'refund.failed', object: failed }, ofItself),
    ]);
    return failed;
  });
}
