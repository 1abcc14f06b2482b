import { sql } from 'kysely';
import type { Tx } from '../../platform/database/db.ts';
import { any, appNow } from '../../platform/database/expressions.ts';

export type DeletionReason = 'customer' | 'account' | 'retention';

/** What is kept of a deleted bucket; money in minor units. */
export interface Tombstone {
  bucketId: string;
  photos: number;
  films: number;
  amount: number;
  currency: string;
}

/** The sold ones of these buckets: price, and how many photos and films they still have. */
export function soldTombstones(tx: Tx, bucketIds: string[]): Promise<Tombstone[]> {
  return tx
    .selectFrom('sales')
    .where('bucketId', '=', any(bucketIds))
    .select(['bucketId', 'amount', 'currency'])
    .select(({ selectFrom, fn }) => [
      selectFrom('photos')
        .whereRef('photos.bucketId', '=', 'sales.bucketId')
        .select(fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('photos'),
      selectFrom('films')
        .whereRef('films.bucketId', '=', 'sales.bucketId')
        .select(fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('films'),
    ])
    .execute();
}

/** Copies the dates from the buckets, so call it before they are deleted. */
export async function insertTombstones(tx: Tx, reason: DeletionReason, remains: Tombstone[]): Promise<void> {
  await sql`
    insert into bucket_tombstones (bucket_id, created_at, paid_at, deleted_at, reason, photos, films, amount, currency)
    select id, created_at, paid_at, ${appNow}, ${reason}, photos, films, amount, currency
    from jsonb_to_recordset(${JSON.stringify(remains)}::jsonb)
      as remains ("bucketId" uuid, photos int, films int, amount bigint, currency text)
    join buckets on id = "bucketId"`.execute(tx);
}
