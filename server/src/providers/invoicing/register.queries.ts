import { sql, type Db, type Queryable } from '../../platform/database/db.ts';
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

export interface NewEntry {
  order: InvoiceOrder;
  seller: Seller;
  vat: Vat;
  prefix: string;
  timeZone: string;
}

/** The invoice with this reference. */
export async function registeredInvoice(db: Queryable, reference: string): Promise<InvoiceFacts | undefined> {
  const row = await db.first<{ facts: InvoiceFacts }>(
    sql`select facts from invoice_register where reference = ${reference}`,
  );
  return row?.facts;
}

/** Gives an order the next number and writes it down, in one transaction; an order that has one keeps it. */
export function registerInvoice(db: Db, { order, seller, vat, prefix, timeZone }: NewEntry): Promise<InvoiceFacts> {
  return db.transaction().execute(async (tx) => {
    // Whoever holds the counter is alone: days and numbers grow together.
    await tx.run(sql`select 1 from invoice_counter for update`);
    const known = await registeredInvoice(tx, order.reference);
    if (known) return known;
    const next = await tx.first<{ issuedOn: string; year: number; last: number }>(sql`
      with today as (
        select ((clock_timestamp() + (app_now() - now())) at time zone ${timeZone}::text)::date as day
      ), counted as (
        update invoice_counter set year = greatest(year, extract(year from day)::int),
          last = case when year >= extract(year from day)::int then last + 1 else 1 end
        from today returning year, last
      )
      select day::text as issued_on, year, last from today, counted`);
    if (!next) throw new Error('There is no counter of invoices');
    const number = `${prefix}-${next.year}-${String(next.last).padStart(6, '0')}`;
    const facts: InvoiceFacts = { number, issuedOn: next.issuedOn, seller, vat, order };
    await tx.run(sql`
      insert into invoice_register (reference, number, issued_on, facts, registered_at)
      values (${order.reference}, ${number}, ${next.issuedOn}, ${JSON.stringify(facts)}::jsonb, app_now())`);
    return facts;
  });
}
