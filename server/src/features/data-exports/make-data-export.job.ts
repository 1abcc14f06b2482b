import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { limits } from '@keepsake/contract/limits';
import { makeZip } from 'client-zip';
import { defineJob } from '../../job.ts';
import { newId } from '../../platform/ids.ts';
import type { Deps } from '../../deps.ts';
import { cancelRemovals, requestRemovals } from '../photos/files/file-removal.queries.ts';
import { jobType, makeDataExportLater } from '../journal/queued-jobs.ts';
import { removeFilesLater } from '../photos/files/remove-files.ts';
import { recordError } from '../journal/error-log.queries.ts';
import { queueMail } from '../journal/queue-mail.ts';
import { plainStem } from '../photos/files/file-name.ts';
import { filesOfCustomer, recordsOfCustomer, type CustomerFile } from './customer-data.queries.ts';
import { deleteOldExports, ownerOfWaiting, setExportFailed, setExportReady } from './data-export.queries.ts';
import { describeError } from '../../platform/database/describe-error.ts';

/** Milliseconds after which an unfinished file counts as abandoned by a process that died. */
const graceMs = 6 * 3_600_000;

/** Packs a customer's data and notifies them by mail. A failure of the last attempt is shown in the profile. */
export const makeDataExportJob = defineJob({
  ...jobType('make-data-export'),
  async run({ id }, deps, { attempt, signal }) {
    const { db, storage, log } = deps;
    const userId = await ownerOfWaiting(db, id);
    const records = userId && (await recordsOfCustomer(db, userId));
    if (!userId || !records) return;
    const storageKey = `exports/${newId()}.zip`;
    try {
      await requestRemovals(db, [storageKey], graceMs);
      const zip = packData(deps, { records, files: await filesOfCustomer(db, userId), signal });
      const { bytes, sha256 } = await storage.put(storageKey, zip, 'application/zip');
      await db.transaction().execute(async (tx) => {
        const file = { storageKey, bytes, sha256, days: limits.dataExportDays };
        // If the account was deleted meanwhile, the file stays on the list of files to remove.
        if (!(await setExportReady(tx, id, file))) return;
        if (!(await cancelRemovals(tx, [storageKey]))) throw new Error('The data export took too long to be kept');
        const { files } = await deleteOldExports(tx);
        await removeFilesLater(tx, files);
        await queueMail(tx, { kind: 'data-export-ready', userId, dedupeKey: `data-export:${id}` });
      });
    } catch (error) {
      // This process is stopping: another one makes the export, with the full number of attempts.
      if (signal.aborted) return makeDataExportLater(db, id);
      if (attempt < jobType('make-data-export').maxAttempts) throw error;
      log.error({ userId, err: error }, 'a data export could not be made');
      await recordError(db, { moduleName: 'data-exports', errorMessage: describeError(error) });
      await setExportFailed(db, id);
    }
  },
});

interface Contents {
  records: object;
  files: readonly CustomerFile[];
  signal: AbortSignal;
}

/**
 * A zip stream of a customer's records and files. Photos and films are already compressed, so they are stored without compression. If a file is
 * deleted meanwhile, the stream fails with StorageMissing.
 */
function packData({ storage }: Pick<Deps, 'storage'>, { records, files, signal }: Contents): Readable {
  async function* entries() {
    yield { name: 'data.json', input: JSON.stringify(records, null, 2) };
    const names = nameFiles(files);
    for (const [at, { storageKey, at: lastModified }] of files.entries()) {
      signal.throwIfAborted();
      yield { name: names[at] ?? storageKey, lastModified, input: await storage.read(storageKey) };
    }
  }
  return Readable.fromWeb(makeZip(entries()) as ReadableStream<Uint8Array>);
}

/** `2026-11-20/1-grandma.jpg`, `2026-11-20/1-grandma-smile-1.mp4`, `invoices/ks-2026-000001.pdf`; later files of the same name get a number. */
export function nameFiles(files: readonly CustomerFile[]): string[] {
  const taken = new Set<string>();
  return files.map((file) => {
    const [stem, ending] = stemAndEnding(file);
    let name = `${stem}${ending}`;
    for (let count = 2; taken.has(name); count += 1) name = `${stem} (${count})${ending}`;
    taken.add(name);
    return name;
  });
}

function stemAndEnding({ kind, day, name, title }: CustomerFile): [stem: string, ending: string] {
  if (kind === 'invoice') return [`invoices/${plainStem(name)}`, '.pdf'];
  const photo = plainStem(name.replace(/\.\w{1,5}$/, ''));
  const stem = `${day.toISOString().slice(0, 10)}/${photo}`;
  return kind === 'film' ? [`${stem}-${plainStem(title ?? 'film')}`, '.mp4'] : [stem, '.jpg'];
}
