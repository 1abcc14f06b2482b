import type { Currency, Language } from '@keepsake/contract/primitives';

export interface CheckoutRequest {
  /** Repeating the same request with one key never makes a second session. */
  idempotencyKey: string;
  bucketId: string;
  checkoutId: string;
  invoiceId: string;
  email: string;
  language: Language;
  currency: Currency;
  /** Minor units; the lines add up to it exactly. */
  amount: number;
  lines: { name: string; description?: string; amount: number }[];
  /** May hold `{CHECKOUT_SESSION_ID}`, which the provider replaces. */
  successUrl: string;
  cancelUrl: string;
}

/** A hosted payment session as the payment provider states it. */
export interface CheckoutSession {
  id: string;
  status: 'open' | 'complete' | 'expired';
  paymentStatus: 'paid' | 'unpaid' | 'no_payment_required';
  /** Minor units; null where the provider does not say. */
  amount: number | null;
  /** In capitals. */
  currency: string | null;
  /** Where the customer pays; null once it is not open. */
  url: string | null;
  paymentIntent: string | null;
  /** Of a payment that takes days, where the provider was asked: whether it is still on its way. Null where that is not known. */
  delayed: 'under_way' | 'failed' | null;
  /** What we told the provider of it; null where it is not ours. */
  bucketId: string | null;
  checkoutId: string | null;
}

/** A payment of a session as it stands in the provider's own books. */
export interface BookedPayment {
  sessionId: string;
  paymentIntent: string;
  /** Minor units. */
  amount: number;
  /** In capitals. */
  currency: string;
  /** When the money was taken, by the provider's clock. */
  paidAt: Date;
  bucketId: string | null;
  checkoutId: string | null;
}

/** A refund as it stands there; failed ones are not in it. */
export interface BookedRefund {
  id: string;
  amount: number;
  currency: string;
  paymentIntent: string | null;
  madeAt: Date;
}

/** A dispute as it stands there. */
export interface BookedDispute {
  id: string;
  amount: number;
  currency: string;
  paymentIntent: string | null;
  /** How it ended; null where it did not, or is on appeal. */
  end: 'dispute_won' | 'dispute_lost' | 'dispute_closed' | null;
}

/** Something that happened to a session, as the provider keeps it whether its event reached us or not. */
export interface SessionNews {
  sessionId: string;
  /** Whether it says how a session ended, its money included; false of one that is complete while its money may be on the way. */
  isEnd: boolean;
  /** By the provider's clock. */
  at: Date;
}

export interface Period {
  from: Date;
  to: Date;
}

/** Something that happened to money after, or beside, a session's payment. */
export interface MoneyFact {
  kind:
    | 'refund'
    | 'refund_failed'
    | 'refund_total'
    | 'dispute'
    | 'dispute_withdrawn'
    | 'dispute_reinstated'
    | 'dispute_won'
    | 'dispute_lost'
    | 'dispute_closed';
  /** The provider's id of the thing; one fact of a kind has one. */
  providerRef: string;
  /** Minor units. */
  amount: number;
  /** In capitals. */
  currency: string;
  paymentIntent: string | null;
  /** What we told the provider of the payment; null where it does not say. */
  checkoutId: string | null;
  reason: string | null;
}

interface EventHead {
  id: string;
  type: string;
}

/** An event that the provider sends. `fault`: it speaks of what we know, but not in a form that can be read. */
export type PaymentEvent = EventHead &
  (
    | { about: 'session'; sessionId: string; session: CheckoutSession }
    | { about: 'session'; sessionId: string; session: null; fault: string }
    | { about: 'money'; facts: MoneyFact[] }
    | { about: 'unreadable'; fault: string }
    | { about: 'other' }
  );

/** Hosted card payment. Every statement about money comes from the provider itself. */
export interface Payments {
  readonly name: string;
  /** A session that lives a day, with exactly the amount asked for and a page that is safe to send a browser to. @throws PaymentsError */
  createSession(request: CheckoutRequest): Promise<CheckoutSession>;
  /** Undefined where the provider does not know it. Of a complete session without its money it also says how that stands. @throws PaymentsError */
  getSession(id: string): Promise<CheckoutSession | undefined>;
  /**
   * Closes an open session; answers its state afterwards (it may have been paid in between), or undefined where the provider does not
   * know it. @throws PaymentsError
   */
  expireSession(id: string): Promise<CheckoutSession | undefined>;
  /**
   * What happened to sessions since a moment of the provider's clock, or as far back as it keeps that; newest first, page by page.
   * @throws PaymentsError `refused` where the key may not read it
   */
  listSessionNews(since: Date | undefined): AsyncIterable<SessionNews[]>;
  /** Payments of the sessions that were made in a period, page by page. @throws PaymentsError */
  listPayments(period: Period): AsyncIterable<BookedPayment[]>;
  /** One payment of a session; undefined where the provider has none. @throws PaymentsError */
  getPayment(paymentIntent: string): Promise<BookedPayment | undefined>;
  /** Refunds that were made in a period, page by page. @throws PaymentsError */
  listRefunds(period: Period): AsyncIterable<BookedRefund[]>;
  /** Undefined where the provider has none of that id, or it failed. @throws PaymentsError */
  getRefund(id: string): Promise<BookedRefund | undefined>;
  /** Disputes that were opened in a period, page by page. @throws PaymentsError */
  listDisputes(period: Period): AsyncIterable<BookedDispute[]>;
  /** Undefined where the provider has none of that id. @throws PaymentsError */
  getDispute(id: string): Promise<BookedDispute | undefined>;
  /** Believes an event only with a valid, recent signature over its raw body. @throws AppError webhook_signature_invalid */
  readEvent(rawBody: Buffer, signature: string | undefined): PaymentEvent;
}

/**
 * Why a request to the provider failed:
 * - `refused`: it said no, and will again under the same idempotency key
 * - `busy`: the same request is being worked on right now; whoever sent it learns the answer
 * - `unknown`: no or no clear answer; the same request under the same key finds out
 * - `unreadable`: the same, as it answered with something that its protocol does not know
 */
export type PaymentsOutcome = 'refused' | 'busy' | 'unknown' | 'unreadable';

export class PaymentsError extends Error {
  readonly outcome: PaymentsOutcome;

  constructor(outcome: PaymentsOutcome, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'PaymentsError';
    this.outcome = outcome;
  }
}
