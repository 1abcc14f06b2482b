import * as z from 'zod/mini';
import type { Queryable } from '../../../platform/db.ts';
import { enqueue, type JobType } from '../../../platform/queue/job.ts';

const payload = z.object({ id: z.uuid() });

/** Deletes at the video service whatever no order needs. Given up after about two minutes in which nothing could be deleted. */
export const deleteGenerationsJobType = {
  name: 'delete-generations',
  payload,
  maxAttempts: 5,
} as const satisfies JobType;

export function deleteGenerationsLater(db: Queryable, id: string, delayMs = 0): Promise<void> {
  const { name } = deleteGenerationsJobType;
  return enqueue(db, deleteGenerationsJobType, { id }, { key: `${name}:${id}`, queue: name, delayMs });
}
