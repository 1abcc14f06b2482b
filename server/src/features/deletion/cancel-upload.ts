import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { requireEditable } from '../photos/buckets/change-buckets.ts';
import { insertCancelledUpload } from '../photos/upload/cancelled-upload.queries.ts';
import { ownPhotosOfUpload } from '../photos/photo.queries.ts';
import { deletePhotoOfBucket } from './delete-photo.ts';

/**
 * Deletes the photo that a user sent under this id, wherever it has got to: one that is stored goes, one that arrives later is refused.
 * @throws AppError bucket_not_editable where it is paid for; as changeBuckets
 */
export async function cancelUpload(
  deps: Deps,
  userId: string,
  uploadId: string,
): Promise<{ deleted: boolean; wasLastContent: boolean }> {
  // Committed before the photo is looked for: an upload that was just written is seen then.
  await deps.db.transaction((tx) => insertCancelledUpload(tx, userId, uploadId));
  const answer = { deleted: false, wasLastContent: false };
  const photos = await ownPhotosOfUpload(deps.db, userId, uploadId);
  requireEditable(photos.map(({ bucketStatus }) => ({ status: bucketStatus })));
  for (const photo of photos) {
    try {
      answer.wasLastContent = (await deletePhotoOfBucket(deps, userId, photo, requireEditable)).wasLastContent;
      answer.deleted = true;
    } catch (error) {
      // Deleted by another call meanwhile.
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    }
  }
  return answer;
}
