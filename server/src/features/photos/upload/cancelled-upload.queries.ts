import { sql, type Queryable, type Tx } from '../../../platform/database/db.ts';

/** Uploads arrive within minutes: an older cancellation, or one before this many later ones, is no longer needed. */
const most = 1000;
const days = 1;

/** Refuses the upload from now on. Waits for one that is being written into a set. */
export async function insertCancelledUpload(tx: Tx, userId: string, uploadId: string): Promise<void> {
  await lockUpload(tx, userId, uploadId);
  await tx.run(sql`
    insert into cancelled_uploads (user_id, upload_id, cancelled_at) values (${userId}, ${uploadId}, app_now())
    on conflict (user_id, upload_id) do update set cancelled_at = excluded.cancelled_at`);
  await tx.run(sql`
    delete from cancelled_uploads where user_id = ${userId} and upload_id in (
      select upload_id from cancelled_uploads where user_id = ${userId}
      order by cancelled_at desc, upload_id offset ${most})`);
}

/** Those of the uploads that this user has cancelled. */
export async function cancelledAmong(
  db: Queryable,
  userId: string,
  uploadIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (uploadIds.length === 0) return new Set();
  const rows = await db.query<{ uploadId: string }>(sql`
    select upload_id from cancelled_uploads where user_id = ${userId} and upload_id = any(${uploadIds}::uuid[])`);
  return new Set(rows.map(({ uploadId }) => uploadId));
}

/** Until the transaction ends, this upload of this user is neither cancelled nor written by another one. */
export async function lockUpload(tx: Tx, userId: string, uploadId: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`upload ${userId} ${uploadId}`}, 0))`);
}

/** Deletes the oldest expired cancellations, `atMost` at a time. @returns how many */
export function deleteOldCancellations(tx: Tx, atMost: number): Promise<number> {
  return tx.run(sql`
    delete from cancelled_uploads where (user_id, upload_id) in (
      select user_id, upload_id from cancelled_uploads where cancelled_at < app_now() - ${days}::int * interval '1 day'
      order by cancelled_at limit ${atMost})`);
}
