import { defineJob } from '../../job.ts';
import type { Tx } from '../../platform/database/db.ts';
import { countFilms, deleteFilms, filmsToDelete } from '../films/film.queries.ts';
import { requestRemovalsOfFilms } from '../films/generations/generation-removal.queries.ts';
import { notifyWhenSettled } from '../films/notify-when-settled.ts';
import { jobType } from '../journal/queued-jobs.ts';
import { lockRefund, markFilmsRemoved, refundById, type RefundRow } from '../payment/refunds/refund.queries.ts';
import { lockBuckets } from '../photos/buckets/bucket.queries.ts';
import { removeFilesLater } from '../photos/files/remove-files.ts';

/**
 * Deletes the films of a refund that the provider has made, with their files and the provider's copies: from the dashboard, from shared
 * links and from downloads. The photos stay. Films that are being made are deleted too.
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
  // Locked: it may fail at this moment, and a refund that has failed takes nothing away.
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
  const { done, failed } = await countFilms(tx, bucketId);
  if (bucket && films.length > 0 && done + failed > 0) await notifyWhenSettled(tx, { bucketId, userId: bucket.userId });
}
