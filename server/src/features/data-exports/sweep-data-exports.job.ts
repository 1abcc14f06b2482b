import * as z from 'zod/mini';
import { defineJob, type Schedule } from '../../job.ts';
import { removeFilesLater } from '../photos/files/remove-files.ts';
import { startRun } from '../journal/start-run.ts';
import { recordError } from '../journal/error-log.queries.ts';
import { deleteOldExports, failStrandedExports } from './data-export.queries.ts';

/** Deletes expired exports, and fails those whose job has been lost, so that others can be requested. */
export const sweepDataExportsJob = defineJob({
  name: 'sweep-data-exports',
  payload: z.object({}),
  run: (_payload, { db, log }) =>
    db.transaction().execute(async (tx) => {
      for (const { userId } of await failStrandedExports(tx)) {
        log.error({ userId }, 'a data export was interrupted at each attempt');
        await recordError(tx, {
          moduleName: 'data-exports',
          errorMessage: 'A data export was interrupted at each attempt.',
        });
      }
      const { deleted, files } = await deleteOldExports(tx);
      await removeFilesLater(tx, files);
      await startRun('export-cleanup').count(tx, { items: deleted });
    }),
});

export const sweepDataExportsSchedule: Schedule = {
  job: sweepDataExportsJob,
  everyMs: (config) => config.RETENTION_SWEEP_MS,
};
