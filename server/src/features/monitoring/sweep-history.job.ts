import * as z from 'zod/mini';
import { defineJob, type Schedule } from '../../job.ts';
import { deleteOldCancellations } from '../photos/upload/cancelled-upload.queries.ts';
import { deleteOldHistory } from './history.queries.ts';
import { startRun } from '../journal/start-run.ts';

/** Rows of each table that one transaction deletes; the rest waits for the next run. */
const batch = 10_000;

/** Deletes old errors, old task runs, old days of user activity and old cancelled uploads. */
export const sweepHistoryJob = defineJob({
  name: 'sweep-history',
  payload: z.object({}),
  run: (_payload, { db }) =>
    db.transaction().execute(async (tx) => {
      const items = (await deleteOldHistory(tx, batch)) + (await deleteOldCancellations(tx, batch));
      await startRun('history-cleanup').count(tx, { items });
    }),
});

export const sweepHistorySchedule: Schedule = {
  job: sweepHistoryJob,
  everyMs: (config) => config.RETENTION_SWEEP_MS,
};
