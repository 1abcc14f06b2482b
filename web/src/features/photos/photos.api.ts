import {
  deleteContentFile,
  getBucket,
  updateBatch,
  type Action,
  type Bucket,
  type Content,
  type ContentStatus,
} from '@keepsake/contract/photos/content';
import { ApiError, call } from '../../shared/api.ts';

/** One photo of a bucket, with its films. The API calls it content. */
export type Photo = Content;
export type PhotoStatus = ContentStatus;

export async function fetchBucket(id: string, signal?: AbortSignal): Promise<Bucket> {
  const { bucket } = await call(getBucket, { params: { id }, ...(signal && { signal }) });
  return bucket;
}

/** The bucket if it can still be changed; null if it is deleted, paid or another customer's. */
export async function fetchOpenBucket(id: string, signal?: AbortSignal): Promise<Bucket | null> {
  try {
    const bucket = await fetchBucket(id, signal);
    return bucket.status === 'pending' ? bucket : null;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return null;
    throw error;
  }
}

export async function saveActions(photos: { id: string; actions: Action[] }[]): Promise<Photo[]> {
  const reply = await call(updateBatch, { body: { contents: photos }, keepalive: true });
  return reply.contents;
}

/** Deletes a photo; deleting the last one deletes the bucket. If the reply is lost, the bucket tells whether the photo is gone. */
export async function deletePhoto({
  id,
  bucketId,
  filename,
}: Pick<Photo, 'id' | 'bucketId' | 'filename'>): Promise<{ wasLastPhoto: boolean }> {
  try {
    const { wasLastContent } = await call(deleteContentFile, { params: { filename } });
    return { wasLastPhoto: wasLastContent };
  } catch (error) {
    const bucket = await bucketAfter(error, bucketId);
    if (bucket?.Contents.some((photo) => photo.id === id)) throw error;
    return { wasLastPhoto: bucket === null };
  }
}

/**
 * The bucket after a deletion whose outcome is unknown: no reply came, or the object was not found. Null if the bucket is gone. Throws the
 * first error again if it says that nothing was deleted, or if the bucket cannot be fetched.
 */
export async function bucketAfter(error: unknown, bucketId: string): Promise<Bucket | null> {
  if (!(error instanceof ApiError)) throw error;
  if (error.status !== 0 && error.status < 500 && error.code !== 'not_found') throw error;
  try {
    return await fetchBucket(bucketId);
  } catch (cause) {
    if (cause instanceof ApiError && cause.code === 'not_found') return null;
    throw error;
  }
}
