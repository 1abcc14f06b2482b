import type { Db } from '../database/db.ts';
import { appNow, later } from '../database/expressions.ts';
import type { Log } from '../log.ts';
import { enqueue, type JobType } from './job.ts';

export interface Scheduled {
  readonly job: JobType;
  readonly everyMs: number;
}

/**
 * Enqueues each job at once and then again and again. However many worker processes there are, one of them enqueues it at a time: who
 * comes first writes down when. The queue of its name keeps one running.
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
    // Timers are a little early at times.
    const timer = setInterval(() => tick(0.9 * everyMs), everyMs);
    return () => clearInterval(timer);
  });
  return () => stops.forEach((stop) => stop());
}

/**
 * Not where it was enqueued less than `mostRecentMs` before. A time that lies ahead by more than `farthestMs` is that of a clock that was put
 * back; by less, of a worker that began later and was faster.
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
