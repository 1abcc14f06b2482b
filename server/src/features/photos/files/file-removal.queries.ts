import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/db.ts';
import { any, clockTimestamp, databaseNow, later } from '../../../platform/database/expressions.ts';

/** How long a stored file may wait for its row: longer than an object store takes for it, with every try and pause (`s3-bucket.ts`). */
export const fileGraceMs = 15 * 60_000;

/** Schedules the removal of files after `delayMs`, unless it is cancelled. */
export async function requestRemovals(db: Queryable, storageKeys: string[], delayMs = 0): Promise<void> {
  await db
    .insertInto('fileRemovals')
    .columns(['storageKey', 'requestedAt'])
    .expression(({ selectFrom }) =>
      selectFrom(listed(storageKeys)).select(['listed.storageKey', later(databaseNow, delayMs).as('requestedAt')]),
    )
    .execute();
}

/** Schedules the removal of those files of photos that have neither a row nor a scheduled removal: it was executed before they were stored. */
export async function requestMissedRemovals(db: Queryable, storageKeys: string[]): Promise<void> {
  await db
    .insertInto('fileRemovals')
    .columns(['storageKey'])
    .expression((insert) =>
      insert
        .selectFrom(listed(storageKeys))
        .where(({ not, or, exists, selectFrom }) => {
          const filename = sql<string>`split_part(listed.storage_key, '/', 2)`;
          const photo = selectFrom('photos').where('filename', '=', filename).select('id');
          const removal = selectFrom('fileRemovals')
            .whereRef('fileRemovals.storageKey', '=', 'listed.storageKey')
            .select('id');
          return not(or([exists(photo), exists(removal)]));
        })
        .select('listed.storageKey'),
    )
    .execute();
}

function listed(storageKeys: string[]) {
  return sql<{ storageKey: string }>`unnest(${storageKeys}::text[])`.as<'listed'>(sql`listed (storage_key)`);
}

/**
 * Cancels scheduled removals. One that is due is not cancelled: its file may already be removed, or is being removed.
 * @returns whether all were cancelled; if not, the transaction must be rolled back
 */
export async function cancelRemovals(tx: Tx, storageKeys: string[]): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('fileRemovals')
    .where('storageKey', '=', any(storageKeys))
    .where('requestedAt', '>', clockTimestamp)
    .executeTakeFirst();
  return Number(numDeletedRows) === storageKeys.length;
}

export interface FileRemoval {
  id: number;
  storageKey: string;
}

/** Locks the scheduled removals of these files, and returns them. */
export function lockRemovals(tx: Tx, storageKeys: string[]): Promise<FileRemoval[]> {
  return tx
    .selectFrom('fileRemovals')
    .where('storageKey', '=', any(storageKeys))
    .select(['id', 'storageKey'])
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** A batch of due removals after `afterId`, without those that a transaction is cancelling. */
export function dueRemovals(db: Queryable, afterId: number, limit: number): Promise<FileRemoval[]> {
  return db
    .selectFrom('fileRemovals')
    .where('id', '>', afterId)
    .where('requestedAt', '<=', databaseNow)
    .select(['id', 'storageKey'])
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

/** Deletes executed removals. @returns how many there still were */
export async function deleteRemovals(tx: Tx, ids: number[]): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('fileRemovals').where('id', '=', any(ids)).executeTakeFirst();
  return Number(numDeletedRows);
}
