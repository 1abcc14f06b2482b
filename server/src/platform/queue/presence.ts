import { sql } from 'kysely';
import type { Db } from '../database/db.ts';
import { databaseNow, later } from '../database/expressions.ts';

/**
 * Tells the others that this worker process lives, and frees the jobs of those that do not. The queue library by itself would keep
 * the jobs of a killed process locked for four hours.
 */
export async function beat(
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
    // A queue whose job is gone would keep its other jobs waiting for ever. The library has no view of queues.
    await sql`
      update graphile_worker._private_job_queues q set locked_by = null, locked_at = null
      where locked_at < ${longAgo} and not exists (
        select 1 from graphile_worker._private_jobs j where j.job_queue_id = q.id and j.locked_at is not null)`.execute(
      tx,
    );
  });
}

/** Leaves at a graceful stop. */
export async function leave(db: Db, processId: string): Promise<void> {
  await db.deleteFrom('workerProcesses').where('id', '=', processId).execute();
}
