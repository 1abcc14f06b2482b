import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/db.ts';
import { any, databaseNow, later } from '../../../platform/database/expressions.ts';

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
          const removal = selectFrom('fileRemovals').whereRef('fileRemovals.storageKey', '=', 'listed.storageKey').select('id');
          return not(or([exists(photo), exists(removal)]));
        })
        .select('listed.storageKey'),
    )
    .execute();
}

function listed(storageKeys: string[]) {
  return sql<{ storageKey: string }>`unnest(${storageKeys}::text[])`.as<'listed'>(sql`listed (storage_key)`);
}

/** Cancels scheduled removals. @returns the number of cancelled ones */
export async function cancelRemovals(db: Queryable, storageKeys: string[]): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('fileRemovals')
    .where('storageKey', '=', any(storageKeys))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Locks the scheduled removals of these files, and returns their storage keys. */
export async function lockRemovals(tx: Tx, storageKeys: string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('fileRemovals')
    .where('storageKey', '=', any(storageKeys))
    .select('storageKey')
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ storageKey }) => storageKey);
}

/** Locks a batch of due removals after `afterId`, and returns them. */
export function dueRemovals(tx: Tx, afterId: number, limit: number): Promise<{ id: number; storageKey: string }[]> {
  return tx
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

export async function deleteRemovals(tx: Tx, ids: number[]): Promise<void> {
  await tx.deleteFrom('fileRemovals').where('id', '=', any(ids)).execute();
}
