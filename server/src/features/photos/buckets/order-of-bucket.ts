import type { Action } from '@keepsake/contract/content';
import type { Queryable } from '../../../platform/db.ts';
import { contentsOfBuckets } from '../photo.queries.ts';

/** One photo of an order with the effects chosen for it, none perhaps. */
export interface OrderedContent {
  contentId: string;
  originalName: string;
  actions: Action[];
}

/** What a set holds, in its order, as it is priced and frozen when it is paid. */
export async function orderOfBucket(db: Queryable, bucketId: string): Promise<OrderedContent[]> {
  const contents = await contentsOfBuckets(db, [bucketId]);
  return contents.map(({ id, originalName, actions }) => ({ contentId: id, originalName, actions }));
}
