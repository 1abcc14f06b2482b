import * as z from 'zod/mini';
import type { JobType } from '../../platform/queue/job.ts';

/** Brings a checkout in line with its session; `failed` where the provider has said that a payment that takes days has failed. */
export const settleSessionJobType = {
  name: 'settle-session',
  payload: z.object({ sessionId: z.string(), failed: z._default(z.boolean(), false) }),
} as const satisfies JobType;
