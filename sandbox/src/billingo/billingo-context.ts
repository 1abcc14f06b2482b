import type { FastifyBaseLogger } from 'fastify';
import type { Records } from '../records.ts';

/** State that every part of the invoicing service shares. */
export type Billingo = {
  records: BillingoRecords;
  /** Runs changes one at a time. */
  inTurn: <T>(key: string, work: () => Promise<T>) => Promise<T>;
  apiKey: string;
  blocks: { id: number; name: string; prefix: string }[];
  /** Forints for one unit. */
  rates: Record<string, number>;
  /** Set by tests: how many downloads answer 202 first, and how late lookups show a document. */
  planned: { pdfWaits: number; lookupLagMs: number };
  log: FastifyBaseLogger;
};

export type Partner = {
  name: string;
  address: { country_code: string; post_code: string; city: string; address: string };
  taxcode?: string;
  tax_type?: string;
  emails?: string[];
};

export type PartnerRecord = { id: string; partner: Partner & { id: number } };

/** A document as it was asked for, with what the service made of it. */
export type DocumentRecord = {
  id: string;
  vendorId: string | null;
  body: DocumentBody;
  document: { id: number; invoice_number: string; gross_total: number; [name: string]: unknown };
  /** Downloads that still answer that the PDF is not there. */
  pdfWaits: number;
};

export type DocumentBody = {
  vendor_id?: string;
  partner_id: number;
  block_id: number;
  type: string;
  language: string;
  currency: string;
  conversion_rate?: number;
  fulfillment_date: string;
  due_date: string;
  payment_method: string;
  paid?: boolean;
  items: { name: string; unit_price: number; unit_price_type: string; quantity: number; unit: string; vat: string }[];
};

export type BillingoKinds = { partners: PartnerRecord; documents: DocumentRecord };
export const billingoKinds: (keyof BillingoKinds)[] = ['partners', 'documents'];
type BillingoRecords = Records<BillingoKinds>;
