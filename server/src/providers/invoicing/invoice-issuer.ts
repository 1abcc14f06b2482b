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

/** What is to be invoiced. The lines add up to the total exactly. */
export interface InvoiceOrder {
  /** Ours, unique: what an issuer is asked by whether the invoice exists. */
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
  /** Days as YYYY-MM-DD: when it was ordered and paid, delivered as the law sees it, and due. */
  orderedOn: string;
  suppliedOn: string;
  dueOn: string;
}

/** An invoice that exists. */
export interface IssuedInvoice {
  /** The issuer's own id of it. */
  documentId: string;
  number: string;
  /** As the issuer states it, in minor units; undefined where it does not say. */
  total: number | undefined;
}

/** What an issuer found out before it is asked to issue, as JSON; it means something to the issuer alone. */
export type Preparation = Record<string, string | number>;

/**
 * Why something did not succeed:
 * - `refused`: for certain not done, nor will it be when repeated (bad data); `field` names the culprit where the issuer does
 * - `account`: for certain not done, and nothing will be until an administrator acts (wrong key, no subscription)
 * - `busy`: for certain not done, retry after `retryAfterMs`
 * - `not_sent`: for certain not done, free to try again
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
  /** How long after the last moment of sending a lookup that finds nothing proves that nothing was issued. */
  readonly settleMs: number;
  /** The invoice with this reference of ours; undefined only where the issuer says for certain that there is none. @throws InvoicingError */
  find(reference: string): Promise<IssuedInvoice | undefined>;
  /** Everything that must be known or created before the request; may be repeated. @throws InvoicingError */
  prepare(order: InvoiceOrder): Promise<Preparation>;
  /**
   * Requests the invoice once. Never retries.
   * @param options.sendBefore on the scale of performance.now(): a request that has not left by then must not leave any more
   * @throws InvoicingError
   */
  issue(order: InvoiceOrder, preparation: Preparation, options: { sendBefore: number }): Promise<IssuedInvoice>;
  /** The invoice as a PDF, or after how long it may be there. @throws InvoicingError */
  pdf(documentId: string): Promise<Uint8Array | { retryAfterMs: number }>;
}
