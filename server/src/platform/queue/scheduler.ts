import type { Db } from '../database/db.ts';
import { appNow, later } from '../database/expressions.ts';
import type { Log } from '../log.ts';
import { enqueue, type JobType } from './job.ts';

export interface Scheduled {
  readonly job: JobType;
  readonly everyMs: number;
}

/**
 * Enqueues each job at start and then at its interval. With several worker processes only one of them enqueues a due job: the first one
 * records the time. Jobs of one name share a queue, so only one runs at a time.
 * @returns how to stop
 */
export function startScheduler(db: Db, scheduled: readonly Scheduled[], log: Log): () => void {
  const stops = scheduled.map(({ job, everyMs }) => {
    const tick = (mostRecentMs: number) => {
      enqueueWhenDue(db, job, { mostRecentMs, farthestMs: everyMs }).catch((error: Error) =>
        log.warn({ job: job.name, err: error }, 'scheduled job could not be enqueued'),
      );
    };
    tick(0);
    // Timers sometimes fire a little early.
    const timer = setInterval(() => tick(0.9 * everyMs), everyMs);
    return () => clearInterval(timer);
  });
  return () => stops.forEach((stop) => stop());
}

/**
 * Enqueues unless the job was enqueued less than `mostRecentMs` ago. A recorded time more than `farthestMs` ahead means that a clock was set
 * back and is ignored; a smaller lead is that of another worker that was faster.
 */
function enqueueWhenDue(
  db: Db,
  job: JobType,
  { mostRecentMs, farthestMs }: { mostRecentMs: number; farthestMs: number },
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const due = await tx
      .insertInto('schedules')
      .values({ job: job.name, enqueuedAt: appNow })
      .onConflict((conflict) =>
        conflict
          .column('job')
          .doUpdateSet({ enqueuedAt: appNow })
          .where(({ or, eb }) =>
            or([
              eb('schedules.enqueuedAt', '<=', later(appNow, -mostRecentMs)),
              eb('schedules.enqueuedAt', '>', later(appNow, farthestMs)),
            ]),
          ),
      )
      .returning('job')
      .executeTakeFirst();
    if (due) await enqueue(tx, job, {}, { key: job.name, queue: job.name, keepTime: true });
  });
}
