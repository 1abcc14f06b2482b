/**
 * Who issues invoices. An issue may be a legal document that cannot be taken back, so the product decides about retries
 * (features/invoice): `issue` sends one request and never retries, and its error says whether a document may exist.
 */
import type { Currency, Language } from '@keepsake/contract/primitives';

export type IssuerName = 'own' | 'billingo';

/** One line of what was charged, VAT included; money in minor units, discounts negative. */
export interface InvoiceLine {
  kind: 'base' | 'volume_discount' | 'variants' | 'variant_discount' | 'package_discount';
  quantity: number;
  unitPrice?: number;
  percent?: number;
  amount: number;
}

/** An order to be invoiced. The lines add up to the total exactly. */
export interface InvoiceOrder {
  /** Our unique reference, by which an issuer looks the invoice up. */
  reference: string;
  language: Language;
  currency: Currency;
  total: number;
  lines: InvoiceLine[];
  buyer: {
    name: string;
    taxNumber: string | null;
    address: string;
    city: string;
    postCode: string;
    /** ISO 3166-1 alpha-2. */
    country: string;
  };
  /** Days as YYYY-MM-DD: of order and payment, of the supply for VAT, and due. */
  orderedOn: string;
  suppliedOn: string;
  dueOn: string;
}

/** An invoice that exists. */
export interface IssuedInvoice {
  /** The issuer's own id of it. */
  documentId: string;
  number: string;
  /** The total by the issuer's answer, in minor units; undefined if the answer has none. */
  total: number | undefined;
}

/** Result of `prepare` as JSON, to be passed to `issue`. Only the issuer interprets it. */
export type Preparation = Record<string, string | number>;

/**
 * Why a request did not succeed:
 * - `refused`: certainly not done, and a retry will fail too (bad data); `field` is the invalid field if the issuer names it
 * - `account`: certainly not done, and every request will fail until an administrator acts (wrong key, no subscription)
 * - `busy`: certainly not done, retry after `retryAfterMs`
 * - `not_sent`: certainly not done, may be retried at once
 * - `unknown`: may have been done (timeout, reset after sending, 5xx, an answer that cannot be read): look it up before a retry
 */
export type InvoicingFailure = 'refused' | 'account' | 'busy' | 'not_sent' | 'unknown';

export class InvoicingError extends Error {
  override name = 'InvoicingError';
  readonly failure: InvoicingFailure;
  readonly retryAfterMs: number | undefined;

  constructor(
    failure: InvoicingFailure,
    message: string,
    options: { retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.failure = failure;
    this.retryAfterMs = options.retryAfterMs;
  }
}

export interface InvoiceIssuer {
  readonly name: IssuerName;
  /** Milliseconds after `sendBefore` from which a lookup that finds nothing proves that nothing was issued. */
  readonly settleMs: number;
  /** The invoice with this reference of ours; undefined only if the issuer states that there is none. @throws InvoicingError */
  find(reference: string): Promise<IssuedInvoice | undefined>;
  /** Looks up or creates everything that the request needs; may be repeated. @throws InvoicingError */
  prepare(order: InvoiceOrder): Promise<Preparation>;
  /**
   * Requests the invoice once. Never retries.
   * @param options.sendBefore on the scale of performance.now(): the request must not be sent after this moment
   * @throws InvoicingError
   */
  issue(order: InvoiceOrder, preparation: Preparation, options: { sendBefore: number }): Promise<IssuedInvoice>;
  /** The invoice as a PDF, or after how long it may be ready. @throws InvoicingError */
  pdf(documentId: string): Promise<Uint8Array | { retryAfterMs: number }>;
}
