import type { Tx } from '../../../platform/database/db.ts';
import { removeRequestedFilesLater } from '../../journal/queued-jobs.ts';
import { requestRemovals } from './file-removal.queries.ts';

/** Enqueues the removal of files in the caller's transaction. */
export async function removeFilesLater(tx: Tx, storageKeys: string[]): Promise<void> {
  await requestRemovals(tx, storageKeys);
  await removeRequestedFilesLater(tx);
}
