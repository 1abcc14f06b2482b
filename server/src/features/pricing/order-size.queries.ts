import { sql, type Queryable } from '../../platform/db.ts';
import type { OrderSize } from './price-order.ts';

/** Photos and films of a user's own set; a photo without effects counts as one film. Undefined where the set is not theirs. */
export async function sizeOfBucket(db: Queryable, bucketId: string, userId: string): Promise<OrderSize | undefined> {
  return db.first<OrderSize>(sql`
    select count(photo.id)::int as photos,
      coalesce(sum(greatest(photo.films, 1)) filter (where photo.id is not null), 0)::int as films
    from buckets
    left join lateral (
      select photos.id, (select sum(variety) from photo_prompts where photo_id = photos.id) as films
      from photos where bucket_id = buckets.id
    ) photo on true
    where buckets.id = ${bucketId} and buckets.user_id = ${userId}
    group by buckets.id`);
}
