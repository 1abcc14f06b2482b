import type { InvoiceOrder } from './invoice-issuer.ts';

/** Who sells, as it stands on an invoice. */
export interface Seller {
  name: string;
  address: string;
  taxNumber: string;
  email: string;
  /** The name customers know. */
  brand: string;
  /** Nobody real: the invoice says that it is a sample. */
  isSample: boolean;
}

export interface Vat {
  /** Percent that is contained in the prices. */
  percent: number;
  /** Why there is none, where it is 0. */
  note: string | null;
}

/** Everything an invoice of our own says; kept with it, so that it says the same for ever. */
export interface InvoiceFacts {
  number: string;
  /** YYYY-MM-DD in the seller's time zone. */
  issuedOn: string;
  seller: Seller;
  vat: Vat;
  order: InvoiceOrder;
}
