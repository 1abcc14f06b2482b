import type { Currency, Language } from '@keepsake/contract/primitives';

export interface CheckoutRequest {
  /** Idempotency key: the same request with the same key never creates a second session. */
  idempotencyKey: string;
  bucketId: string;
  checkoutId: string;
  invoiceId: string;
  email: string;
  language: Language;
  currency: Currency;
  /** Minor units; the sum of the lines. */
  amount: number;
  lines: { name: string; description?: string; amount: number }[];
  /** May contain `{CHECKOUT_SESSION_ID}`, which the provider replaces. */
  successUrl: string;
  cancelUrl: string;
}

/** A hosted payment session as the payment provider states it. */
export interface CheckoutSession {
  id: string;
  status: 'open' | 'complete' | 'expired';
  paymentStatus: 'paid' | 'unpaid' | 'no_payment_required';
  /** Minor units; null if the provider states none. */
  amount: number | null;
  /** In capitals. */
  currency: string | null;
  /** The hosted page; null unless the session is open. */
  url: string | null;
  paymentIntent: string | null;
  /** Of a delayed payment method: whether the payment is still pending. Null if that was not queried or is not known. */
  delayed: 'under_way' | 'failed' | null;
  /** Our ids from its metadata; null if the session is not ours. */
  bucketId: string | null;
  checkoutId: string | null;
}

/** A payment of a session in the provider's records. */
export interface BookedPayment {
  sessionId: string;
  paymentIntent: string;
  /** Minor units. */
  amount: number;
  /** In capitals. */
  currency: string;
  /** When the card was charged, by the provider's clock. */
  paidAt: Date;
  bucketId: string | null;
  checkoutId: string | null;
}

/** A refund in the provider's records, without failed ones. */
export interface BookedRefund {
  id: string;
  amount: number;
  currency: string;
  paymentIntent: string | null;
  madeAt: Date;
}

/** A dispute in the provider's records. */
export interface BookedDispute {
  id: string;
  amount: number;
  currency: string;
  paymentIntent: string | null;
  /** Its outcome; null while it is open or on appeal. */
  end: 'dispute_won' | 'dispute_lost' | 'dispute_closed' | null;
}

/** An entry of the provider's event list about a session; it exists whether the event was delivered or not. */
export interface ListedSessionEvent {
  sessionId: string;
  /** Whether it is final: false for a complete session whose payment may still be pending. */
  isEnd: boolean;
  /** By the provider's clock. */
  at: Date;
}

export interface Period {
  from: Date;
  to: Date;
}

/** A ledger entry as the provider reports it: about a refund or a dispute. */
export interface ReportedEntry {
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
  /** The provider's id of the refund or dispute. */
  providerRef: string;
  /** Minor units. */
  amount: number;
  /** In capitals. */
  currency: string;
  paymentIntent: string | null;
  /** Our ids from the payment's metadata; null if the event has none. */
  checkoutId: string | null;
  reason: string | null;
}

/** A refund to be made: of one payment, in full or in part. */
export interface RefundRequest {
  /** Idempotency key: the same request with the same key makes one refund, while the provider remembers the key. */
  idempotencyKey: string;
  /** Our id, kept in the refund's metadata: it identifies the refund in the provider's list. */
  refundId: string;
  /** Shown in the provider's dashboard. */
  bucketId: string;
  paymentIntent: string;
  /** Minor units of the payment's currency. */
  amount: number;
}

/** A refund as the payment provider states it. */
export interface ProviderRefund {
  id: string;
  paymentIntent: string | null;
  /** `failed`: the customer has not received it, or it was cancelled. It may fail after it had succeeded. */
  status: 'pending' | 'succeeded' | 'failed';
  /** The provider's code for why it failed. */
  failureCode: string | null;
  /** Our id from its metadata; null if the refund was made elsewhere. */
  refundId: string | null;
  /** The resulting ledger entries. */
  entries: ReportedEntry[];
}

