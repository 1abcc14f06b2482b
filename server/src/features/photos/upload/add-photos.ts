import { limits } from '@keepsake/contract/limits';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import type { Tx } from '../../../platform/database/db.ts';
import { bucketOfKey, insertBucket, lockOwner, touchBuckets } from '../buckets/bucket.queries.ts';
import { changeBuckets, requireEditable } from '../buckets/change-buckets.ts';
import { requireRoomForBucket, type ChosenBucket } from './check-upload.ts';
import {
  photosOfSources,
  insertPhotos,
  photoKey,
  sourcesOfBucket,
  type PhotoRow,
  type NewPhoto,
} from '../photo.queries.ts';
import { cancelledAmong, lockUpload } from './cancelled-upload.queries.ts';
import { checkPhotoLater } from '../../journal/queued-jobs.ts';
import { countUncheckedPhotos } from '../checks/photo-check.queries.ts';
import { cancelRemovals } from '../files/file-removal.queries.ts';

export interface AddedPhotos {
  /** Undefined if there was no photo to create a bucket for. */
  bucketId: string | undefined;
  /** The photos of the accepted files in the bucket, new or already there. */
  photos: PhotoRow[];
}

/**
 * Adds stored photos to a bucket, or to a new one, in one transaction.
 * @param sources of the uploaded files, including those of photos that the bucket already has
 */
export async function addPhotos(
  deps: Deps,
  userId: string,
  bucket: ChosenBucket,
  photos: NewPhoto[],
  sources: Buffer[],
): Promise<AddedPhotos> {
  const filled = await fillBucket(deps, userId, bucket, photos);
  const rows = await photosOfSources(deps.db, filled, sources);
  const position = (row: { sourceSha256: Buffer }) => sources.findIndex((source) => source.equals(row.sourceSha256));
  return { bucketId: filled, photos: rows.toSorted((a, b) => position(a) - position(b)) };
}

/** The same without reading the photos again. @returns the id of the bucket */
export async function fillBucket(
  deps: Deps,
  userId: string,
  bucket: ChosenBucket,
  photos: NewPhoto[],
): Promise<string> {
  if (bucket.bucketId) return extendBucket(deps, userId, bucket.bucketId, photos);
  const { bucketId, made } = await makeBucket(deps, userId, bucket.setKey, photos);
  return made ? bucketId : extendBucket(deps, userId, bucketId, photos);
}

/** If an earlier request with the same key has created the bucket, nothing is added to it. The owner's lock serializes such requests. */
function makeBucket(
  deps: Deps,
  userId: string,
  setKey: string | undefined,
  photos: NewPhoto[],
): Promise<{ bucketId: string; made: boolean }> {
  return deps.db.transaction().execute(async (tx) => {
    if (!(await lockOwner(tx, userId))) throw new AppError('not_signed_in');
    const before = setKey === undefined ? undefined : await bucketOfKey(tx, userId, setKey);
    if (before) return { bucketId: before.id, made: false };
    await requireRoomForBucket(tx, userId);
    const bucketId = await insertBucket(tx, userId, setKey);
    await insertIntoBucket(tx, userId, bucketId, photos);
    return { bucketId, made: true };
  });
}

async function extendBucket(deps: Deps, userId: string, bucketId: string, photos: NewPhoto[]): Promise<string> {
  if (photos.length === 0) return bucketId;
  await changeBuckets(deps, userId, [bucketId], async (tx, buckets) => {
    requireEditable(buckets);
    const known = new Set(await sourcesOfBucket(tx, bucketId));
    const fresh = photos.filter(({ sourceSha256 }) => !known.has(sourceSha256.toString('hex')));
    if (fresh.length === 0) return;
    if (known.size + fresh.length > limits.photosPerBucket) throw new AppError('too_many_photos');
    await insertIntoBucket(tx, userId, bucketId, fresh);
    await touchBuckets(tx, [bucketId]);
  });
  return bucketId;
}

/** @throws AppError service_unavailable if storing took so long that a file may have been removed again, or an upload was cancelled meanwhile */
async function insertIntoBucket(tx: Tx, userId: string, bucketId: string, photos: NewPhoto[]): Promise<void> {
  const uploadIds = photos.flatMap(({ uploadId }) => uploadId ?? []).toSorted();
  for (const uploadId of uploadIds) await lockUpload(tx, userId, uploadId);
  // On a retry the cancelled upload is refused and the others are accepted.
  if ((await cancelledAmong(tx, userId, uploadIds)).size > 0)
    throw new AppError('service_unavailable', { retryAfter: 1 });
  const keys = photos.map(({ filename }) => photoKey(filename));
  if (!(await cancelRemovals(tx, keys))) throw new AppError('service_unavailable', { retryAfter: 5 });
  const ahead = await countUncheckedPhotos(tx, userId);
  await insertPhotos(tx, bucketId, photos);
  for (const [at, { id }] of photos.entries()) await checkPhotoLater(tx, id, ahead + at);
}
