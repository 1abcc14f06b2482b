import type { Deps } from './deps.ts';
import type { Job } from './job.ts';
import { queuedJobs } from './features/journal/queued-jobs.ts';
import { jobs, schedules } from './jobs.ts';
import type { JobRunner } from './platform/queue/runner.ts';
import type { Queryable } from './platform/database/db.ts';
import { databaseNow } from './platform/database/expressions.ts';

/**
 * Binds every job to `Deps`; a payload is parsed before its job runs. Throws at start if two jobs share a name, or a job that is scheduled or
 * enqueued is missing from the list.
 */
export function bindJobs(deps: Deps): JobRunner[] {
  const all = new Map<string, Job>();
  for (const job of jobs) {
    if (all.has(job.name)) throw new Error(`Two jobs are called ${job.name}`);
    all.set(job.name, job);
  }
  for (const { job } of schedules) {
    if (!all.has(job.name)) throw new Error(`The scheduled job ${job.name} is missing in the list of jobs`);
  }
  for (const name of queuedJobs) {
    if (!all.has(name)) throw new Error(`The job ${name} is enqueued, but missing in the list of jobs`);
  }
  const scheduled = new Set(schedules.map(({ job }) => job.name));
  return [...all.values()].map((job) => ({
    name: job.name,
    run: (payload, running) =>
      measured(deps, job.name, async () => {
        await job.run(job.payload.parse(payload), deps, running);
        if (scheduled.has(job.name)) await recordSuccess(deps.db, job.name);
      }),
  }));
}

async function measured(deps: Deps, job: string, work: () => Promise<void>): Promise<void> {
  const began = performance.now();
  const ended = (outcome: 'success' | 'failure') =>
    deps.metrics.jobEnded({ job, outcome }, (performance.now() - began) / 1000);
  try {
    await work();
    ended('success');
  } catch (error) {
    ended('failure');
    throw error;
  }
}

/** Records that a scheduled job succeeded, so that a missing run is noticed in any process. */
async function recordSuccess(db: Queryable, job: string): Promise<void> {
  await db
    .insertInto('scheduleSuccesses')
    .values({ job, succeededAt: databaseNow })
    .onConflict((conflict) => conflict.column('job').doUpdateSet({ succeededAt: databaseNow }))
    .execute();
}
