import * as z from 'zod/mini';
import type { Queryable } from '../../../platform/db.ts';
import { enqueue, type JobType } from '../../../platform/queue/job.ts';

const payload = z.object({});

/** Starts waiting films while there is room at the provider. */
export const fillSlotsJobType: JobType<typeof payload> = { name: 'fill-slots', payload };

/** From within a change that makes room or work. Without a key: two changes must not wait for each other on the job's row. */
export function fillSlotsAfter(tx: Queryable): Promise<void> {
  return enqueue(tx, fillSlotsJobType, {});
}

/** From outside any transaction; many calls are one job. */
export function fillSlotsLater(db: Queryable, delayMs: number): Promise<void> {
  return enqueue(db, fillSlotsJobType, {}, { key: 'fill-slots', delayMs });
}
