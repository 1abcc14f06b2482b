import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import type { Tx } from '../../../platform/database/db.ts';
import { releaseBucket, requireReleased } from '../../checkouts/release-bucket.ts';
import { lockBuckets, type BucketRow } from './bucket.queries.ts';

/** The user may open a payment page between the release of a bucket and its lock. The bucket is then released again, at most this often. */
const rounds = 3;

/**
 * Runs work that changes the contents of a user's own buckets. First ends their payment sessions, then locks the buckets and calls `work` in one
 * transaction; `work` marks them as changed.
 * @throws AppError not_found; as releaseBucket
 */
export async function changeBuckets<T>(
  deps: Deps,
  userId: string,
  bucketIds: string[],
  work: (tx: Tx, buckets: BucketRow[]) => Promise<T>,
): Promise<T> {
  for (let round = 1; ; round++) {
    for (const bucketId of bucketIds) await releaseBucket(deps, bucketId);
    try {
      return await deps.db.transaction().execute(async (tx) => {
        const buckets = await lockBuckets(tx, bucketIds);
        if (buckets.length < bucketIds.length || buckets.some((bucket) => bucket.userId !== userId))
          throw new AppError('not_found');
        for (const { id } of buckets) await requireReleased(tx, id);
        return work(tx, buckets);
      });
    } catch (error) {
      const isReopened = error instanceof AppError && error.code === 'bucket_payment_in_progress';
      if (!isReopened || round === rounds) throw error;
    }
  }
}

/** The contents of a bucket can change until it is paid. @throws AppError bucket_not_editable */
export function requireEditable(buckets: readonly Pick<BucketRow, 'status'>[]): void {
  if (buckets.some(({ status }) => status !== 'pending')) throw new AppError('bucket_not_editable');
}
