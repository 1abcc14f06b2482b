import * as contract from '@keepsake/contract/content';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Api } from '../../platform/http/api.ts';
import { zipUrl } from '../photos/files/media-links.ts';
import { filmsOfBucket } from '../media/media.queries.ts';
import { catchUpPayment } from '../payment/catch-up-payment.ts';
import { archiveOwnBucket } from '../photos/buckets/archive-bucket.ts';
import { ownBucket, type BucketRow } from '../photos/buckets/bucket.queries.ts';
import { viewBuckets } from './bucket-view.ts';
import { changeBuckets } from '../photos/buckets/change-buckets.ts';
import { deleteBuckets } from '../deletion/delete-buckets.ts';
import { timelineOfBucket } from './timeline.queries.ts';
import { viewEntry } from './timeline-view.ts';

export function bucketsRoutes(api: Api, deps: Deps): void {
  api.handle(contract.getBucket, async ({ params, actor }) => {
    const row = await paidUpBucket(deps, actor.userId, params.id);
    const [bucket] = row ? await viewBuckets(deps, deps.db, [row]) : [];
    if (!bucket) throw new AppError('not_found');
    return { bucket };
  });

  api.handle(contract.zipBucket, async ({ params, actor }) => {
    const films = (await ownBucket(deps.db, actor.userId, params.id)) ? await filmsOfBucket(deps.db, params.id) : [];
    if (films.length === 0) throw new AppError('not_found');
    return { downloadUrl: zipUrl(deps.links, params.id), films: films.length };
  });

  api.handle(contract.bucketTimeline, async ({ params, query, actor }) => {
    if (!(await ownBucket(deps.db, actor.userId, params.id))) throw new AppError('not_found');
    const rows = await timelineOfBucket(deps.db, params.id, query);
    return { entries: rows.map(viewEntry), total: rows[0]?.total ?? 0 };
  });

  for (const [call, status] of [
    [contract.archiveBucket, 'archived'],
    [contract.unarchiveBucket, 'paid'],
  ] as const)
    api.handle(call, async ({ params, actor }) => {
      const row = await archiveOwnBucket(deps.db, actor.userId, params.id, status);
      const [bucket] = await viewBuckets(deps, deps.db, [row]);
      if (!bucket) throw new AppError('not_found');
      return { bucket };
    });

  api.handle(contract.deleteBucket, async ({ params, actor }) => {
    if (!(await ownBucket(deps.db, actor.userId, params.id))) throw new AppError('not_found');
    await changeBuckets(deps, actor.userId, [params.id], (tx) =>
      deleteBuckets(tx, deps.clock, [params.id], 'customer'),
    );
    return { message: 'The set has been deleted.' };
  });
}

/** The set as it is once its payment was looked up, where one is open: the customer may have come back from paying. */
async function paidUpBucket(deps: Deps, userId: string, id: string): Promise<BucketRow | undefined> {
  const row = await ownBucket(deps.db, userId, id);
  if (row?.status !== 'pending' || !(await catchUpPayment(deps, [id]))) return row;
  return ownBucket(deps.db, userId, id);
}
