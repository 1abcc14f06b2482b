import type { Deps } from '../../../deps.ts';
import { defineJob, type Schedule } from '../../../job.ts';
import { startRun, type TaskRun } from '../../journal/start-run.ts';
import { deleteRemovals, dueRemovals } from './file-removal.queries.ts';
import { jobType } from '../../journal/queued-jobs.ts';
import { describeError } from '../../../platform/database/describe-error.ts';

const batchSize = 50;

/** Removes files whose rows were deleted. A failed removal does not stop the others. */
export const removeFilesJob = defineJob({
  ...jobType('remove-files'),
  async run(_payload, deps, { signal }) {
    const run = startRun('file-removal');
    const failures: Error[] = [];
    let lastId: number | undefined = 0;
    while (lastId !== undefined && !signal.aborted) lastId = await removeBatch(deps, lastId, run, failures);
    for (const failure of failures) await run.fail(deps.db, describeError(failure));
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} files could not be removed: ${failures[0]?.message}`);
  },
});

/** Deletions enqueue the job at once. The schedule is for files of uploads whose process died. */
export const removeFilesSchedule: Schedule = { job: removeFilesJob, everyMs: () => 30_000 };

/** Holds no transaction while it removes files: a slow store would outlast it. @returns the last id of the batch; undefined if none was left */
async function removeBatch(
  { db, storage }: Deps,
  afterId: number,
  run: TaskRun,
  failures: Error[],
): Promise<number | undefined> {
  const due = await dueRemovals(db, afterId, batchSize);
  const removed: number[] = [];
  await Promise.all(
    due.map(({ id, storageKey }) =>
      storage.remove(storageKey).then(
        () => removed.push(id),
        (error: Error) => failures.push(error),
      ),
    ),
  );
  await db.transaction().execute(async (tx) => run.count(tx, { items: await deleteRemovals(tx, removed) }));
  return due.at(-1)?.id;
}
