import { AppError } from '../../../errors.ts';
import type { Db, Tx } from '../../../platform/database/db.ts';
import { recordChange } from '../../journal/audit.queries.ts';
import { type BucketRow, lockBuckets, setBucketStatus } from './bucket.queries.ts';

/** `archived` hides the bucket from the dashboard, `paid` shows it. Nothing else changes. */
type PaidStatus = 'archived' | 'paid';

/** Archives or restores a user's own paid bucket. A repeated call changes nothing. @throws AppError not_found, bucket_not_paid */
export function archiveOwnBucket(db: Db, userId: string, bucketId: string, status: PaidStatus): Promise<BucketRow> {
  return db.transaction().execute(async (tx) => {
    const bucket = await lockBucket(tx, bucketId);
    if (bucket.userId !== userId) throw new AppError('not_found');
    return changeStatus(tx, bucket, status);
  });
}

/** The same for any user's bucket, by an administrator, with an entry in the audit log. @throws AppError not_found, bucket_not_paid */
export function archiveAnyBucket(
  db: Db,
  actor: { userId: string },
  bucketId: string,
  status: PaidStatus,
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const bucket = await lockBucket(tx, bucketId);
    const after = await changeStatus(tx, bucket, status);
    if (after === bucket) return;
    await recordChange(tx, {
      actor,
      action: status === 'archived' ? 'buckets.archive' : 'buckets.unarchive',
      subject: bucketId,
      before: { status: bucket.status },
      after: { status },
    });
  });
}

async function lockBucket(tx: Tx, bucketId: string): Promise<BucketRow> {
  const [bucket] = await lockBuckets(tx, [bucketId]);
  if (!bucket) throw new AppError('not_found');
  return bucket;
}

async function changeStatus(tx: Tx, bucket: BucketRow, status: PaidStatus): Promise<BucketRow> {
  if (bucket.status === 'pending') throw new AppError('bucket_not_paid');
  if (bucket.status === status) return bucket;
  await setBucketStatus(tx, bucket.id, status);
  return { ...bucket, status };
}
