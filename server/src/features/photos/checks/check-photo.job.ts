import { defineJob } from '../../../job.ts';
import { lookAtPhoto, LookTimedOut } from '../../../providers/photo/look-at-photo.ts';
import { StorageMissing } from '../../../providers/storage/storage.ts';
import { photoKey } from '../photo.queries.ts';
import { checkPhotoLater, jobType } from '../../journal/queued-jobs.ts';
import { fileToCheck, saveCheck, copyKnownCheck } from './photo-check.queries.ts';

/**
 * Checks one photo. A failure of the last attempt is stored as "no findings", so that the customer does not wait for advice. So is a check that took too
 * long, at the first attempt: others wait behind it.
 */
export const checkPhotoJob = defineJob({
  ...jobType('check-photo'),
  async run({ photoId }, { db, storage, log }, { attempt, signal }) {
    const filename = await fileToCheck(db, photoId);
    if (filename === undefined || (await copyKnownCheck(db, photoId))) return;
    const look = (path: string) => lookAtPhoto(path, signal);
    try {
      await saveCheck(db, photoId, await storage.withLocalFile(photoKey(filename), look));
    } catch (error) {
      // This process is stopping: another one checks the photo, with the full number of attempts.
      if (signal.aborted) return checkPhotoLater(db, photoId);
      if (!isFinal(error) && attempt < jobType('check-photo').maxAttempts) throw error;
      log.warn({ photoId, err: error }, 'photo check failed');
      await saveCheck(db, photoId, null);
    }
  },
});

function isFinal(error: unknown): boolean {
  return error instanceof StorageMissing || error instanceof LookTimedOut;
}
