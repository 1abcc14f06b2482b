import { sql, type Db } from '../database/db.ts';

/**
 * Tells the others that this worker process lives, and frees the jobs of those that do not. The queue library by itself would keep
 * the jobs of a killed process locked for four hours.
 */
export async function beat(
  db: Db,
  process: { id: string; workerIds: string[]; renderSlots: number },
  leaseMs: number,
): Promise<void> {
  await db.run(sql`
    insert into worker_processes (id, worker_ids, render_slots) values (${process.id}, ${process.workerIds}, ${process.renderSlots})
    on conflict (id) do update set worker_ids = excluded.worker_ids, heartbeat_at = now()`);
  await db.transaction().execute(async (tx) => {
    await tx.run(
      sql`delete from worker_processes where heartbeat_at < now() - ${leaseMs}::int * interval '1 millisecond'`,
    );
    await tx.query(sql`
      select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
      from graphile_worker.jobs
      where locked_by is not null
        and locked_at < now() - ${leaseMs}::int * interval '1 millisecond'
        and not exists (select 1 from worker_processes where locked_by = any(worker_ids))
      having count(*) > 0`);
    // A queue whose job is gone would keep its other jobs waiting for ever. The library has no view of queues.
    await tx.run(sql`
      update graphile_worker._private_job_queues q set locked_by = null, locked_at = null
      where locked_at < now() - ${leaseMs}::int * interval '1 millisecond' and not exists (
        select 1 from graphile_worker._private_jobs j where j.job_queue_id = q.id and j.locked_at is not null)`);
  });
}

/** Leaves at a graceful stop. */
export async function leave(db: Db, processId: string): Promise<void> {
  await db.run(sql`delete from worker_processes where id = ${processId}`);
}
