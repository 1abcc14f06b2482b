import type { Db } from '../db.ts';
import type { Log } from '../log.ts';
import { enqueue, type JobType } from './job.ts';

export interface Scheduled {
  readonly job: JobType;
  readonly everyMs: number;
}

/**
 * Enqueues each job again and again. Every worker process does so: the job key keeps one waiting, the queue of its name one running.
 * @returns how to stop
 */
export function startScheduler(db: Db, scheduled: readonly Scheduled[], log: Log): () => void {
  const stops = scheduled.map(({ job, everyMs }) => {
    const tick = () => {
      enqueue(db, job, {}, { key: job.name, queue: job.name, keepTime: true }).catch((error: Error) =>
        log.warn({ job: job.name, err: error }, 'scheduled job could not be enqueued'),
      );
    };
    tick();
    const timer = setInterval(tick, everyMs);
    return () => clearInterval(timer);
  });
  return () => stops.forEach((stop) => stop());
}
