import { sql, type Tx } from '../../platform/database/db.ts';

export type DeletionReason = 'customer' | 'account' | 'retention';

/** What is kept of a deleted set; money in minor units. */
export interface Remains {
  bucketId: string;
  photos: number;
  films: number;
  amount: number;
  currency: string;
}

/** The sold ones of these sets: price, the photos that they still have, and the films bought of them. */
export function remainsOfSold(tx: Tx, bucketIds: string[]): Promise<Remains[]> {
  return tx.query(sql`
    select bucket_id, amount, currency,
      (select count(*)::int from photos where bucket_id = sales.bucket_id) as photos,
      (select count(*)::int from films where bucket_id = sales.bucket_id) as films
    from sales where bucket_id = any(${bucketIds}::uuid[])`);
}

/** Their dates come from the sets themselves, which must still be there. */
export async function insertTombstones(
  tx: Tx,
  deletion: { at: Date; reason: DeletionReason },
  remains: Remains[],
): Promise<void> {
  await tx.run(sql`
    insert into bucket_tombstones (bucket_id, created_at, paid_at, deleted_at, reason, photos, films, amount, currency)
    select id, created_at, paid_at, ${deletion.at}, ${deletion.reason}, photos, films, amount, currency
    from jsonb_to_recordset(${JSON.stringify(remains)}::jsonb)
      as remains ("bucketId" uuid, photos int, films int, amount bigint, currency text)
    join buckets on id = "bucketId"`);
}
