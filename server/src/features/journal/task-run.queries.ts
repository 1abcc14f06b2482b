import type { TaskType } from '@keepsake/contract/admin/monitoring';
import { sql, type Selectable } from 'kysely';
import type { Queryable } from '../../platform/database/db.ts';
import { appClockTimestamp, appNow } from '../../platform/database/expressions.ts';
import { toJson, type JsonColumns, type JsonOf } from '../../platform/database/json.ts';
import type { WorkerRunsTable } from '../../platform/database/tables.ts';
import { newId } from '../../platform/ids.ts';
import { isoTime } from '../../platform/time/iso-time.ts';

export interface WorkerRun {
  taskType: TaskType;
  itemsProcessed: number;
  successCount: number;
  deletedBuckets?: number;
  durationMs: number;
  /** Errors of single items. A run with errors and no success counts as failed. */
  errors: RunError[];
}

export interface RunError {
  error: string;
  attempt: number;
}

declare module '../../platform/database/json.ts' {
  interface JsonColumns {
    'worker_runs.errors': (RunError & { timestamp: string })[];
  }
}

/**
 * Records a run of a background task, in the transaction of its work, so that a crash cannot count work twice or count work that was rolled back.
 * Runs that found nothing to do are not recorded, so that the list stays short.
 */
export async function recordRun(db: Queryable, run: WorkerRun): Promise<void> {
  if (run.itemsProcessed === 0 && run.errors.length === 0) return;
  await addToRun(db, newId(), run);
}

/** Maximum number of errors stored per run; the log has all of them. */
const maxErrors = 100;

type Status = Selectable<WorkerRunsTable>['status'];

/** Inserts the row of a run, or adds to it. */
export async function addToRun(db: Queryable, id: string, run: WorkerRun, runAt = appNow): Promise<void> {
  const { taskType, itemsProcessed, successCount, deletedBuckets = 0, durationMs, errors } = run;
  await db
    .insertInto('workerRuns')
    .values({
      id,
      runAt,
      taskType,
      itemsProcessed,
      successCount,
      deletedBuckets,
      durationMs: Math.round(durationMs),
      status: errors.length === 0 ? 'success' : successCount > 0 ? 'partial_failure' : 'failure',
      errors: timed(errors),
    })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ eb, fn, ref, and, lit }) => ({
        itemsProcessed: eb('workerRuns.itemsProcessed', '+', ref('excluded.itemsProcessed')),
        successCount: eb('workerRuns.successCount', '+', ref('excluded.successCount')),
        deletedBuckets: eb('workerRuns.deletedBuckets', '+', ref('excluded.deletedBuckets')),
        durationMs: fn<number>('greatest', ['workerRuns.durationMs', 'excluded.durationMs']),
        status: eb
          .case()
          .when(and([eb('workerRuns.status', '=', 'success'), eb('excluded.status', '=', 'success')]))
          .then(sql.lit<Status>('success'))
          .when(eb(eb('workerRuns.successCount', '+', ref('excluded.successCount')), '>', lit(0)))
          .then(sql.lit<Status>('partial_failure'))
          .else(sql.lit<Status>('failure'))
          .end(),
        errors: eb
          .case()
          .when(fn<number>('jsonb_array_length', ['workerRuns.errors']), '<', maxErrors)
          .then(sql<ErrorsOfRun>`worker_runs.errors || excluded.errors`)
          .else(sql<ErrorsOfRun>`worker_runs.errors`)
          .end(),
      })),
    )
    .execute();
}

type ErrorsOfRun = JsonOf<JsonColumns['worker_runs.errors']>;

/** The errors, each with the time of writing. */
function timed(errors: RunError[]) {
  return sql<ErrorsOfRun>`(
    select coalesce(jsonb_agg(error || jsonb_build_object('timestamp', ${isoTime(appClockTimestamp)}) order by at), '[]')
    from jsonb_array_elements(${toJson(errors)}) with ordinality as listed (error, at))`;
}

/** Runs, newest first. */
export async function runPage(db: Queryable, { page, limit }: { page: number; limit: number }) {
  const rows = await db
    .selectFrom('workerRuns')
    .select([
      'id',
      'runAt',
      'taskType',
      'itemsProcessed',
      'successCount',
      'deletedBuckets',
      'durationMs',
      'status',
      'errors',
    ])
    .orderBy('runAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const { total } = await db
    .selectFrom('workerTotals')
    .select(sql<number>`coalesce(sum(runs), 0)::bigint`.as('total'))
    .executeTakeFirstOrThrow();
  const runs = rows.map(({ runAt, durationMs, ...row }) => ({
    ...row,
    runAt: runAt.toISOString(),
    duration: durationMs,
  }));
  return { runs, total };
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

/** Totals of all runs of each task. */
export function taskTotals(db: Queryable): Promise<TaskTotals[]> {
  return db
    .selectFrom('workerTotals')
    .select(({ fn }) => [
      'taskType',
      total('runs').as('runs'),
      total('items_processed').as('itemsProcessed'),
      total('success_count').as('successCount'),
      total('deleted_buckets').as('deletedBuckets'),
      total('failed_runs').as('failedRuns'),
      fn.max('lastRunAt').as('lastRunAt'),
    ])
    .groupBy('taskType')
    .orderBy('taskType')
    .execute();
}

/** Cast, because PostgreSQL's sum of bigints is a numeric, which the driver returns as text. */
function total(column: string) {
  return sql<number>`sum(${sql.ref(column)})::bigint`;
}
