import * as z from 'zod/mini';
import type { Tx } from '../../../platform/db.ts';
import { enqueue, type JobType } from '../../../platform/queue/job.ts';
import { requestRemovals } from './file-removal.queries.ts';

export const removeFilesJobType = {
  name: 'remove-files',
  payload: z.object({}),
} satisfies JobType;

/** Has files removed once the caller's transaction commits. */
export async function removeFilesLater(tx: Tx, storageKeys: string[]): Promise<void> {
  await requestRemovals(tx, storageKeys);
  await enqueue(tx, removeFilesJobType, {}, { key: removeFilesJobType.name });
}
