import { limits } from '@keepsake/contract/limits';
import { defineJob } from '../../job.ts';
import { newId } from '../../platform/ids.ts';
import { cancelRemovals, requestRemovals } from '../photos/files/file-removal.queries.ts';
import { removeFilesLater } from '../photos/files/remove-files.job-type.ts';
import { recordError } from '../journal/error-log.queries.ts';
import { queueMail } from '../journal/queue-mail.ts';
import { filesOfCustomer, recordsOfCustomer } from './customer-data.queries.ts';
import { deleteOldExports, ownerOfWaiting, setExportFailed, setExportReady } from './data-export.queries.ts';
import { makeDataExportJobType } from './make-data-export.job-type.ts';
import { packData } from './pack-data.ts';

/** How long a file may be written before it counts as left behind by a process that died. */
const graceMs = 6 * 3_600_000;

/** Puts a customer's data together and tells them. What cannot be done at the last try is told in the profile. */
export const makeDataExportJob = defineJob({
  ...makeDataExportJobType,
  async run({ id }, deps, { attempt }) {
    const { db, clock, storage, log } = deps;
    const userId = await ownerOfWaiting(db, id);
    const records = userId && (await recordsOfCustomer(db, userId));
    if (!userId || !records) return;
    const storageKey = `exports/${newId()}.zip`;
    try {
      await requestRemovals(db, [storageKey], graceMs);
      const zip = packData(deps, records, await filesOfCustomer(db, userId));
      const { bytes, sha256 } = await storage.put(storageKey, zip, 'application/zip');
      await db.transaction(async (tx) => {
        const file = { storageKey, bytes, sha256, days: limits.dataExportDays };
        // Where the account was deleted meanwhile, the file stays on the list of removals.
        if (!(await setExportReady(tx, id, file))) return;
        await cancelRemovals(tx, [storageKey]);
        const { files } = await deleteOldExports(tx);
        await removeFilesLater(tx, files);
        await queueMail(tx, clock, { kind: 'data-export-ready', userId, dedupeKey: `data-export:${id}` });
      });
    } catch (error) {
      if (attempt < makeDataExportJobType.maxAttempts) throw error;
      log.error({ userId, err: error }, 'a data export could not be made');
      await recordError(db, clock, { moduleName: 'data-exports', errorMessage: (error as Error).message });
      await setExportFailed(db, id);
    }
  },
});
