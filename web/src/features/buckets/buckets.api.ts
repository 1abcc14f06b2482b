import {
  archiveBucket as archiveBucketCall,
  type Bucket,
  bucketTimeline,
  deleteBucket,
  myBuckets,
  renameBucket as renameBucketCall,
  type TimelineEntry,
  unarchiveBucket as unarchiveBucketCall,
} from '@keepsake/contract/photos/content';
import type { Reply } from '@keepsake/contract/endpoint';
import { limits } from '@keepsake/contract/limits';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/api.ts';
import { bucketAfter } from '../photos/photos.api.ts';

export type BucketPage = Reply<typeof myBuckets>;

export const bucketsKey = ['buckets'];

/** Which page of the user's buckets to fetch. */
export interface RequestedPage {
  page: number;
  /** Fetch the page that contains this bucket. */
  bucket?: string | undefined;
  /** Fetch archived buckets. */
  archived?: boolean | undefined;
}

/** A page of the user's buckets. Refetched periodically, because the links to photos and films expire. */
export function bucketsQuery({ page, bucket, archived }: RequestedPage) {
  const query = { page, limit: limits.dashboardPageSize, bucket, archived: archived === true || undefined };
  return queryOptions({
    queryKey: [...bucketsKey, page, bucket, archived === true],
    queryFn: ({ signal }) => call(myBuckets, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 10 * 60_000,
  });
}

/** Deletes a bucket. If the reply is lost or says "not found", checks whether the bucket still exists. */
export async function removeBucket({ id }: Pick<Bucket, 'id'>): Promise<void> {
  try {
    await call(deleteBucket, { params: { id } });
  } catch (error) {
    if ((await bucketAfter(error, id)) !== null) throw error;
  }
}

/** Renames a bucket; with an empty name its date is shown. */
export async function renameBucket({ id }: Pick<Bucket, 'id'>, name: string): Promise<void> {
  await call(renameBucketCall, { params: { id }, body: { name } });
}

/** Archives a paid bucket. */
export async function archiveBucket({ id }: Pick<Bucket, 'id'>): Promise<void> {
  await call(archiveBucketCall, { params: { id } });
}

/** Unarchives a bucket. */
export async function unarchiveBucket({ id }: Pick<Bucket, 'id'>): Promise<void> {
  await call(unarchiveBucketCall, { params: { id } });
}

/** The whole history of a bucket, newest first. */
export function timelineQuery(id: string) {
  return queryOptions({
    queryKey: ['timeline', id],
    queryFn: ({ signal }) => fetchTimeline(id, signal),
    staleTime: 0,
  });
}

async function fetchTimeline(id: string, signal: AbortSignal): Promise<TimelineEntry[]> {
  const entries = new Map<string, TimelineEntry>();
  for (let page = 1, isLast = false; !isLast; page += 1) {
    // Sequential: the first page has the number of pages.
    // oxlint-disable-next-line no-await-in-loop
    const { entries: more, total } = await call(bucketTimeline, {
      params: { id },
      query: { page, limit: limits.pageLimitMax },
      signal,
    });
    // New events move entries to the next page, so they may appear twice.
    for (const entry of more) entries.set(JSON.stringify(entry), entry);
    isLast = more.length === 0 || page * limits.pageLimitMax >= total;
  }
  return [...entries.values()];
}
