import type { Bucket, Content } from '@keepsake/contract/content';
import type { BucketPage } from './buckets.api.ts';

/** The page as it is without a set. */
export function withoutBucket(page: BucketPage, removed: Pick<Bucket, 'id'>): BucketPage {
  const buckets = page.buckets.filter(({ id }) => id !== removed.id);
  const total = page.pagination.total - (page.buckets.length - buckets.length);
  return { ...page, buckets, pagination: { ...page.pagination, total } };
}

/** The page as it is without a photo; a set goes with its last one. */
export function withoutPhoto(page: BucketPage, removed: Pick<Content, 'id'>): BucketPage {
  const owner = page.buckets.find(({ Contents }) => Contents.some(({ id }) => id === removed.id));
  if (owner === undefined) return page;
  if (owner.Contents.length === 1) return withoutBucket(page, owner);
  const Contents = owner.Contents.filter(({ id }) => id !== removed.id);
  return { ...page, buckets: page.buckets.map((bucket) => (bucket === owner ? { ...bucket, Contents } : bucket)) };
}
