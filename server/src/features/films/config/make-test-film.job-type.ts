import * as z from 'zod/mini';
import type { Queryable } from '../../../platform/db.ts';
import { enqueue, type JobType } from '../../../platform/queue/job.ts';

const payload = z.object({ id: z.uuid() });

/** One step of the film by which an administrator tries a configuration. */
export const makeTestFilmJobType: JobType<typeof payload> = { name: 'make-test-film', payload };

export function makeTestFilmLater(tx: Queryable, id: string, delayMs = 0): Promise<void> {
  return enqueue(tx, makeTestFilmJobType, { id }, { key: `test-film:${id}`, delayMs: Math.round(delayMs) });
}
