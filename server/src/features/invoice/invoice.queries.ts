import type { Invoice, InvoiceFields, FailedInvoice } from '@keepsake/contract/invoice';
import { toMajor } from '@keepsake/contract/money';
import type { Currency } from '@keepsake/contract/primitives';
import { sql, type Queryable } from '../../platform/database/db.ts';
import { newId } from '../../platform/ids.ts';
import type { InvoiceLine } from '../../providers/invoicing/invoice-issuer.ts';

const columns = sql`
  id, bucket_id, partner_name, partner_tax_number, partner_address, partner_city, partner_post_code, partner_country,
  currency, language, payment_method, fulfillment_date::text, due_date::text`;

/** The day where the seller is. */
const todayIn = (timeZone: string) => sql`(app_now() at time zone ${timeZone}::text)::date`;

/** What was charged for a set; the lines add up to the amount. */
export interface ChargedSale {
  bucketId: string;
  amount: number;
  currency: Currency;
  lines: InvoiceLine[];
}

/** The invoice data a user gave last, issued or not. */
export function lastInvoiceOf(db: Queryable, userId: string): Promise<Invoice | undefined> {
  return db.first(
    sql`select ${columns} from invoices where user_id = ${userId} order by updated_at desc, id desc limit 1`,
  );
}

export function invoiceOfBucket(db: Queryable, bucketId: string): Promise<Invoice | undefined> {
  return db.first(sql`select ${columns} from invoices where bucket_id = ${bucketId}`);
}

/** Writes the invoice data of a set that is not paid, over what was there; an issued invoice stays as it is. */
export async function writeInvoice(
  db: Queryable,
  invoice: { bucketId: string; userId: string; currency: Currency; fields: InvoiceFields; timeZone: string },
): Promise<Invoice | undefined> {
  const { bucketId, userId, currency, fields } = invoice;
  const today = todayIn(invoice.timeZone);
  return db.first(sql`
    insert into invoices (
      id, bucket_id, user_id, partner_name, partner_tax_number, partner_address, partner_city, partner_post_code,
      partner_country, currency, language, payment_method, fulfillment_date, due_date, created_at, updated_at
    ) values (
      ${newId()}, ${bucketId}, ${userId}, ${fields.partnerName}, ${fields.partnerTaxNumber || null},
      ${fields.partnerAddress}, ${fields.partnerCity}, ${fields.partnerPostCode}, ${fields.partnerCountry}, ${currency},
      ${fields.language}, ${fields.paymentMethod}, ${today}, ${today}, app_now(), app_now()
    )
    on conflict (bucket_id) do update set
      partner_name = excluded.partner_name, partner_tax_number = excluded.partner_tax_number,
      partner_address = excluded.partner_address, partner_city = excluded.partner_city,
      partner_post_code = excluded.partner_post_code, partner_country = excluded.partner_country,
      currency = excluded.currency, language = excluded.language, payment_method = excluded.payment_method,
      fulfillment_date = excluded.fulfillment_date, due_date = excluded.due_date, updated_at = excluded.updated_at
      where invoices.issued_at is null
    returning ${columns}`);
}

/**
 * Freezes the invoice of a set that has just been paid: dated today, with what was charged, unchangeable from now on and to be issued,
 * unless nothing was charged.
 * @returns its id; undefined where there is no invoice data, or it was frozen before
 */
export async function freezeInvoice(db: Queryable, sale: ChargedSale, timeZone: string): Promise<string | undefined> {
  const today = todayIn(timeZone);
  const frozen = await db.first<{ id: string }>(sql`
    update invoices set issued_at = app_now(), updated_at = app_now(), amount = ${sale.amount}, currency = ${sale.currency},
      lines = ${JSON.stringify(sale.lines)}::jsonb, fulfillment_date = ${today}, due_date = ${today},
      issue_state = case when ${sale.amount}::int > 0 then 'to_issue' end
    where bucket_id = ${sale.bucketId} and issued_at is null
    returning id`);
  return frozen?.id;
}

/** Removes what a user gave for orders that were never paid: nothing obliges us to keep it once the account goes. */
export async function removeUnissuedInvoices(db: Queryable, userId: string): Promise<void> {
  await db.run(sql`delete from invoices where user_id = ${userId} and issued_at is null`);
}

interface FailedInvoiceRow extends Omit<FailedInvoice, 'paidAt'> {
  paidAt: Date;
  total: number;
}

/** A page of the invoices that failed permanently, the longest paid first, with the number of all. */
export async function failedInvoices(
  db: Queryable,
  { page, limit }: { page: number; limit: number },
): Promise<{ data: FailedInvoice[]; total: number }> {
  const rows = await db.query<FailedInvoiceRow | { id: null; total: number }>(sql`
    select counted.total, shown.*
    from (select count(*)::int as total from invoices where issue_state = 'failed') counted
    left join lateral (
      select id, bucket_id, partner_name, amount, currency, issued_at as paid_at, coalesce(issue_failure, '') as reason
      from invoices where issue_state = 'failed' order by issued_at, id limit ${limit} offset ${(page - 1) * limit}
    ) shown on true`);
  const found = rows.filter((row) => row.id !== null);
  return {
    data: found.map(({ id, bucketId, partnerName, amount, currency, paidAt, reason }) => ({
      id,
      bucketId,
      partnerName,
      amount: toMajor(amount, currency),
      currency,
      paidAt: paidAt.toISOString(),
      reason,
    })),
    total: rows[0]?.total ?? 0,
  };
}
