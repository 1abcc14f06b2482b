import { randomInt } from 'node:crypto';
import type { Stripe } from 'stripe';
import type { Change, Records } from '../records.ts';
import type { DebitOutcome } from './payments/bank-debit.ts';

/** A price as sent over the wire; the client library turns `unit_amount_decimal` into an object of its own. */
type WirePrice = Omit<Stripe.Price, 'unit_amount_decimal'> & { unit_amount_decimal: string };
export type WireLineItem = Omit<Stripe.LineItem, 'price'> & { price: WirePrice };

export type SessionRecord = {
  id: string;
  /** Sequence number: the order of creation, also within one second. */
  order: number;
  session: Stripe.Checkout.Session & { currency: string; amount_total: number };
  lineItems: WireLineItem[];
  /** Of a session paid by bank debit, until the debit is settled. */
  debit?: { outcome: DebitOutcome; settlesAt: number } | undefined;
  /** Passed on to the payment. */
  paymentData: {
    description: string | null;
    metadata: Record<string, string>;
    receipt_email: string | null;
    statement_descriptor: string | null;
    statement_descriptor_suffix: string | null;
  };
};

/** Payment intent, its one charge and the refunds of it; the id is the payment intent's. */
export type PaymentRecord = {
  id: string;
  intent: Stripe.PaymentIntent;
  charge: Stripe.Charge;
  refunds: Stripe.Refund[];
  disputes?: Stripe.Dispute[];
};

export type CheckoutEvent =
  | Stripe.CheckoutSessionCompletedEvent
  | Stripe.CheckoutSessionExpiredEvent
  | Stripe.CheckoutSessionAsyncPaymentSucceededEvent
  | Stripe.CheckoutSessionAsyncPaymentFailedEvent
  | Stripe.ChargeRefundedEvent
  | Stripe.RefundCreatedEvent
  | Stripe.RefundUpdatedEvent
  | Stripe.RefundFailedEvent
  | Stripe.ChargeDisputeCreatedEvent
  | Stripe.ChargeDisputeFundsWithdrawnEvent
  | Stripe.ChargeDisputeFundsReinstatedEvent
  | Stripe.ChargeDisputeClosedEvent;

export type EventRecord = {
  id: string;
  order: number;
  event: CheckoutEvent;
  delivery: {
    state: 'pending' | 'delivered' | 'abandoned';
    attempts: number;
    /** Real time in milliseconds, even if the checkout's clock is set to another. */
    since: number;
    /** When the pending delivery is due, in real time. */
    nextAttemptAt: number;
    lastResult: string | null;
  };
};

/** The answer to a request that carried an `Idempotency-Key`; the id is the key's hash. */
export type ReplyRecord = {
  id: string;
  key: string;
  route: string;
  bodyHash: string;
  requestId: string;
  createdAt: number;
  answer: unknown;
};

export type CheckoutKinds = {
  sessions: SessionRecord;
  payments: PaymentRecord;
  events: EventRecord;
  replies: ReplyRecord;
};
export const checkoutKinds: (keyof CheckoutKinds)[] = ['sessions', 'payments', 'events', 'replies'];

export type CheckoutRecords = Records<CheckoutKinds>;
export type CheckoutChange = Change<CheckoutKinds>;

/** The next sequence number of a kind. */
export function nextOrder(records: CheckoutRecords, kind: 'sessions' | 'events'): number {
  return records.all(kind).reduce((highest, record) => Math.max(highest, record.order), 0) + 1;
}

export function newestFirst<T extends { order: number }>(items: T[]): T[] {
  return items.toSorted((a, b) => b.order - a.order);
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** An id in Stripe's form: a prefix that names the kind, then letters and digits that nobody can guess. */
export function newId(
  prefix: 'ch' | 'du' | 'evt' | 'li' | 'pi' | 'pm' | 'price' | 'prod' | 're' | 'req' | 'cs_test',
): string {
  return prefix === 'cs_test' ? `cs_test_a1${letters(56)}` : `${prefix}_${letters(24)}`;
}

export function letters(count: number): string {
  return Array.from({ length: count }, () => alphabet[randomInt(alphabet.length)]).join('');
}
