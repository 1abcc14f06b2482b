import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Tx } from '../../platform/database/db.ts';
import type { Actor } from '../../platform/http/api.ts';
import { recordChange } from '../journal/audit.queries.ts';
import { photosById } from '../photos/photo.queries.ts';
import { extendRetention, lockBuckets } from '../photos/buckets/bucket.queries.ts';
import { fillSlotsAfter } from '../journal/queued-jobs.ts';
import {
  bucketOfFilm,
  bucketsToRetry,
  countUnconfirmedFilms,
  hasRefundedFailure,
  retryFailedFilm,
  retryFailedFilms,
  retryFailedFilmsOfBucket,
  retryConfirmedFailures,
} from './failed-film.queries.ts';

/** Puts the failed films of a photo back into the queue. @throws AppError not_found, retry_not_possible, film_refunded @returns their number */
export async function retryFilmsOfPhoto(deps: Deps, actor: Actor, photoId: string): Promise<number> {
  return deps.db.transaction().execute(async (tx) => {
    const [photo] = await photosById(tx, [photoId]);
    if (!photo) throw new AppError('not_found');
    await lockBuckets(tx, [photo.bucketId]);
    const retried = await retryFailedFilms(tx, photoId);
    if (retried === 0) throw await retryRefusal(tx, { column: 'photoId', id: photoId });
    await putBack(tx, [photo.bucketId]);
    const before = { failed: retried };
    await recordChange(tx, { actor, action: 'videos.retry', subject: photoId, before, after: { retried } });
    return retried;
  });
}

/** Puts the failed films of a bucket back into the queue. @throws AppError bucket_deleted, retry_not_possible, film_refunded @returns their number */
export async function retryFilmsOfBucket(deps: Deps, actor: { userId: string }, bucketId: string): Promise<number> {
  return deps.db.transaction().execute(async (tx) => {
    const [bucket] = await lockBuckets(tx, [bucketId]);
    if (!bucket) throw new AppError('bucket_deleted');
    const retried = await retryFailedFilmsOfBucket(tx, bucketId);
    if (retried === 0) throw await retryRefusal(tx, { column: 'bucketId', id: bucketId });
    await putBack(tx, [bucketId]);
    const before = { failed: retried };
    await recordChange(tx, { actor, action: 'orders.retry', subject: bucketId, before, after: { retried } });
    return retried;
  });
}

/** Puts one failed film back into the queue. @throws AppError not_found, retry_not_possible, film_refunded */
export async function retryOneFilm(deps: Deps, actor: Actor, filmId: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const bucketId = await bucketOfFilm(tx, filmId);
    if (bucketId === undefined) throw new AppError('not_found');
    await lockBuckets(tx, [bucketId]);
    if (!(await retryFailedFilm(tx, filmId))) throw await retryRefusal(tx, { column: 'id', id: filmId });
    await putBack(tx, [bucketId]);
    const [before, after] = [{ failed: 1 }, { retried: 1 }];
    await recordChange(tx, { actor, action: 'videos.retry', subject: filmId, before, after });
  });
}

/**
 * Puts all films back into the queue that certainly failed. Films that the provider may have made are skipped, because they could be charged twice.
 */
export async function retryAllFilms(deps: Deps, actor: Actor): Promise<{ retried: number; skipped: number }> {
  return deps.db.transaction().execute(async (tx) => {
    const bucketIds = await bucketsToRetry(tx);
    await lockBuckets(tx, bucketIds);
    const retried = await retryConfirmedFailures(tx, bucketIds);
    const skipped = await countUnconfirmedFilms(tx);
    if (retried > 0) await putBack(tx, bucketIds);
    const [before, after] = [{ failed: retried + skipped }, { failed: skipped, retried }];
    await recordChange(tx, { actor, action: 'videos.retry_all', subject: null, before, after });
    return { retried, skipped };
  });
}

/** Starts the films that are waiting again, and keeps their buckets as long as after any other change. */
async function putBack(tx: Tx, bucketIds: string[]): Promise<void> {
  await extendRetention(tx, bucketIds);
  await fillSlotsAfter(tx);
}

async function retryRefusal(tx: Tx, of: Parameters<typeof hasRefundedFailure>[1]): Promise<AppError> {
  return new AppError((await hasRefundedFailure(tx, of)) ? 'film_refunded' : 'retry_not_possible');
}
