import * as contract from '@keepsake/contract/content';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Api } from '../../platform/http/api.ts';
import { filmsOfBucket } from '../media/media.queries.ts';
import { catchUpPayment } from '../payment/settle-session.job.ts';
import { archiveOwnBucket } from '../photos/buckets/archive-bucket.ts';
import { bucketsPage, ownBucket, pageOfBucket, type BucketRow } from '../photos/buckets/bucket.queries.ts';
import { zipUrl } from '../photos/files/media-links.ts';
import { ownPhotos } from '../photos/photo.queries.ts';
import { updateBatch } from '../photos/update-batch.ts';
import { viewBuckets } from './bucket-view.ts';
import { photoStatuses } from './photo-statuses.ts';
import { viewBucketPhotos, viewPhotos } from './photo-view.ts';
import { viewEntry } from './timeline-view.ts';
import { timelineOfBucket } from './timeline.queries.ts';

export function galleryRoutes(api: Api, deps: Deps): void {
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

  api.handle(contract.updateBatch, async ({ actor, body }) => {
    await updateBatch(deps, actor.userId, body.contents);
    const photoIds = body.contents.map(({ id }) => id);
    return { contents: await viewPhotos(deps, deps.db, photoIds) };
  });

  api.handle(contract.myBuckets, async ({ actor, query }) => {
    const { limit, bucket } = query;
    const asked = bucket === undefined ? query : await pageOfBucket(deps.db, actor.userId, bucket, limit);
    const { page, archived } = asked;
    const { total, archivedTotal, buckets } = await bucketsPage(deps.db, actor.userId, { page, limit, archived });
    return {
      buckets: await viewBuckets(deps, deps.db, buckets),
      pagination: { total, totalPages: Math.ceil(total / limit), page, limit },
      archived,
      archivedTotal,
    };
  });

  api.handle(contract.batchStatus, async ({ actor, body }) => ({
    statuses: await photoStatuses(deps, actor.userId, body.contentIds),
  }));

  api.handle(contract.getContent, async ({ actor, params }) => {
    const [own] = await ownPhotos(deps.db, actor.userId, [params.id]);
    const [content] = own ? await viewPhotos(deps, deps.db, [own.id]) : [];
    if (!content) throw new AppError('not_found');
    return { content };
  });

  api.handle(contract.bucketContents, async ({ actor, params }) => {
    if (!(await ownBucket(deps.db, actor.userId, params.id))) throw new AppError('not_found');
    return { contents: await viewBucketPhotos(deps, deps.db, [params.id]) };
  });
}

/** The set as it is once its payment was looked up, where one is open: the customer may have come back from paying. */
async function paidUpBucket(deps: Deps, userId: string, id: string): Promise<BucketRow | undefined> {
  const row = await ownBucket(deps.db, userId, id);
  if (row?.status !== 'pending' || !(await catchUpPayment(deps, [id]))) return row;
  return ownBucket(deps.db, userId, id);
}
