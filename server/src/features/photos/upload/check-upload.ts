import { limits } from '@keepsake/contract/limits';
import type { Action } from '@keepsake/contract/content';
import { AppError } from '../../../errors.ts';
import type { Queryable } from '../../../platform/db.ts';
import { bucketOfKey, countOpenBuckets, ownBucket, type BucketRow } from '../buckets/bucket.queries.ts';
import { requireEditable } from '../buckets/change-buckets.ts';
import { checkActions } from './check-actions.ts';
import { cancelledAmong } from './cancelled-upload.queries.ts';
import { sourcesOfBucket } from '../photo.queries.ts';

/** A set that is there, or the key of the one to make. */
export interface ChosenSet {
  bucketId: string | undefined;
  setKey: string | undefined;
}

/**
 * Checks what can be checked before any photo is looked at.
 * @returns the set that the photos go to, where there is one, the sources, in hex, of the files it was made of so far, and the uploads that
 * were cancelled
 * @throws AppError not_found, bucket_not_editable, too_many_open_buckets, prompt_not_available, duplicate_prompt, validation_failed
 */
export async function checkUpload(
  db: Queryable,
  userId: string,
  upload: ChosenSet & { actions: readonly Action[][]; uploadIds: readonly (string | undefined)[] },
): Promise<{ bucketId: string | undefined; known: ReadonlySet<string>; cancelled: ReadonlySet<string> }> {
  await checkActions(db, 'contentEntries', upload.actions);
  const cancelled = await cancelledAmong(
    db,
    userId,
    upload.uploadIds.flatMap((uploadId) => uploadId ?? []),
  );
  const bucket = await chosenBucket(db, userId, upload);
  if (bucket) {
    requireEditable([bucket]);
    return { bucketId: bucket.id, known: new Set(await sourcesOfBucket(db, bucket.id)), cancelled };
  }
  await requireRoomForBucket(db, userId);
  return { bucketId: undefined, known: new Set(), cancelled };
}

async function chosenBucket(
  db: Queryable,
  userId: string,
  { bucketId, setKey }: ChosenSet,
): Promise<BucketRow | undefined> {
  if (bucketId === undefined) return setKey === undefined ? undefined : bucketOfKey(db, userId, setKey);
  const bucket = await ownBucket(db, userId, bucketId);
  if (!bucket) throw new AppError('not_found');
  return bucket;
}

/** @throws AppError too_many_open_buckets */
export async function requireRoomForBucket(db: Queryable, userId: string): Promise<void> {
  if ((await countOpenBuckets(db, userId)) >= limits.openBucketsPerUser) throw new AppError('too_many_open_buckets');
}
