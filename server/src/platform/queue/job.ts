import type * as z from 'zod/mini';
import { sql } from 'kysely';
import type { Queryable } from '../database/db.ts';
import { databaseNow, later } from '../database/expressions.ts';

/** The type of a job without its work: enough to enqueue it. */
export interface JobType<P extends z.ZodMiniType = z.ZodMiniType> {
  readonly name: string;
  readonly payload: P;
  /** Attempts before the job fails permanently; 25 (about three days) by default. */
  readonly maxAttempts?: number;
}

export interface EnqueueOptions {
  /** At most one waiting job per key: enqueueing again replaces payload and time. */
  key?: string;
  /** Enqueueing again keeps the time of the waiting job. */
  keepTime?: boolean;
  /** Jobs of one queue run one after another. */
  queue?: string;
  /** Of waiting jobs the one with the lowest number runs first, and of these the oldest; 0 by default. */
  priority?: number;
  delayMs?: number;
}

/**
 * Enqueues inside the caller's transaction, so that a change and the job it causes commit together. Every job may run twice.
 * @see https://worker.graphile.org/docs/sql-add-job
 */
export async function enqueue<P extends z.ZodMiniType>(
  tx: Queryable,
  job: JobType<P>,
  payload: z.input<P>,
  options: EnqueueOptions = {},
): Promise<void> {
  const body = JSON.stringify(job.payload.parse(payload));
  await sql`
    select 1 from graphile_worker.add_job(
      ${job.name}, ${body}::json, queue_name := ${options.queue ?? null}::text,
      run_at := ${later(databaseNow, options.delayMs ?? 0)},
      max_attempts := ${job.maxAttempts ?? 25}::int, priority := ${options.priority ?? 0}::int, job_key := ${options.key ?? null}::text,
      job_key_mode := ${options.keepTime ? 'preserve_run_at' : 'replace'}
    )`.execute(tx);
}
