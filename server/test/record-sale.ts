import { sql } from 'kysely';
import type { Db } from '../src/platform/database/db.ts';
import { runStatement } from './statements.ts';
import { newId } from '../src/platform/ids.ts';

/** Writes the sale of a set as if it had been paid; the amount in minor units of the euro. */
export async function recordSale(db: Db, bucketId: string, amount: number): Promise<void> {
  const checkoutId = newId();
  await runStatement(
    db,
    sql`
    insert into checkouts (id, bucket_id, revision, price, amount, currency, photos, films, idempotency_key, state, created_at, expires_at)
    values (${checkoutId}, ${bucketId}, 1, '{}', ${amount}, 'EUR', 1, 1, ${checkoutId}, 'complete', app_now(), app_now())`,
  );
  await runStatement(
    db,
    sql`
    insert into sales (bucket_id, checkout_id, amount, currency, photos, films, paid_at)
    values (${bucketId}, ${checkoutId}, ${amount}, 'EUR', 1, 1, app_now())`,
  );
}
