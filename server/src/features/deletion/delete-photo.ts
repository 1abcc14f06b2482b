import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { touchBuckets, type BucketRow } from '../photos/buckets/bucket.queries.ts';
import { changeBuckets } from '../photos/buckets/change-buckets.ts';
import { deleteBuckets } from './delete-buckets.ts';
import { settleFreeByDeletion } from '../films/owed-film.queries.ts';
import { notifyWhenSettled } from '../films/notify-when-settled.ts';
import { photoIdsOfBuckets, deletePhotoRow, ownPhotoByFilename } from '../photos/photo.queries.ts';
import { releaseFiles } from './release-files.ts';

/**
 * Deletes a user's photo with its films; the set goes with its last photo. What was paid for it stays paid.
 * @throws AppError as changeBuckets
 */
export async function deletePhoto(deps: Deps, userId: string, filename: string): Promise<{ wasLastContent: boolean }> {
  const photo = await ownPhotoByFilename(deps.db, userId, filename);
  if (!photo) throw new AppError('not_found');
  return deletePhotoOfBucket(deps, userId, photo);
}

/**
 * The same of a photo that was read before.
 * @param check throws where the set must not be changed
 */
export function deletePhotoOfBucket(
  deps: Deps,
  userId: string,
  { id, bucketId }: { id: string; bucketId: string },
  check: (buckets: BucketRow[]) => void = () => undefined,
): Promise<{ wasLastContent: boolean }> {
  return changeBuckets(deps, userId, [bucketId], async (tx, buckets) => {
    check(buckets);
    const [bucket] = buckets;
    const photoIds = await photoIdsOfBuckets(tx, [bucketId]);
    if (!photoIds.includes(id)) throw new AppError('not_found');
    const wasLastContent = photoIds.length === 1;
    if (wasLastContent) {
      await deleteBuckets(tx, deps.clock, [bucketId], 'customer');
    } else {
      await releaseFiles(tx, [id]);
      await settleFreeByDeletion(tx, deps.clock, [id]);
      await deletePhotoRow(tx, id);
      await touchBuckets(tx, [bucketId]);
      if (bucket?.status !== 'pending') await notifyWhenSettled(tx, deps.clock, { bucketId, userId });
    }
    return { wasLastContent };
  });
}
