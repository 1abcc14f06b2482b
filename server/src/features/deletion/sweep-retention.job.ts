import * as z from 'zod/mini';
import type { Deps } from '../../deps.ts';
import { defineJob, type Schedule } from '../../job.ts';
import type { Tx } from '../../platform/database/db.ts';
import type { RunningJob } from '../../platform/queue/runner.ts';
import { startRun, type TaskRun } from '../journal/start-run.ts';
import { queueMail } from '../journal/queue-mail.ts';
import { deleteBuckets } from './delete-buckets.ts';
import {
  bucketsDueForReminder,
  bucketsDueForDeletion,
  lockBucketsDueForDeletion,
  type DueReminder,
} from './retention.queries.ts';
import { describeError } from '../../platform/database/describe-error.ts';

/** Sets per query; the job repeats until nothing is due. */
const batch = 500;
/** Sets per transaction. Few, so that no request waits long for their locks. */
const atOnce = 20;

/** Deletes expired buckets, and queues reminders for those that will expire soon. */
export const sweepRetentionJob = defineJob({
  name: 'sweep-retention',
  payload: z.object({}),
  run: async (_payload, deps, job) => {
    await remind(deps, job);
    await deleteDue(deps, job);
  },
});

export const retentionSchedule: Schedule = { job: sweepRetentionJob, everyMs: (config) => config.RETENTION_SWEEP_MS };

async function remind(deps: Deps, job: RunningJob): Promise<void> {
  const runs = {
    paid: startRun('deletion-reminders'),
    unpaid: startRun('unpaid-reminders'),
  };
  await untilNothingIsDue(job, async () => {
    const due = await bucketsDueForReminder(deps.db, batch);
    let handled = 0;
    for (const bucket of due) {
      if (job.signal.aborted) break;
      const run = bucket.isPaid ? runs.paid : runs.unpaid;
      handled += await handleTogether(deps, run, [bucket], async (tx) => ({ items: await sendReminder(tx, bucket) }));
    }
    return { found: due.length, handled };
  });
}

/** @returns the number of queued mails: 0 if another run has queued it first */
async function sendReminder(tx: Tx, due: DueReminder): Promise<number> {
  const { id, userId, isPaid, days, dedupeKey } = due;
  const kind = isPaid ? 'deletion-reminder' : 'unpaid-reminder';
  const isNew = await queueMail(tx, { kind, userId, bucketId: id, dedupeKey, payload: { days } });
  return isNew ? 1 : 0;
}

async function deleteDue(deps: Deps, job: RunningJob): Promise<void> {
  const run = startRun('retention');
  await untilNothingIsDue(job, async () => {
    const due = await bucketsDueForDeletion(deps.db, batch);
    let handled = 0;
    for (let from = 0; from < due.length && !job.signal.aborted; from += atOnce)
      handled += await handleTogether(deps, run, due.slice(from, from + atOnce), deleteThese);
    return { found: due.length, handled };
  });
}

/** Checks the buckets again with their rows locked: one may just have been paid. */
async function deleteThese(tx: Tx, buckets: Due[]): Promise<{ items: number; deletedBuckets: number }> {
  const ids = await lockBucketsDueForDeletion(
    tx,
    buckets.map(({ id }) => id),
  );
  await deleteBuckets(tx, ids, 'retention');
  return { items: ids.length, deletedBuckets: ids.length };
}

interface Due {
  id: string;
}

/** Handles batches until one is not full, or nothing of it succeeded. What failed is left to the next run. */
async function untilNothingIsDue(
  job: RunningJob,
  handleBatch: () => Promise<{ found: number; handled: number }>,
): Promise<void> {
  let isMore = true;
  while (isMore && !job.signal.aborted) {
    const { found, handled } = await handleBatch();
    isMore = found === batch && handled > 0;
  }
}

/**
 * Processes some buckets in one transaction, which is faster than one transaction each, and records them in the run. If that fails, processes each
 * bucket separately, so that one failure does not block the others.
 * @returns how many succeeded
 */
async function handleTogether<T extends Due>(
  deps: Deps,
  run: TaskRun,
  some: T[],
  act: (tx: Tx, some: T[]) => Promise<{ items: number; deletedBuckets?: number }>,
): Promise<number> {
  try {
    await deps.db.transaction().execute(async (tx) => run.count(tx, await act(tx, some)));
    return some.length;
  } catch (error) {
    if (some.length > 1) {
      let handled = 0;
      for (const one of some) handled += await handleTogether(deps, run, [one], act);
      return handled;
    }
    const id = some[0]?.id;
    deps.log.error({ bucketId: id, err: error }, 'set could not be handled');
    await run.fail(deps.db, `${id}: ${describeError(error)}`);
    return 0;
  }
}
