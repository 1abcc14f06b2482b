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

/** Deletes one photo; the set goes with its last one. */
export function deletePhotoFile(filename: string): Promise<{ wasLastContent: boolean }> {
  return call(deleteContentFile, { params: { filename } });
}
