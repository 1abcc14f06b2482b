import type { Action } from '@keepsake/contract/content';
import type { Queryable } from '../../../platform/db.ts';
import { photosOfBuckets } from '../photo.queries.ts';

/** One photo of an order with the effects chosen for it, none perhaps. */
export interface OrderedPhoto {
  photoId: string;
  originalName: string;
  actions: Action[];
}

/** What a set holds, in its order, as it is priced and frozen when it is paid. */
export async function orderOfBucket(db: Queryable, bucketId: string): Promise<OrderedPhoto[]> {
  const photos = await photosOfBuckets(db, [bucketId]);
  return photos.map(({ id, originalName, actions }) => ({ photoId: id, originalName, actions }));
}
