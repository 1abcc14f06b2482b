import * as z from 'zod/mini';
import type { Queryable } from '../../platform/db.ts';
import { enqueue, type JobType } from '../../platform/queue/job.ts';

/** Brings a checkout in line with its session; `failed` where the provider has said that a payment that takes days has failed. */
export const settleSessionJobType = {
  name: 'settle-session',
  payload: z.object({ sessionId: z.string(), failed: z._default(z.boolean(), false) }),
} as const satisfies JobType;

/** Has a session looked up and acted on; one waiting job per session and `failed`. */
export function settleSessionLater(
  db: Queryable,
  sessionId: string,
  { failed = false, keepTime = false }: { failed?: boolean; keepTime?: boolean } = {},
): Promise<void> {
  return enqueue(db, settleSessionJobType, { sessionId, failed }, { key: `settle:${sessionId}:${failed}`, keepTime });
}