interface EventHead {
  id: string;
  type: string;
}

/** An event of the provider. `fault`: it has a known type, but a body that cannot be parsed. */
export type PaymentEvent = EventHead &
  (
    | { about: 'session'; sessionId: string; session: CheckoutSession }
    | { about: 'session'; sessionId: string; session: null; fault: string }
    /** `refund`: the one refund that the event is about, if it is about one. */
    | { about: 'money'; entries: ReportedEntry[]; refund: ProviderRefund | null }
    | { about: 'unreadable'; fault: string }
    | { about: 'other' }
  );

/** Hosted card payment. Every amount and status comes from the provider, never from a browser. */
export interface Payments {
  readonly name: string;
  /** Creates a session that is valid for a day; checks that it has the requested amount and that its page is safe to redirect to. @throws PaymentsError */
  createSession(request: CheckoutRequest): Promise<CheckoutSession>;
  /** Undefined if the provider does not know it. For a complete session that is not paid yet, `delayed` is looked up too. @throws PaymentsError */
  getSession(id: string): Promise<CheckoutSession | undefined>;
  /**
   * Expires an open session; returns its state afterwards (it may have been paid in between), or undefined if the provider does not know it.
   * @throws PaymentsError
   */
  expireSession(id: string): Promise<CheckoutSession | undefined>;
  /**
   * The events of sessions since a moment of the provider's clock, or as far back as it keeps them; newest first, page by page.
   * @throws PaymentsError `refused` if the key may not read it
   */
  listSessionEvents(since: Date | undefined): AsyncIterable<ListedSessionEvent[]>;
  /** Payments of the sessions created in a period, page by page. @throws PaymentsError */
  listPayments(period: Period): AsyncIterable<BookedPayment[]>;
  /** One payment of a session; undefined if the provider has none. @throws PaymentsError */
  getPayment(paymentIntent: string): Promise<BookedPayment | undefined>;
  /** Refunds created in a period, page by page. @throws PaymentsError */
  listRefunds(period: Period): AsyncIterable<BookedRefund[]>;
  /** Undefined if the provider has no refund with this id, or it failed. @throws PaymentsError */
  getRefund(id: string): Promise<BookedRefund | undefined>;
  /**
   * Refunds a payment. It may be repeated under the same key.
   * @throws PaymentsError `refused` with the provider's reason: nothing was refunded by this request
   */
  createRefund(request: RefundRequest): Promise<ProviderRefund>;
  /** Every refund of a payment, failed ones too. @throws PaymentsError */
  refundsOfPayment(paymentIntent: string): Promise<ProviderRefund[]>;
  /** Disputes opened in a period, page by page. @throws PaymentsError */
  listDisputes(period: Period): AsyncIterable<BookedDispute[]>;
  /** Undefined if the provider has no dispute with this id. @throws PaymentsError */
  getDispute(id: string): Promise<BookedDispute | undefined>;
  /** Accepts an event only with a valid, recent signature over its raw body. @throws AppError webhook_signature_invalid */
  readEvent(rawBody: Buffer, signature: string | undefined): PaymentEvent;
}

/**
 * Why a request to the provider failed:
 * - `refused`: the provider refused it, and will again under the same idempotency key
 * - `busy`: the same request is being processed now; its sender gets the answer
 * - `unknown`: no clear answer; repeating the request under the same key gives the outcome
 * - `unreadable`: the same, because the answer does not follow the protocol
 */
export type PaymentsOutcome = 'refused' | 'busy' | 'unknown' | 'unreadable';

export class PaymentsError extends Error {
  readonly outcome: PaymentsOutcome;
  /** For a refusal: the provider's code and message. */
  readonly refusal: { code: string; text: string } | undefined;

  constructor(outcome: PaymentsOutcome, message: string, cause?: unknown, refusal?: { code: string; text: string }) {
    super(message, { cause });
    this.name = 'PaymentsError';
    this.outcome = outcome;
    this.refusal = refusal;
  }
}
