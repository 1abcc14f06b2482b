import { sql, type Queryable } from '../../platform/db.ts';
import type { OrderSize } from './price-order.ts';

/** Photos and films of a user's own set; a photo without effects counts as one film. Undefined where the set is not theirs. */
export async function sizeOfBucket(db: Queryable, bucketId: string, userId: string): Promise<OrderSize | undefined> {
  return db.first<OrderSize>(sql`
    select count(photo.id)::int as photos,
      coalesce(sum(greatest(photo.films, 1)) filter (where photo.id is not null), 0)::int as versions
    from buckets
    left join lateral (
      select contents.id, (select sum(variety) from content_actions where content_id = contents.id) as films
      from contents where bucket_id = buckets.id
    ) photo on true
    where buckets.id = ${bucketId} and buckets.user_id = ${userId}
    group by buckets.id`);
}
