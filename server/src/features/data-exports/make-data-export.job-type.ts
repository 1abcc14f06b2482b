import * as z from 'zod/mini';
import type { JobType } from '../../platform/queue/job.ts';

export const makeDataExportJobType = {
  name: 'make-data-export',
  payload: z.object({ id: z.uuid() }),
  maxAttempts: 3,
} as const satisfies JobType;
