import type { Checkout } from './checkout-context.ts';
import type { SessionRecord } from './checkout-records.ts';

export const expandable = ['line_items', 'payment_intent', 'payment_intent.latest_charge'];

/** A session as it is answered, with the objects in place of ids that were asked for. */
export function expandSession(checkout: Checkout, record: SessionRecord, expand: Set<string>): object {
  const { payment_intent: paymentId } = record.session;
  const payment = typeof paymentId === 'string' ? checkout.records.get('payments', paymentId) : undefined;
  const wantsCharge = expand.has('payment_intent.latest_charge');
  const url = `/v1/checkout/sessions/${record.id}/line_items`;
  return {
    ...record.session,
    ...(expand.has('line_items') && {
      line_items: {
        object: 'list',
        data: record.lineItems.slice(0, 10),
        has_more: record.lineItems.length > 10,
        url,
      },
    }),
    ...(payment &&
      (expand.has('payment_intent') || wantsCharge) && {
        payment_intent: wantsCharge ? { ...payment.intent, latest_charge: payment.charge } : payment.intent,
      }),
  };
}
