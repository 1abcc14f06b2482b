import { sql, type Tx } from '../../../platform/db.ts';
import type { Checkout } from '../../checkouts/checkout.queries.ts';

/** Adds a fulfilled order to the revenue ledger. */
export async function recordSale(tx: Tx, checkout: Checkout): Promise<void> {
  await tx.run(sql`
    insert into sales (bucket_id, checkout_id, amount, currency, photos, films, paid_at)
    values (${checkout.bucketId}, ${checkout.id}, ${checkout.amount}, ${checkout.currency}, ${checkout.photos},
      ${checkout.films}, app_now())`);
}
