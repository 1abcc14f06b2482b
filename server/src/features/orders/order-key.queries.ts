import { ledgerKinds } from '@keepsake/contract/orders/ledger';
import { id as idShape } from '@keepsake/contract/primitives';
import type { Queryable } from '../../platform/database/db.ts';
import { any } from '../../platform/database/expressions.ts';
import { findFewUsers } from '../accounts/users/user-list.queries.ts';

/** What a search refers to. */
export type OrderMatches =
  | { by: 'buckets'; ids: string[] }
  | { by: 'customers'; ids: string[] }
  /** More customers than are listed have these words. */
  | { by: 'words'; words: string };

/** An id or number finds its order. Anything else is searched for in the customers' names and addresses. */
export async function findOrderMatches(db: Queryable, search: string): Promise<OrderMatches> {
  const bucketIds = await bucketsOfKey(db, search);
  if (bucketIds.length > 0) return { by: 'buckets', ids: bucketIds };
  const customers = await findFewUsers(db, search);
  return customers ? { by: 'customers', ids: customers } : { by: 'words', words: search };
}

/** The buckets with this id, invoice number, or id of a payment, refund, dispute or payment session. */
async function bucketsOfKey(db: Queryable, key: string): Promise<string[]> {
  const id = idShape.safeParse(key).data;
  const checkouts = db.selectFrom('checkouts').select('bucketId');
  const ofLedger = db
    .selectFrom('paymentLedger')
    // All kinds by name: the index begins with the kind.
    .where(({ eb, ref }) => eb(ref('paymentLedger.kind').$castTo<string>(), '=', any([...ledgerKinds])))
    .where('paymentLedger.providerRef', '=', key);
  const rows = await checkouts
    .where('sessionId', '=', key)
    .union(checkouts.where('paymentIntent', '=', key))
    .union(
      ofLedger
        .innerJoin('checkouts', 'checkouts.paymentIntent', 'paymentLedger.paymentIntent')
        .select('checkouts.bucketId'),
    )
    .union(ofLedger.innerJoin('checkouts', 'checkouts.id', 'paymentLedger.checkoutId').select('checkouts.bucketId'))
    .union(
      db
        .selectFrom('invoices')
        .innerJoin('bucketSummaries', 'bucketSummaries.invoiceId', 'invoices.id')
        .where('invoices.number', '=', any([key, key.toUpperCase()]))
        .select('bucketSummaries.bucketId'),
    )
    .union(
      db
        .selectFrom('bucketSummaries')
        .where('bucketId', '=', any(id === undefined ? [] : [id]))
        .select('bucketId'),
    )
    .execute();
  return rows.map(({ bucketId }) => bucketId);
}
