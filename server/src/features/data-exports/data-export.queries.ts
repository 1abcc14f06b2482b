import { sql, type Queryable, type Tx } from '../../platform/database/db.ts';

export interface DataExportRow {
  id: string;
  state: 'waiting' | 'ready' | 'failed';
  requestedAt: Date;
  expiresAt: Date | null;
  bytes: number | null;
}

const columns = sql`id, state, requested_at, expires_at, bytes`;

/** Inserts a requested export. @returns false where one is being made already */
export async function insertDataExport(tx: Tx, id: string, userId: string): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into data_exports (id, user_id, requested_at) values (${id}, ${userId}, app_now())
    on conflict (user_id) where state = 'waiting' do nothing`);
  return inserted > 0;
}

/** The export that was requested last, while it is kept. */
export function latestDataExport(db: Queryable, userId: string): Promise<DataExportRow | undefined> {
  return db.first(sql`
    select ${columns} from data_exports
    where user_id = ${userId} and (expires_at is null or expires_at > app_now())
    order by requested_at desc, id desc limit 1`);
}

/** The user of an export that waits to be made. */
export async function ownerOfWaiting(db: Queryable, id: string): Promise<string | undefined> {
  const row = await db.first<{ userId: string }>(
    sql`select user_id from data_exports where id = ${id} and state = 'waiting'`,
  );
  return row?.userId;
}

/** @returns whether it was still waiting */
export async function setExportReady(
  tx: Tx,
  id: string,
  file: { storageKey: string; sha256: Buffer; bytes: number; days: number },
): Promise<boolean> {
  const changed = await tx.run(sql`
    update data_exports set state = 'ready', storage_key = ${file.storageKey}, sha256 = ${file.sha256}, bytes = ${file.bytes},
      expires_at = app_now() + ${file.days}::int * interval '1 day'
    where id = ${id} and state = 'waiting'`);
  return changed > 0;
}

export async function setExportFailed(db: Queryable, id: string): Promise<void> {
  await db.run(sql`update data_exports set state = 'failed' where id = ${id} and state = 'waiting'`);
}

/** Deletes exports that have expired or that a newer one has replaced. @returns their files */
export async function deleteOldExports(tx: Tx): Promise<{ deleted: number; files: string[] }> {
  const rows = await tx.query<{ storageKey: string | null }>(sql`
    delete from data_exports old
    where expires_at <= app_now() or state <> 'waiting' and exists (
      select 1 from data_exports newer
      where newer.user_id = old.user_id and newer.state = 'ready' and newer.requested_at > old.requested_at)
    returning storage_key`);
  const files = rows.map(({ storageKey }) => storageKey).filter((key) => key !== null);
  return { deleted: rows.length, files };
}

/** The files of a customer's exports. */
export async function exportFilesOfUser(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db.query<{ storageKey: string }>(
    sql`select storage_key from data_exports where user_id = ${userId} and storage_key is not null`,
  );
  return rows.map(({ storageKey }) => storageKey);
}
