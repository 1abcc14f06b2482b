import * as z from 'zod/mini';
import type { Queryable } from '../../../platform/db.ts';
import { enqueue, type JobType } from '../../../platform/queue/job.ts';

export const checkPhotoJobType = {
  name: 'check-photo',
  payload: z.object({ photoId: z.uuid() }),
  maxAttempts: 3,
} as const satisfies JobType;

/** Photos are looked at over this many queues at once: each takes a core for its time. */
const queues = 2;

/** Has a photo looked at once the caller's transaction commits. */
export function checkPhotoLater(tx: Queryable, photoId: string): Promise<void> {
  const queue = `photo-checks-${Number.parseInt(photoId.slice(-2), 16) % queues}`;
  return enqueue(tx, checkPhotoJobType, { photoId }, { key: `photo-check:${photoId}`, queue });
}
