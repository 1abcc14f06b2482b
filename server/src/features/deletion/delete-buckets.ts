import type { Tx } from '../../platform/database/db.ts';
import { settleFreeByDeletion } from '../films/owed-film.queries.ts';
import { deleteBucketRows, lockBuckets, type BucketRow } from '../photos/buckets/bucket.queries.ts';
import { photoIdsOfBuckets, filesOfPhotos } from '../photos/photo.queries.ts';
import { priceOrder } from '../pricing/price-order.ts';
import { sizeOfBucket, currentPriceList } from '../pricing/pricing.queries.ts';
import { insertTombstones, soldTombstones, type DeletionReason, type Tombstone } from './tombstone.queries.ts';
import { requestGenerationRemovals } from '../films/generations/generation-removal.queries.ts';
import { removeFilesLater } from '../photos/files/remove-files.ts';

/**
 * Deletes buckets with their photos and films, paid or not, even while films are being made. Jobs delete their files, and their generations at the video
 * provider. Dates, counts and amounts are kept as tombstones, so that no statistic changes. Missing buckets are ignored.
 */
export async function deleteBuckets(tx: Tx, bucketIds: string[], reason: DeletionReason): Promise<void> {
  const buckets = await lockBuckets(tx, bucketIds);
  if (buckets.length === 0) return;
  const ids = buckets.map(({ id }) => id);
  await insertTombstones(tx, reason, await tombstonesOf(tx, buckets));
  const photoIds = await photoIdsOfBuckets(tx, ids);
  await releaseFiles(tx, photoIds);
  await settleFreeByDeletion(tx, photoIds);
  await deleteBucketRows(tx, ids);
}

/** The amount of a tombstone is what was paid, or for an unpaid bucket what it would cost today. */
async function tombstonesOf(tx: Tx, buckets: BucketRow[]): Promise<Tombstone[]> {
  const sold = await soldTombstones(
    tx,
    buckets.map(({ id }) => id),
  );
  const known = new Set(sold.map(({ bucketId }) => bucketId));
  const unsold = buckets.filter(({ id }) => !known.has(id));
  if (unsold.length === 0) return sold;
  const prices = await currentPriceList(tx);
  for (const { id, userId } of unsold) {
    const size = await sizeOfBucket(tx, id, userId);
    const price = priceOrder(prices, size ?? { photos: 0, films: 0 });
    const { photos, films, total, currency } = price;
    sold.push({ bucketId: id, photos, films, amount: total, currency });
  }
  return sold;
}

/** Enqueues the removal of everything that photos have outside the database: their files in storage, and their generations at the video provider. */
export async function releaseFiles(tx: Tx, photoIds: string[]): Promise<void> {
  await removeFilesLater(tx, await filesOfPhotos(tx, photoIds));
  await requestGenerationRemovals(tx, photoIds);
}
