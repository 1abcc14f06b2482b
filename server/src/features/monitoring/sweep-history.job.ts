import * as z from 'zod/mini';
import { defineJob, type Schedule } from '../../job.ts';
import { deleteOldCancellations } from '../photos/upload/cancelled-upload.queries.ts';
import { deleteOldHistory } from './history.queries.ts';
import { sumStored } from './figures/stored-sum.queries.ts';
import { startRun } from '../journal/start-run.ts';

/** Maximum number of rows deleted per table and transaction; the rest is left to the next run. */
const batch = 10_000;

/** Deletes old errors, task runs, days of user activity and cancelled uploads; then sums up the stored files. */
export const sweepHistoryJob = defineJob({
  name: 'sweep-history',
  payload: z.object({}),
  run: async (_payload, { db }) => {
    await db.transaction().execute(async (tx) => {
      const items = (await deleteOldHistory(tx, batch)) + (await deleteOldCancellations(tx, batch));
      await startRun('history-cleanup').count(tx, { items });
    });
    await sumStored(db);
  },
});

export const sweepHistorySchedule: Schedule = {
  job: sweepHistoryJob,
  everyMs: (config) => config.RETENTION_SWEEP_MS,
};
