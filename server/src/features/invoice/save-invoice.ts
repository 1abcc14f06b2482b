import type { Invoice, InvoiceFields } from '@keepsake/contract/orders/invoice';
import type { Config } from '../../config.ts';
import { AppError } from '../../errors.ts';
import type { Tx } from '../../platform/database/db.ts';
import { lockBuckets } from '../photos/buckets/bucket.queries.ts';
import { currentPriceList } from '../pricing/pricing.queries.ts';
import { invoiceOfBucket, writeInvoice, freezeInvoice, type ChargedSale } from './invoice.queries.ts';
import { wakeInvoice } from '../journal/queued-jobs.ts';
import { correctIssue } from './issue.queries.ts';

export interface GivenInvoice {
  bucketId: string;
  userId: string;
  fields: InvoiceFields;
}

/**
 * Saves the invoice data of a user's own bucket. For an unpaid bucket it is dated today, in the shop's currency. For a paid bucket only the buyer can be
 * corrected, and only until the invoice is requested from an issuer; it is then issued.
 * @throws AppError not_found, bucket_not_editable
 */
export async function saveInvoiceData(
  tx: Tx,
  { SELLER_TIME_ZONE: timeZone }: Pick<Config, 'SELLER_TIME_ZONE'>,
  given: GivenInvoice,
): Promise<Invoice> {
  const { bucketId, userId, fields } = given;
  const [bucket] = await lockBuckets(tx, [bucketId]);
  if (bucket?.userId !== userId) throw new AppError('not_found');
  const saved =
    bucket.status === 'pending'
      ? await writeInvoice(tx, { ...given, currency: (await currentPriceList(tx)).currency, timeZone })
      : await correctInvoice(tx, bucketId, fields);
  if (!saved) throw new AppError('bucket_not_editable');
  return saved;
}

async function correctInvoice(tx: Tx, bucketId: string, fields: InvoiceFields): Promise<Invoice | undefined> {
  const id = await correctIssue(tx, bucketId, fields);
  if (id === undefined) return undefined;
  await wakeInvoice(tx, id);
  return invoiceOfBucket(tx, bucketId);
}

/** Freezes the invoice of a bucket that is paid in this transaction, and enqueues its issuing. @returns false if there is no invoice data */
export async function orderInvoice(
  tx: Tx,
  config: Pick<Config, 'SELLER_TIME_ZONE'>,
  sale: ChargedSale,
): Promise<boolean> {
  const invoiceId = await freezeInvoice(tx, sale, config.SELLER_TIME_ZONE);
  if (invoiceId !== undefined && sale.amount > 0) await wakeInvoice(tx, invoiceId);
  return invoiceId !== undefined;
}
