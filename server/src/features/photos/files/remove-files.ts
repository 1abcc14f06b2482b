import type { Tx } from '../../../platform/database/db.ts';
import { removeRequestedFilesLater } from '../../journal/queued-jobs.ts';
import { requestRemovals } from './file-removal.queries.ts';

/** Removes files once the caller's transaction commits. */
export async function removeFilesLater(tx: Tx, storageKeys: string[]): Promise<void> {
  await requestRemovals(tx, storageKeys);
  await removeRequestedFilesLater(tx);
}
