import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/db.ts';
import { any, appNow, later } from '../../../platform/database/expressions.ts';

/** Uploads arrive within minutes, so only the latest cancellations of a user are kept, for a limited time. */
const maxKept = 1000;
const keptMs = 24 * 3_600_000;

/** Records that an upload is cancelled. Waits for a transaction that is adding it to a bucket. */
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
        .offset(maxKept),
    )
    .execute();
}

/** The uploads among these ids that this user has cancelled. */
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

/** Locks an upload of this user against cancellation and concurrent uploads until the transaction ends. */
export async function lockUpload(tx: Tx, userId: string, uploadId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`upload ${userId} ${uploadId}`}, 0))`.execute(tx);
}

/** Deletes the oldest expired cancellations, at most `atMost`. @returns their number */
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
