import { sql, type Queryable, type Tx } from '../../../platform/database/db.ts';

/** Lists files to be removed after a while unless they are struck off again. */
export async function requestRemovals(db: Queryable, storageKeys: string[], delayMs = 0): Promise<void> {
  await db.run(sql`
    insert into file_removals (storage_key, requested_at)
    select unnest(${storageKeys}::text[]), now() + ${delayMs}::int * interval '1 millisecond'`);
}

/** Strikes files off the list. @returns how many were on it */
export function cancelRemovals(db: Queryable, storageKeys: string[]): Promise<number> {
  return db.run(sql`delete from file_removals where storage_key = any(${storageKeys}::text[])`);
}

/** Which of the files are on the list, locked against everybody else. */
export async function lockRemovals(tx: Tx, storageKeys: string[]): Promise<string[]> {
  const rows = await tx.query<{ storageKey: string }>(
    sql`select storage_key from file_removals where storage_key = any(${storageKeys}::text[]) order by id for update`,
  );
  return rows.map((row) => row.storageKey);
}

/** Removals that are due, from `afterId` on, locked against everybody else. */
export function dueRemovals(tx: Tx, afterId: number, limit: number): Promise<{ id: number; storageKey: string }[]> {
  return tx.query(sql`
    select id, storage_key from file_removals where id > ${afterId} and requested_at <= now()
    order by id limit ${limit} for update skip locked`);
}

export async function deleteRemovals(tx: Tx, ids: number[]): Promise<void> {
  await tx.run(sql`delete from file_removals where id = any(${ids}::bigint[])`);
}
