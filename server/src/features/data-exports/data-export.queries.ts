import { sql, type NotNull } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/db.ts';
import { appNow } from '../../platform/database/expressions.ts';

export interface DataExportRow {
  id: string;
  state: 'waiting' | 'ready' | 'failed';
  requestedAt: Date;
  expiresAt: Date | null;
  bytes: number | null;
}

/** Inserts a requested export. @returns false if the user has one that is still being made */
export async function insertDataExport(tx: Tx, id: string, userId: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('dataExports')
    .values({ id, userId, requestedAt: appNow })
    // Literal, so that PostgreSQL finds the partial index.
    .onConflict((conflict) => conflict.column('userId').where('state', '=', sql.lit('waiting')).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** The latest export, unless it has expired. */
export function latestDataExport(db: Queryable, userId: string): Promise<DataExportRow | undefined> {
  return db
    .selectFrom('dataExports')
    .where('userId', '=', userId)
    .where(({ or, eb }) => or([eb('expiresAt', 'is', null), eb('expiresAt', '>', appNow)]))
    .select(['id', 'state', 'requestedAt', 'expiresAt', 'bytes'])
    .orderBy('requestedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The user of a waiting export. */
export async function ownerOfWaiting(db: Queryable, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('dataExports')
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .select('userId')
    .executeTakeFirst();
  return row?.userId;
}

/** @returns whether it was still waiting */
export async function setExportReady(
  tx: Tx,
  id: string,
  file: { storageKey: string; sha256: Buffer; bytes: number; days: number },
): Promise<boolean> {
  const { storageKey, sha256, bytes, days } = file;
  const { numUpdatedRows } = await tx
    .updateTable('dataExports')
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .set({
      state: 'ready',
      storageKey,
      sha256,
      bytes,
      expiresAt: sql<Date>`${appNow} + ${days}::int * interval '1 day'`,
    })
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function setExportFailed(db: Queryable, id: string): Promise<void> {
  await db
    .updateTable('dataExports')
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .set({ state: 'failed' })
    .execute();
}

/** Sets waiting exports to failed that no job will make: their process was killed at each attempt. @returns their owners */
export function failStrandedExports(tx: Tx): Promise<{ userId: string }[]> {
  return tx
    .updateTable('dataExports')
    .where('state', '=', 'waiting')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('graphileWorker.jobs as job')
            .where('job.key', '=', sql<string>`'data-export:' || data_exports.id`)
            // The last attempt is counted from its start.
            .where((job) =>
              job.or([job('job.lockedAt', 'is not', null), job('job.attempts', '<', job.ref('job.maxAttempts'))]),
            )
            .select('job.id'),
        ),
      ),
    )
    .set({ state: 'failed' })
    .returning('userId')
    .execute();
}

/** Deletes exports that have expired or that a newer one has replaced. @returns their files */
export async function deleteOldExports(tx: Tx): Promise<{ deleted: number; files: string[] }> {
  const rows = await tx
    .deleteFrom('dataExports')
    .where(({ or, and, eb, exists, selectFrom }) =>
      or([
        eb('expiresAt', '<=', appNow),
        and([
          eb('state', '<>', 'waiting'),
          exists(
            selectFrom('dataExports as newer')
              .whereRef('newer.userId', '=', 'dataExports.userId')
              .where('newer.state', '=', 'ready')
              .whereRef('newer.requestedAt', '>', 'dataExports.requestedAt')
              .select('newer.id'),
          ),
        ]),
      ]),
    )
    .returning('storageKey')
    .execute();
  const files = rows.map(({ storageKey }) => storageKey).filter((key) => key !== null);
  return { deleted: rows.length, files };
}

/** The files of a customer's exports. */
export async function exportFilesOfUser(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('dataExports')
    .where('userId', '=', userId)
    .where('storageKey', 'is not', null)
    .select('storageKey')
    .$narrowType<{ storageKey: NotNull }>()
    .execute();
  return rows.map(({ storageKey }) => storageKey);
}
