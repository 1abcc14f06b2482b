import { sql } from 'kysely';
import type { Db, Queryable } from '../../platform/database/db.ts';
import { appNow, clockTimestamp, databaseNow } from '../../platform/database/expressions.ts';
import { toJson } from '../../platform/database/json.ts';
import type { InvoiceOrder } from './invoice-issuer.ts';

/** The seller, as stated on an invoice. */
export interface Seller {
  name: string;
  address: string;
  taxNumber: string;
  email: string;
  /** The brand name that customers know. */
  brand: string;
  /** Not a real company: the invoice says that it is a sample. */
  isSample: boolean;
}

export interface Vat {
  /** The percentage included in the prices. */
  percent: number;
  /** The reason for no VAT, if the percentage is 0. */
  note: string | null;
}

/** Everything that an invoice issued by the product states; stored, so that it can be drawn again unchanged. */
export interface InvoiceFacts {
  number: string;
  /** YYYY-MM-DD in the seller's time zone. */
  issuedOn: string;
  seller: Seller;
  vat: Vat;
  order: InvoiceOrder;
}

export interface NewEntry {
  order: InvoiceOrder;
  seller: Seller;
  vat: Vat;
  prefix: string;
  timeZone: string;
}

declare module '../../platform/database/json.ts' {
  interface JsonColumns {
    'invoice_register.facts': InvoiceFacts;
  }
}

/** The invoice with this reference. */
export async function registeredInvoice(db: Queryable, reference: string): Promise<InvoiceFacts | undefined> {
  const row = await db
    .selectFrom('invoiceRegister')
    .where('reference', '=', reference)
    .select('facts')
    .executeTakeFirst();
  return row?.facts;
}

/** Registers an order's invoice under the next number, in one transaction; an order that was registered before keeps its number. */
export function registerInvoice(db: Db, { order, seller, vat, prefix, timeZone }: NewEntry): Promise<InvoiceFacts> {
  return db.transaction().execute(async (tx) => {
    // One transaction at a time holds the counter, so that dates and numbers have the same order.
    await tx.selectFrom('invoiceCounter').select('last').forUpdate().execute();
    const known = await registeredInvoice(tx, order.reference);
    if (known) return known;
    // The current date, not that of the transaction's start, which may have waited for the counter.
    const day = sql<string>`((${clockTimestamp} + (${appNow} - ${databaseNow})) at time zone ${timeZone}::text)::date`;
    const { issuedOn, year, last } = await tx
      .updateTable('invoiceCounter')
      .from(tx.selectNoFrom(day.as('day')).as('today'))
      .set({
        year: sql<number>`greatest(year, extract(year from day)::int)`,
        last: sql<number>`case when year >= extract(year from day)::int then last + 1 else 1 end`,
      })
      .returning(['today.day as issuedOn', 'year', 'last'])
      .executeTakeFirstOrThrow(() => new Error('There is no counter of invoices'));
    const number = `${prefix}-${year}-${String(last).padStart(6, '0')}`;
    const facts: InvoiceFacts = { number, issuedOn, seller, vat, order };
    await tx
      .insertInto('invoiceRegister')
      .values({ reference: order.reference, number, issuedOn, facts: toJson(facts), registeredAt: appNow })
      .execute();
    return facts;
  });
}
