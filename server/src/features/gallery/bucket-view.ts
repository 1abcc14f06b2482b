import type { Bucket, DelayedPayment } from '@keepsake/contract/content';
import type { Queryable } from '../../platform/db.ts';
import type { SignedLinks } from '../../platform/signed-links.ts';
import { viewBucketPhotos } from './photo-view.ts';
import { delayedPayments } from '../checkouts/checkout.queries.ts';
import type { BucketRow } from '../photos/buckets/bucket.queries.ts';

/** Sets with their photos as the API shows them, in the order given. */
export async function viewBuckets(
  deps: { links: SignedLinks },
  db: Queryable,
  rows: readonly BucketRow[],
): Promise<Bucket[]> {
  const photos = await viewBucketPhotos(
    deps,
    db,
    rows.map(({ id }) => id),
  );
  const unpaid = rows.filter(({ status }) => status === 'pending').map(({ id }) => id);
  const payments = unpaid.length > 0 ? await delayedPayments(db, unpaid) : new Map<string, DelayedPayment>();
  const byBucket = Map.groupBy(photos, ({ bucketId }) => bucketId);
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    payment: payments.get(row.id) ?? null,
    deletionDate: row.deletionDate.toISOString(),
    Contents: byBucket.get(row.id) ?? [],
  }));
}
