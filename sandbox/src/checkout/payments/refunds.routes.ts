import type { FastifyInstance } from 'fastify';
import type { Stripe } from 'stripe';
import type { Checkout } from '../checkout-context.ts';
import { newId, type PaymentRecord } from '../checkout-records.ts';
import { newEvents } from '../stripe-api/events.ts';
import {
  createdFilter,
  type Form,
  page,
  pageParams,
  readExpand,
  readQuery,
  refuseUnknown,
  text,
  wholeNumber,
} from '../stripe-api/form.ts';
import { mutate, type Cause, type Mutation } from '../stripe-api/idempotency.ts';
import { checkMetadata } from '../sessions/session-rules.ts';
import { invalidRequest, noSuch } from '../stripe-api/stripe-error.ts';

const known = ['amount', 'charge', 'expand', 'metadata', 'payment_intent', 'reason'];
const reasons = ['duplicate', 'fraudulent', 'requested_by_customer'];

export function refundRoutes(app: FastifyInstance, checkout: Checkout): void {
  app.get('/refunds', (request) => {
    const query = readQuery(request, [...pageParams, 'charge', 'created', 'payment_intent']);
    const [charge, intent] = [text(query, 'charge'), text(query, 'payment_intent')];
    const isWithin = createdFilter(query);
    const refunds = checkout.records
      .all('payments')
      .flatMap((payment) => payment.refunds)
      .filter((made) => isWithin(made.created))
      .filter((made) => charge === undefined || made.charge === charge)
      .filter((made) => intent === undefined || made.payment_intent === intent)
      .toSorted((a, b) => b.created - a.created || b.id.localeCompare(a.id));
    return page(refunds, query, { object: 'refund', url: '/v1/refunds' });
  });

  app.post('/refunds', (request, reply) =>
    mutate(checkout, { request, reply, turn: 'refunds' }, (form, cause) => {
      refuseUnknown(form, known);
      readExpand(form, []);
      return refund(checkout, findPayment(checkout, form), form, cause);
    }),
  );
}

function findPayment(checkout: Checkout, form: Form): PaymentRecord {
  const intent = text(form, 'payment_intent');
  const charge = text(form, 'charge');
  if (intent === undefined && charge === undefined) {
    throw invalidRequest('One of the following params should be provided for this request: payment_intent or charge.');
  }
  const payments = checkout.records.all('payments');
  const byIntent = payments.find((payment) => payment.id === intent);
  if (intent !== undefined) return byIntent ?? fail(noSuch('payment_intent', intent, 'payment_intent'));
  return payments.find((payment) => payment.charge.id === charge) ?? fail(noSuch('charge', String(charge), 'charge'));
}

function refund(checkout: Checkout, payment: PaymentRecord, form: Form, cause: Cause): Mutation {
  const { charge } = payment;
  if (charge.status !== 'succeeded') throw invalidRequest(`Charge ${charge.id} has not been paid.`);
  // https://docs.stripe.com/error-codes#charge-disputed
  if (charge.disputed) {
    const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`;
    throw invalidRequest(message, { code: 'charge_disputed' });
  }
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) {
    const message = `Charge ${charge.id} has already been refunded.`;
    throw invalidRequest(message, { code: 'charge_already_refunded' });
  }
  const amount = wholeNumber(form, 'amount') ?? left;
  if (amount < 1) throw invalidRequest('Invalid positive integer', { param: 'amount' });
  if (amount > left) {
    const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${left}), in the minor unit of ${charge.currency}.`;
    throw invalidRequest(message, { param: 'amount' });
  }
  const made = newRefund(payment, amount, form, checkout);
  const refunded = charge.amount_refunded + amount;
  const after = { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount };
  const record = { ...payment, charge: after, refunds: [...payment.refunds, made] };
  const events = newEvents(
    checkout,
    [
      { type: 'charge.refunded', object: after },
      { type: 'refund.created', object: made },
    ],
    cause,
  );
  return { answer: made, changes: [{ kind: 'payments', record }, ...events] };
}

function newRefund({ id, charge }: PaymentRecord, amount: number, form: Form, checkout: Checkout): Stripe.Refund {
  const reason = text(form, 'reason') ?? null;
  if (reason !== null && !reasons.includes(reason)) {
    throw invalidRequest(`Invalid reason: must be one of ${reasons.join(', ')}`, { param: 'reason' });
  }
  return {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: checkout.now(),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: { card: { type: 'refund', reference_status: 'pending' }, type: 'card' },
    metadata: checkMetadata('metadata', form['metadata'] as Record<string, string> | undefined),
    payment_intent: id,
    payment_method: charge.payment_method,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: checkout.refunds.begin,
    transfer_reversal: null,
  };
}

function fail(error: Error): never {
  throw error;
}
