import type * as z from 'zod/mini';
import type { Config } from './config.ts';
import type { Deps } from './deps.ts';
import type { JobType } from './platform/queue/job.ts';
import type { RunningJob } from './platform/queue/runner.ts';

/** A job of a feature: its type and its work. It may run twice, even concurrently, so it must be idempotent. */
export interface Job<P extends z.ZodMiniType = z.ZodMiniType> extends JobType<P> {
  run(payload: z.output<P>, deps: Deps, job: RunningJob): Promise<void>;
}

export function defineJob<P extends z.ZodMiniType>(job: Job<P>): Job<P> {
  return job;
}

/** A job without payload that runs at an interval. */
export interface Schedule {
  readonly job: Job<z.ZodMiniObject>;
  readonly everyMs: (config: Config) => number;
}
