import type { TaskType } from '@keepsake/contract/monitoring';
import type { Clock } from '../../platform/clock.ts';
import { sql, type Queryable } from '../../platform/database/db.ts';
import { newId } from '../../platform/ids.ts';

export interface WorkerRun {
  taskType: TaskType;
  itemsProcessed: number;
  successCount: number;
  deletedBuckets?: number;
  durationMs: number;
  /** What went wrong with single items; a run with errors and without any success is a failure. */
  errors: RunError[];
}

export interface RunError {
  error: string;
  attempt: number;
  timestamp: string;
}

/**
 * Records one run of a background task, in the transaction of its work, so that a crash neither counts work twice nor counts lost work.
 * Runs that found nothing to do are not recorded: they would hide the others.
 */
export async function recordRun(db: Queryable, clock: Clock, run: WorkerRun): Promise<void> {
  if (run.itemsProcessed === 0 && run.errors.length === 0) return;
  await addToRun(db, newId(), clock.now(), run);
}

/** Errors kept of one run; the log has all of them. */
const mostErrors = 100;

/** Inserts the row of a run, or adds to it. */
export async function addToRun(db: Queryable, id: string, runAt: Date, run: WorkerRun): Promise<void> {
  const status = run.errors.length === 0 ? 'success' : run.successCount > 0 ? 'partial_failure' : 'failure';
  await db.run(sql`
    insert into worker_runs as r (id, run_at, task_type, items_processed, success_count, deleted_buckets, duration_ms, status, errors)
    values (${id}, ${runAt}, ${run.taskType}, ${run.itemsProcessed}, ${run.successCount}, ${run.deletedBuckets ?? 0},
      ${Math.round(run.durationMs)}, ${status}, ${JSON.stringify(run.errors)}::jsonb)
    on conflict (id) do update set
      items_processed = r.items_processed + excluded.items_processed,
      success_count = r.success_count + excluded.success_count,
      deleted_buckets = r.deleted_buckets + excluded.deleted_buckets,
      duration_ms = greatest(r.duration_ms, excluded.duration_ms),
      status = case
        when r.status = 'success' and excluded.status = 'success' then 'success'
        when r.success_count + excluded.success_count > 0 then 'partial_failure' else 'failure' end,
      errors = case when jsonb_array_length(r.errors) < ${mostErrors}::int then r.errors || excluded.errors else r.errors end`);
}

interface RunRow {
  id: string;
  runAt: Date;
  taskType: string;
  itemsProcessed: number;
  successCount: number;
  deletedBuckets: number;
  durationMs: number;
  status: 'success' | 'partial_failure' | 'failure';
  errors: RunError[];
}

/** Runs, newest first. */
export async function runPage(db: Queryable, { page, limit }: { page: number; limit: number }) {
  const rows = await db.query<RunRow>(sql`
    select id, run_at, task_type, items_processed, success_count, deleted_buckets, duration_ms, status, errors from worker_runs
    order by run_at desc, id desc limit ${limit} offset ${(page - 1) * limit}`);
  const counted = await db.first<{ total: number }>(
    sql`select coalesce(sum(runs), 0)::bigint as total from worker_totals`,
  );
  const runs = rows.map(({ runAt, durationMs, ...row }) => ({
    ...row,
    runAt: runAt.toISOString(),
    duration: durationMs,
  }));
  return { runs, total: counted?.total ?? 0 };
}

export interface TaskTotals {
  taskType: string;
  runs: number;
  itemsProcessed: number;
  successCount: number;
  deletedBuckets: number;
  failedRuns: number;
  lastRunAt: Date | null;
}

/** What all runs of each task did together. */
export function taskTotals(db: Queryable): Promise<TaskTotals[]> {
  return db.query(sql`
    select task_type, sum(runs)::bigint as runs, sum(items_processed)::bigint as items_processed,
      sum(success_count)::bigint as success_count, sum(deleted_buckets)::bigint as deleted_buckets,
      sum(failed_runs)::bigint as failed_runs, max(last_run_at) as last_run_at
    from worker_totals group by task_type order by task_type`);
}
