import {
  deleteContentFile,
  getBucket,
  updateBatch,
  type Action,
  type Bucket,
  type Content,
} from '@keepsake/contract/content';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, call } from '../../shared/api.ts';

export async function fetchBucket(id: string, signal?: AbortSignal): Promise<Bucket> {
  const { bucket } = await call(getBucket, { params: { id }, ...(signal && { signal }) });
  return bucket;
}

/** One of the customer's sets as it is now. */
export function bucketQuery(id: string) {
  return queryOptions({
    queryKey: ['bucket', id],
    queryFn: ({ signal }) => fetchBucket(id, signal),
    staleTime: 0,
  });
}

/** The set if it can still be changed; null where it is gone, paid or somebody else's. */
export async function fetchOpenBucket(id: string, signal?: AbortSignal): Promise<Bucket | null> {
  try {
    const bucket = await fetchBucket(id, signal);
    return bucket.status === 'pending' ? bucket : null;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return null;
    throw error;
  }
}

export async function saveActions(contents: { id: string; actions: Action[] }[]): Promise<Content[]> {
  const reply = await call(updateBatch, { body: { contents } });
  return reply.contents;
}

/** Deletes one photo; the set goes with its last one. An answer that was lost is made up for by looking at the set. */
export async function deletePhoto({
  id,
  bucketId,
  filename,
}: Pick<Content, 'id' | 'bucketId' | 'filename'>): Promise<{ wasLastContent: boolean }> {
  try {
    return await call(deleteContentFile, { params: { filename } });
  } catch (error) {
    const bucket = await bucketAfter(error, bucketId);
    if (bucket?.Contents.some((content) => content.id === id)) throw error;
    return { wasLastContent: bucket === null };
  }
}

/**
 * The set after a deletion of which it is not known whether it was done: no answer came, or the object was not there any more. Null where the
 * set is gone; every other error, or one while looking, is thrown.
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
