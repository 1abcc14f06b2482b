import type { Invoice, InvoiceFields, FailedInvoice } from '@keepsake/contract/orders/invoice';
import { toMajor } from '@keepsake/contract/orders/money';
import type { Currency } from '@keepsake/contract/primitives';
import { sql, type NotNull } from 'kysely';
import type { Queryable } from '../../platform/database/db.ts';
import { appNow } from '../../platform/database/expressions.ts';
import { toJson } from '../../platform/database/json.ts';
import { newId } from '../../platform/ids.ts';
import type { InvoiceLine, Preparation } from '../../providers/invoicing/invoice-issuer.ts';

declare module '../../platform/database/json.ts' {
  interface JsonColumns {
    'invoices.lines': InvoiceLine[];
    'invoices.preparation': Preparation;
  }
}

/** The buyer's data on the invoice. */
export const partnerColumns = [
  'partnerName',
  'partnerTaxNumber',
  'partnerAddress',
  'partnerCity',
  'partnerPostCode',
  'partnerCountry',
] as const;

const columns = [
  'id',
  'bucketId',
  ...partnerColumns,
  'currency',
  'language',
  'paymentMethod',
  'fulfillmentDate',
  'dueDate',
] as const;

/** Today's date in the seller's time zone. */
const todayIn = (timeZone: string) => sql<string>`(${appNow} at time zone ${timeZone}::text)::date`;

/** What was charged for a bucket; the lines add up to the amount. */
export interface ChargedSale {
  bucketId: string;
  amount: number;
  currency: Currency;
  lines: InvoiceLine[];
}

/** The invoice data that a user last saved, issued or not. */
export function lastInvoiceOf(db: Queryable, userId: string): Promise<Invoice | undefined> {
  return db
    .selectFrom('invoices')
    .where('userId', '=', userId)
    .select(columns)
    .orderBy('updatedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function invoiceOfBucket(db: Queryable, bucketId: string): Promise<Invoice | undefined> {
  return db.selectFrom('invoices').where('bucketId', '=', bucketId).select(columns).executeTakeFirst();
}

/** Saves the invoice data of an unpaid bucket, replacing earlier data; a frozen invoice is not changed. */
export function writeInvoice(
  db: Queryable,
  invoice: { bucketId: string; userId: string; currency: Currency; fields: InvoiceFields; timeZone: string },
): Promise<Invoice | undefined> {
  const { bucketId, userId, currency, fields } = invoice;
  const today = todayIn(invoice.timeZone);
  const data = {
    ...buyerColumns(fields),
    currency,
    paymentMethod: fields.paymentMethod,
    fulfillmentDate: today,
    dueDate: today,
    updatedAt: appNow,
  };
  return db
    .insertInto('invoices')
    .values({ id: newId(), bucketId, userId, createdAt: appNow, ...data })
    .onConflict((conflict) => conflict.column('bucketId').doUpdateSet(data).where('invoices.issuedAt', 'is', null))
    .returning(columns)
    .executeTakeFirst();
}

/** The columns that hold the buyer's data. */
export function buyerColumns(fields: InvoiceFields) {
  const { partnerName, partnerTaxNumber, partnerAddress, partnerCity, partnerPostCode, partnerCountry, language } =
    fields;
  return {
    partnerName,
    partnerTaxNumber: partnerTaxNumber || null,
    partnerAddress,
    partnerCity,
    partnerPostCode,
    partnerCountry,
    language,
  };
}

/**
 * Freezes the invoice of a bucket that has just been paid: sets today's date and the charged amount, and marks it as to be issued unless nothing was
 * charged.
 * @returns its id; undefined if there is no invoice data, or the invoice was frozen before
 */
export async function freezeInvoice(db: Queryable, sale: ChargedSale, timeZone: string): Promise<string | undefined> {
  const today = todayIn(timeZone);
  const frozen = await db
    .updateTable('invoices')
    .where('bucketId', '=', sale.bucketId)
    .where('issuedAt', 'is', null)
    .set({
      issuedAt: appNow,
      updatedAt: appNow,
      amount: sale.amount,
      currency: sale.currency,
      lines: toJson(sale.lines),
      fulfillmentDate: today,
      dueDate: today,
      issueState: sale.amount > 0 ? 'to_issue' : null,
    })
    .returning('id')
    .executeTakeFirst();
  return frozen?.id;
}

/** Deletes the invoice data of orders that were never paid: no law requires keeping it after the account is deleted. */
export async function removeUnissuedInvoices(db: Queryable, userId: string): Promise<void> {
  await db.deleteFrom('invoices').where('userId', '=', userId).where('issuedAt', 'is', null).execute();
}

/** A page of the permanently failed invoices, longest paid first, with their total number. */
export async function failedInvoices(
  db: Queryable,
  { page, limit }: { page: number; limit: number },
): Promise<{ data: FailedInvoice[]; total: number }> {
  const failed = db.selectFrom('invoices').where('issueState', '=', sql.lit('failed'));
  const rows = await db
    .selectFrom(failed.select(({ fn }) => fn.countAll<number>().as('total')).as('counted'))
    .leftJoinLateral(
      failed
        .select(['id', 'bucketId', 'partnerName', 'amount', 'currency', 'issuedAt', 'issueFailure'])
        .orderBy('issuedAt')
        .orderBy('id')
        .limit(limit)
        .offset((page - 1) * limit)
        .as('shown'),
      (join) => join.onTrue(),
    )
    .selectAll()
    .$narrowType<NoneShown | FailedShown>()
    .execute();
  return {
    data: rows
      .filter((row) => row.id !== null)
      .map(({ id, bucketId, partnerName, amount, currency, issuedAt, issueFailure }) => ({
        id,
        bucketId,
        partnerName,
        amount: toMajor(amount, currency),
        currency,
        paidAt: issuedAt.toISOString(),
        reason: issueFailure,
      })),
    total: rows[0]?.total ?? 0,
  };
}

/** On an empty page the left join returns only the total. */
interface NoneShown {
  id: null;
}

/** A paid invoice has an amount, and a failed one a reason (constraints of the table). */
interface FailedShown {
  id: NotNull;
  partnerName: NotNull;
  amount: NotNull;
  currency: NotNull;
  issuedAt: NotNull;
  issueFailure: NotNull;
}
