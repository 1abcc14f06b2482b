import * as z from 'zod/mini';
import type { Queryable } from '../../../platform/db.ts';
import { enqueue, type JobType } from '../../../platform/queue/job.ts';

const payload = z.object({ attemptId: z.uuid() });

/** One step of one attempt to have a film made. */
export const generateFilmJobType: JobType<typeof payload> = { name: 'generate-film', payload };

/** Wakes an attempt; one waiting job per attempt, the last call decides when. */
export function wakeAttempt(tx: Queryable, attemptId: string, delayMs = 0): Promise<void> {
  return enqueue(tx, generateFilmJobType, { attemptId }, { key: `attempt:${attemptId}`, delayMs: Math.round(delayMs) });
}
