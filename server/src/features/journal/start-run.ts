import type { TaskType } from '@keepsake/contract/admin/monitoring';
import type { Queryable, Tx } from '../../platform/database/db.ts';
import { appClockTimestamp, later } from '../../platform/database/expressions.ts';
import { newId } from '../../platform/ids.ts';
import { addToRun, type RunError } from './task-run.queries.ts';

/** One run of a background task. Its row in the history is inserted with the first piece of work and grows with each. */
export interface TaskRun {
  /** Adds the work of a transaction to the run. Call it at the end of the transaction, because it locks the row of the run. */
  count(tx: Tx, done: { items: number; deletedBuckets?: number }): Promise<void>;
  /** Records an item whose transaction failed, and at which attempt. */
  fail(db: Queryable, error: string, attempt?: number): Promise<void>;
}

export function startRun(taskType: TaskType): TaskRun {
  const id = newId();
  const started = performance.now();
  const add = (
    db: Queryable,
    done: { items: number; successes: number; deletedBuckets?: number },
    errors: RunError[],
  ) => {
    const durationMs = performance.now() - started;
    return addToRun(
      db,
      id,
      {
        taskType,
        itemsProcessed: done.items,
        successCount: done.successes,
        deletedBuckets: done.deletedBuckets ?? 0,
        durationMs,
        errors,
      },
      later(appClockTimestamp, -durationMs),
    );
  };
  return {
    async count(tx, { items, deletedBuckets = 0 }) {
      if (items > 0) await add(tx, { items, successes: items, deletedBuckets }, []);
    },
    async fail(db, error, attempt = 1) {
      await add(db, { items: 1, successes: 0 }, [{ error: error.slice(0, 500), attempt }]);
    },
  };
}
