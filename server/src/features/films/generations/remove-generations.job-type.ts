import * as z from 'zod/mini';
import type { Queryable } from '../../../platform/db.ts';
import { enqueue, type JobType } from '../../../platform/queue/job.ts';

const payload = z.object({});

/** Deletes at the providers what nobody needs any more. */
export const removeGenerationsJobType: JobType<typeof payload> = { name: 'remove-generations', payload };

export function removeGenerationsLater(db: Queryable): Promise<void> {
  return enqueue(db, removeGenerationsJobType, {}, { key: removeGenerationsJobType.name });
}
