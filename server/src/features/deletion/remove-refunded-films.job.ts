import { defineJob } from '../../job.ts';
import type { Tx } from '../../platform/database/db.ts';
import { deleteFilms, filmsToDelete } from '../films/film.queries.ts';
import { requestRemovalsOfFilms } from '../films/generations/generation-removal.queries.ts';
import { notifyWhenSettled } from '../films/notify-when-settled.ts';
import { jobType } from '../journal/queued-jobs.ts';
import { lockRefund, markFilmsRemoved, refundById, type RefundRow } from '../payment/refunds/refund.queries.ts';
import { lockBuckets } from '../photos/buckets/bucket.queries.ts';
import { removeFilesLater } from '../photos/files/remove-files.ts';

/**
 * Deletes the films of a completed refund, with their files and the provider's copies, also those that are still being made. They disappear from the
 * dashboard, shared links and downloads; the photos stay.
 */
export const removeRefundedFilmsJob = defineJob({
  ...jobType('remove-refunded-films'),
  run: async ({ refundId }, deps) => {
    const refund = await refundById(deps.db, refundId);
    if (!refund) return;
    await deps.db.transaction().execute((tx) => removeFilms(tx, refund));
  },
});

async function removeFilms(tx: Tx, { id, bucketId }: RefundRow): Promise<void> {
  const [bucket] = await lockBuckets(tx, [bucketId]);
  // Locked, because the refund may fail at this moment; the films of a failed refund are kept.
  const refund = await lockRefund(tx, id);
  if (!refund?.filmsGo || refund.state !== 'succeeded' || refund.filmsRemovedAt !== null) return;
  const which = refund.scope === 'films' ? refund.films.map((film) => film.id) : 'all';
  const films = await filmsToDelete(tx, bucketId, which);
  const filmIds = films.map((film) => film.id);
  await removeFilesLater(
    tx,
    films.flatMap(({ filmKey, posterKey }) => [filmKey, posterKey]).filter((key) => key !== null),
  );
  await requestRemovalsOfFilms(tx, filmIds);
  await deleteFilms(tx, filmIds);
  await markFilmsRemoved(tx, id, films.length);
  if (bucket) await notifyWhenSettled(tx, { bucketId, userId: bucket.userId });
}
