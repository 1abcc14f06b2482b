import * as z from 'zod/mini';
import { defineJob, type Schedule } from '../../job.ts';
import { deleteOldCancellations } from '../photos/upload/cancelled-upload.queries.ts';
import { deleteOldHistory } from './old-history.queries.ts';
import { startRun } from '../journal/start-run.ts';

/** How many of each kind one transaction deletes; the rest waits for the next time. */
const batch = 10_000;

/** Deletes what nobody looks up any more: old errors, old runs of tasks, who was here on which day, and cancelled uploads. */
export const sweepHistoryJob = defineJob({
  name: 'sweep-history',
  payload: z.object({}),
  run: (_payload, { db, clock }) =>
    db.transaction(async (tx) => {
      const items = (await deleteOldHistory(tx, batch)) + (await deleteOldCancellations(tx, batch));
      await startRun(clock, 'history-cleanup').count(tx, { items });
    }),
});

export const sweepHistorySchedule: Schedule = {
  job: sweepHistoryJob,
  everyMs: (config) => config.RETENTION_SWEEP_MS,
};
