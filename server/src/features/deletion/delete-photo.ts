import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { touchBuckets, type BucketRow } from '../photos/buckets/bucket.queries.ts';
import { changeBuckets, requireEditable } from '../photos/buckets/change-buckets.ts';
import { settleFreeByDeletion } from '../films/owed-film.queries.ts';
import { notifyWhenSettled } from '../films/notify-when-settled.ts';
import { photoIdsOfBuckets, deletePhotoRow, ownPhotoByFilename, ownPhotosOfUpload } from '../photos/photo.queries.ts';
import { insertCancelledUpload } from '../photos/upload/cancelled-upload.queries.ts';
import { deleteBuckets, releaseFiles } from './delete-buckets.ts';

/**
 * Deletes a user's photo with its films. Deleting the last photo deletes the bucket. Payments stay recorded.
 * @throws AppError as changeBuckets
 */
export async function deletePhoto(deps: Deps, userId: string, filename: string): Promise<{ wasLastContent: boolean }> {
  const photo = await ownPhotoByFilename(deps.db, userId, filename);
  if (!photo) throw new AppError('not_found');
  return deletePhotoOfBucket(deps, userId, photo);
}

/**
 * Deletes a photo that was already loaded.
 * @param check throws if the bucket must not be changed
 */
function deletePhotoOfBucket(
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
      await deleteBuckets(tx, [bucketId], 'customer');
    } else {
      await releaseFiles(tx, [id]);
      await settleFreeByDeletion(tx, [id]);
      await deletePhotoRow(tx, id);
      await touchBuckets(tx, [bucketId]);
      if (bucket?.status !== 'pending') await notifyWhenSettled(tx, { bucketId, userId });
    }
    return { wasLastContent };
  });
}

/**
 * Cancels an upload at any stage: a stored photo is deleted, one that arrives later is refused.
 * @throws AppError bucket_not_editable if it is paid; as changeBuckets
 */
export async function cancelUpload(
  deps: Deps,
  userId: string,
  uploadId: string,
): Promise<{ deleted: boolean; wasLastContent: boolean }> {
  // Committed before the photo is looked up, so that a concurrent upload is either found here or refused there.
  await deps.db.transaction().execute((tx) => insertCancelledUpload(tx, userId, uploadId));
  const answer = { deleted: false, wasLastContent: false };
  const photos = await ownPhotosOfUpload(deps.db, userId, uploadId);
  requireEditable(photos.map(({ bucketStatus }) => ({ status: bucketStatus })));
  for (const photo of photos) {
    try {
      answer.wasLastContent = (await deletePhotoOfBucket(deps, userId, photo, requireEditable)).wasLastContent;
      answer.deleted = true;
    } catch (error) {
      // Another call has deleted it meanwhile.
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    }
  }
  return answer;
}
