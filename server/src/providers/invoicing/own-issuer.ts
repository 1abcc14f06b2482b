import type { Db } from '../../platform/database/db.ts';
import { drawInvoice } from './draw-invoice.ts';
import { InvoicingError, type InvoiceIssuer, type InvoiceOrder, type IssuedInvoice } from './invoice-issuer.ts';
import { registeredInvoice, registerInvoice, type InvoiceFacts, type Seller, type Vat } from './register.queries.ts';
import { missingLetters } from './sheet.ts';

export interface OwnIssuerOptions {
  db: Db;
  seller: Seller;
  vat: Vat;
  /** Numbers are `<prefix>-<year>-<six digits>`. */
  prefix: string;
  timeZone: string;
}

/** The product issues invoices itself: numbers and data in its own database, PDFs drawn from the stored data. */
export function createOwnIssuer({ db, ...settings }: OwnIssuerOptions): InvoiceIssuer {
  return {
    name: 'own',
    settleMs: 0,
    find: async (reference) => toIssued(await registeredInvoice(db, reference)),
    prepare: async (order) => {
      refuseUndrawable(order);
      return {};
    },
    issue: async (order) => toIssued(await registerInvoice(db, { order, ...settings })),
    pdf: async (reference) => {
      const facts = await registeredInvoice(db, reference);
      if (!facts) throw new InvoicingError('refused', `There is no invoice ${reference}`);
      return drawInvoice(facts);
    },
  };
}

function toIssued(facts: InvoiceFacts): IssuedInvoice;
function toIssued(facts: InvoiceFacts | undefined): IssuedInvoice | undefined;
function toIssued(facts: InvoiceFacts | undefined): IssuedInvoice | undefined {
  return facts && { documentId: facts.order.reference, number: facts.number, total: facts.order.total };
}

/** Refuses text with letters that the font lacks, which the invoice could not show. */
function refuseUndrawable({ buyer }: InvoiceOrder): void {
  for (const [field, text] of Object.entries(buyer)) {
    const missing = missingLetters(text ?? '');
    if (missing !== '') throw new InvoicingError('refused', `buyer.${field} has letters that cannot be printed`);
  }
}
