import * as z from 'zod/mini';
import { defineJob, type Schedule } from '../../job.ts';
import { deleteOldHistory } from './old-history.queries.ts';
import { startRun } from '../journal/start-run.ts';

/** How many of each kind one transaction deletes; the rest waits for the next time. */
const batch = 10_000;

/** Clears away what nobody looks up any more: old errors, old runs of tasks, and who was here on which day. */
export const sweepHistoryJob = defineJob({
  name: 'sweep-history',
  payload: z.object({}),
  run: (_payload, { db, clock }) =>
    db.transaction(async (tx) => {
      await startRun(clock, 'history-cleanup').count(tx, { items: await deleteOldHistory(tx, batch) });
    }),
});

export const sweepHistorySchedule: Schedule = {
  job: sweepHistoryJob,
  everyMs: (config) => config.RETENTION_SWEEP_MS,
};
