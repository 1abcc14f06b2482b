import { createHash } from 'node:crypto';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { newId } from '../../../platform/ids.ts';
import { StorageMissing } from '../../../providers/storage/storage.ts';
import { ownPhotos, photoKey, type NewPhoto, type PhotoRow } from '../photo.queries.ts';
import { fillBucket } from './add-photos.ts';
import { checkUpload, type ChosenBucket } from './check-upload.ts';
import { discardFiles, storePhotoFile } from './store-photo.ts';

/**
 * Copies a user's photo to an unpaid bucket, or to a new one, for further effects. The copy has its own file, because deleting a photo deletes its file.
 * A repeated request adds no second copy.
 * @returns the id of the bucket
 * @throws AppError not_found; as uploadPhotos
 */
export async function copyPhoto(deps: Deps, userId: string, photoId: string, bucket: ChosenBucket): Promise<string> {
  const [photo] = await ownPhotos(deps.db, userId, [photoId]);
  if (!photo) throw new AppError('not_found');
  const source = createHash('sha256').update(`copy of ${photoId}`).digest();
  const { bucketId, known } = await checkUpload(deps.db, userId, { ...bucket, actions: [], uploadIds: [] });
  if (bucketId !== undefined && known.has(source.toString('hex'))) return bucketId;
  const storedKeys: string[] = [];
  try {
    const copy = await storeCopy(deps, photo, source, (key) => storedKeys.push(key));
    return await fillBucket(deps, userId, { bucketId, setKey: bucket.setKey }, [copy]);
  } finally {
    await discardFiles(deps, storedKeys);
  }
}

/** @throws AppError not_found if the file was deleted meanwhile */
async function storeCopy(
  deps: Deps,
  { filename: original, originalName, width, height }: PhotoRow,
  sourceSha256: Buffer,
  onKey: (storageKey: string) => void,
): Promise<NewPhoto> {
  const extension = original.slice(original.lastIndexOf('.') + 1);
  try {
    const stored = await storePhotoFile(deps, extension, () => deps.storage.read(photoKey(original)), onKey);
    return { id: newId(), originalName, uploadId: null, width, height, sourceSha256, actions: [], ...stored };
  } catch (error) {
    throw error instanceof StorageMissing ? new AppError('not_found') : error;
  }
}
