import { sql } from 'kysely';
import type { Db } from '../database/db.ts';
import { databaseNow, later } from '../database/expressions.ts';

/**
 * Records a heartbeat of this worker process, and frees the jobs of processes without one. The queue library by itself would keep
 * the jobs of a killed process locked for four hours.
 */
export async function recordHeartbeat(
  db: Db,
  process: { id: string; workerIds: string[]; renderSlots: number },
  leaseMs: number,
): Promise<void> {
  const longAgo = later(databaseNow, -leaseMs);
  await db
    .insertInto('workerProcesses')
    .values(process)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ workerIds: process.workerIds, heartbeatAt: databaseNow }),
    )
    .execute();
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('workerProcesses').where('heartbeatAt', '<', longAgo).execute();
    await sql`
      select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
      from graphile_worker.jobs
      where locked_by is not null
        and locked_at < ${longAgo}
        and not exists (select 1 from worker_processes where locked_by = any(worker_ids))
      having count(*) > 0`.execute(tx);
    // A queue that stays locked for a job that no longer exists would block its other jobs for ever. The library has no function for that.
    await sql`
      update graphile_worker._private_job_queues q set locked_by = null, locked_at = null
      where locked_at < ${longAgo} and not exists (
        select 1 from graphile_worker._private_jobs j where j.job_queue_id = q.id and j.locked_at is not null)`.execute(
      tx,
    );
  });
}

/** Removes this process at a graceful stop. */
export async function removePresence(db: Db, processId: string): Promise<void> {
  await db.deleteFrom('workerProcesses').where('id', '=', processId).execute();
}
