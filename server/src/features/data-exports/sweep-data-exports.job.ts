import * as z from 'zod/mini';
import { defineJob, type Schedule } from '../../job.ts';
import { removeFilesLater } from '../photos/files/remove-files.ts';
import { startRun } from '../journal/start-run.ts';
import { deleteOldExports } from './data-export.queries.ts';

/** Deletes expired exports. */
export const sweepDataExportsJob = defineJob({
  name: 'sweep-data-exports',
  payload: z.object({}),
  run: (_payload, { db }) =>
    db.transaction().execute(async (tx) => {
      const { deleted, files } = await deleteOldExports(tx);
      await removeFilesLater(tx, files);
      await startRun('export-cleanup').count(tx, { items: deleted });
    }),
});

export const sweepDataExportsSchedule: Schedule = {
  job: sweepDataExportsJob,
  everyMs: (config) => config.RETENTION_SWEEP_MS,
};
