import * as contract from '@keepsake/contract/photos/content';
import type { batchStatus, TimelineEntry } from '@keepsake/contract/photos/content';
import type { Query, Reply, ReplyInput } from '@keepsake/contract/endpoint';
import { toMajor } from '@keepsake/contract/orders/money';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { createFairSlots } from '../../platform/fair-slots.ts';
import type { Api } from '../../platform/http/api.ts';
import { filmsOfBucket } from '../media/media.queries.ts';
import { lookUpOpenPayment } from '../payment/settle-session.job.ts';
import { archiveOwnBucket } from '../photos/buckets/archive-bucket.ts';
import {
  bucketsPage,
  ownBucket,
  pageOfBucket,
  renameOwnBucket,
  type BucketRow,
} from '../photos/buckets/bucket.queries.ts';
import { zipUrl } from '../photos/files/media-links.ts';
import { ownPhotos, statusOfPhotos, type PhotoStatusRow } from '../photos/photo.queries.ts';
import { copyPhoto } from '../photos/upload/copy-photo.ts';
import { updateBatch } from '../photos/update-batch.ts';
import { viewBuckets, viewBucketPhotos, viewPhotos } from './bucket-view.ts';
import { timelineOfBucket, type TimelineRow } from './timeline.queries.ts';
import { photoStatus } from './photo-status.ts';
import { toProcessedContents, toVersions } from './film-view.ts';
import { filmsOfPhotos } from './film-view.queries.ts';

/** Lists of sets that are put together at the same time: a page of full sets has megabytes, and takes a quarter of a second of the processor. */
const listsAtOnce = 4;
/** One list of an account is put together after the other. A page of ours asks for one; several may be open. */
const waitingListsOfAccount = 40;

export function galleryRoutes(api: Api, deps: Deps): void {
  const slots = createFairSlots({ atOnce: listsAtOnce });

  api.handle(contract.getBucket, async ({ params, actor }) => {
    const row = await bucketAfterLookup(deps, actor.userId, params.id);
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

  api.handle(contract.renameBucket, async ({ params, actor, body }) => {
    const row = await renameOwnBucket(deps.db, actor.userId, params.id, body.name || null);
    const [bucket] = row ? await viewBuckets(deps, deps.db, [row]) : [];
    if (!bucket) throw new AppError('not_found');
    return { bucket };
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

  api.handle(contract.copyContent, async ({ actor, params, body }) => {
    await deps.limits.count('upload', actor.userId);
    const { bucketId, setKey } = body;
    const copied = await copyPhoto(deps, actor.userId, params.id, { bucketId, setKey });
    const row = await ownBucket(deps.db, actor.userId, copied);
    const [bucket] = row ? await viewBuckets(deps, deps.db, [row]) : [];
    if (!bucket) throw new AppError('not_found');
    return { bucket };
  });

  api.handle(contract.updateBatch, async ({ actor, body }) => {
    await updateBatch(deps, actor.userId, body.contents);
    const photoIds = body.contents.map(({ id }) => id);
    return { contents: await viewPhotos(deps, deps.db, photoIds) };
  });

  api.handle(contract.myBuckets, ({ actor, query }) =>
    slots.run({ owner: actor.userId, mostWaiting: waitingListsOfAccount }, () =>
      listBuckets(deps, actor.userId, query),
    ),
  );

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

async function listBuckets(
  deps: Deps,
  userId: string,
  query: Query<typeof contract.myBuckets>,
): Promise<ReplyInput<typeof contract.myBuckets>> {
  const { limit, bucket } = query;
  const target = bucket === undefined ? query : await pageOfBucket(deps.db, userId, bucket, limit);
  const { page, archived } = target;
  const { total, archivedTotal, buckets } = await bucketsPage(deps.db, userId, { page, limit, archived });
  return {
    buckets: await viewBuckets(deps, deps.db, buckets),
    pagination: { total, totalPages: Math.ceil(total / limit), page, limit },
    archived,
    archivedTotal,
  };
}

/** The bucket, after an open payment was looked up at the provider: the customer may just have paid. */
async function bucketAfterLookup(deps: Deps, userId: string, id: string): Promise<BucketRow | undefined> {
  const row = await ownBucket(deps.db, userId, id);
  if (row?.status !== 'pending' || !(await lookUpOpenPayment(deps, [id]))) return row;
  return ownBucket(deps.db, userId, id);
}

/** Statuses of a user's photos by id; photos of other users are left out. Open payments are looked up first. */
async function photoStatuses(
  deps: Deps,
  userId: string,
  photoIds: string[],
): Promise<Reply<typeof batchStatus>['statuses']> {
  const photos = await currentPhotoStatuses(deps, userId, photoIds);
  // Only paid photos have films.
  const paid = photos.filter(({ isPaid }) => isPaid).map(({ id }) => id);
  const films = paid.length > 0 ? await filmsOfPhotos(deps.db, paid) : [];
  const byPhoto = Map.groupBy(films, ({ photoId }) => photoId);
  return Object.fromEntries(
    photos.map(({ id, isPaid }) => {
      const own = byPhoto.get(id) ?? [];
      const status = photoStatus(
        isPaid,
        own.map(({ state }) => state),
      );
      return [id, { status, processedVideos: toProcessedContents(deps.links, own), versions: toVersions(own) }];
    }),
  );
}

async function currentPhotoStatuses(deps: Deps, userId: string, photoIds: string[]): Promise<PhotoStatusRow[]> {
  const photos = await statusOfPhotos(deps.db, userId, photoIds);
  const open = new Set(photos.filter(({ mayBePaid }) => mayBePaid).map(({ bucketId }) => bucketId));
  if (open.size === 0 || !(await lookUpOpenPayment(deps, [...open]))) return photos;
  return statusOfPhotos(deps.db, userId, photoIds);
}

function viewEntry(row: TimelineRow): TimelineEntry {
  const { at, kind, amount, currency, photo, action, number, attempt, code } = row;
  return {
    at: at.toISOString(),
    kind,
    amount: amount !== null && currency !== null ? toMajor(amount, currency) : null,
    currency,
    film: photo !== null && action !== null && number !== null ? { photo, action, number, attempt } : null,
    code,
  };
}
