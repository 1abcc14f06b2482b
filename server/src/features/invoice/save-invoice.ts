import type { Invoice, InvoiceFields } from '@keepsake/contract/invoice';
import { AppError } from '../../errors.ts';
import type { Tx } from '../../platform/db.ts';
import { lockBuckets } from '../buckets/bucket.queries.ts';
import { currentPriceList } from '../pricing/price-list.queries.ts';
import { writeInvoice } from './invoice.queries.ts';

/**
 * Saves the invoice data of a user's own unpaid set, in the shop's currency and dated today.
 * @throws AppError not_found, bucket_not_editable
 */
export async function saveInvoiceData(
  tx: Tx,
  bucketId: string,
  userId: string,
  fields: InvoiceFields,
): Promise<Invoice> {
  const [bucket] = await lockBuckets(tx, [bucketId]);
  if (bucket?.userId !== userId) throw new AppError('not_found');
  if (bucket.status !== 'pending') throw new AppError('bucket_not_editable');
  const { currency } = await currentPriceList(tx);
  const saved = await writeInvoice(tx, { bucketId, userId, currency, fields });
  if (!saved) throw new AppError('bucket_not_editable');
  return saved;
}
