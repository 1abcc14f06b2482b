import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/db.ts';
import { any, appNow, later } from '../../../platform/database/expressions.ts';

/** Uploads arrive within minutes: an older cancellation, or one before this many later ones, is no longer needed. */
const most = 1000;
const keptMs = 24 * 3_600_000;

/** Refuses the upload from now on. Waits for one that is being written into a set. */
export async function insertCancelledUpload(tx: Tx, userId: string, uploadId: string): Promise<void> {
  await lockUpload(tx, userId, uploadId);
  await tx
    .insertInto('cancelledUploads')
    .values({ userId, uploadId, cancelledAt: appNow })
    .onConflict((conflict) => conflict.columns(['userId', 'uploadId']).doUpdateSet({ cancelledAt: appNow }))
    .execute();
  await tx
    .deleteFrom('cancelledUploads')
    .where('userId', '=', userId)
    .where('uploadId', 'in', ({ selectFrom }) =>
      selectFrom('cancelledUploads')
        .where('userId', '=', userId)
        .select('uploadId')
        .orderBy('cancelledAt', 'desc')
        .orderBy('uploadId')
        .offset(most),
    )
    .execute();
}

/** Those of the uploads that this user has cancelled. */
export async function cancelledAmong(
  db: Queryable,
  userId: string,
  uploadIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (uploadIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('cancelledUploads')
    .where('userId', '=', userId)
    .where('uploadId', '=', any(uploadIds))
    .select('uploadId')
    .execute();
  return new Set(rows.map(({ uploadId }) => uploadId));
}

/** Until the transaction ends, this upload of this user is neither cancelled nor written by another one. */
export async function lockUpload(tx: Tx, userId: string, uploadId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`upload ${userId} ${uploadId}`}, 0))`.execute(tx);
}

/** Deletes the oldest expired cancellations, `atMost` at a time. @returns how many */
export async function deleteOldCancellations(tx: Tx, atMost: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('cancelledUploads')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('userId', 'uploadId'),
        'in',
        selectFrom('cancelledUploads')
          .where('cancelledAt', '<', later(appNow, -keptMs))
          .select(['userId', 'uploadId'])
          .orderBy('cancelledAt')
          .limit(atMost)
          .$asTuple('userId', 'uploadId'),
      ),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
