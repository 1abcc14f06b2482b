import type { Config } from '../../config.ts';
import type { Tx } from '../../platform/db.ts';
import { freezeInvoice, type ChargedSale } from './invoice.queries.ts';
import { wakeInvoice } from './issue-invoice.job-type.ts';

/** Has the invoice of a set issued that is paid in this transaction. @returns false where there is no invoice data */
export async function orderInvoice(
  tx: Tx,
  config: Pick<Config, 'SELLER_TIME_ZONE'>,
  sale: ChargedSale,
): Promise<boolean> {
  const invoiceId = await freezeInvoice(tx, sale, config.SELLER_TIME_ZONE);
  if (invoiceId !== undefined && sale.amount > 0) await wakeInvoice(tx, invoiceId);
  return invoiceId !== undefined;
}
