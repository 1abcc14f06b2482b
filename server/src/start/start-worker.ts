import { bindJobs } from '../bind-jobs.ts';
import type { Deps } from '../deps.ts';
import { schedules } from '../jobs.ts';
import { beat, leave } from '../platform/queue/presence.ts';
import { startRunner } from '../platform/queue/runner.ts';
import { startScheduler } from '../platform/queue/scheduler.ts';

/** More than the films in work at once, here or at a provider that hangs, so that mails and sweeps never wait behind films. */
const spareJobs = 4;
/** Every place asks the database for work once a second. */
const mostFilms = 60;

/** Works off the queue, keeps the schedules and tells the others that this process lives. @returns how to stop */
export async function startWorker(deps: Deps, renderSlots: number): Promise<{ stop(): Promise<void> }> {
  const { db, log, config, processId } = deps;
  const films = Math.min(mostFilms, Math.max(renderSlots, config.PROVIDER_CONCURRENCY));
  const runner = await startRunner({ pool: db.directPool, jobs: bindJobs(deps), concurrency: films + spareJobs, log });
  const sign = () => beat(db, { id: processId, workerIds: runner.workerIds(), renderSlots }, config.LEASE_MS);
  await sign().catch(async (error: Error) => {
    await runner.stop();
    throw error;
  });
  const heartbeat = setInterval(() => {
    sign().catch((error: Error) => log.warn({ err: error }, 'heartbeat failed'));
  }, config.LEASE_MS / 3);
  const stopScheduler = startScheduler(
    db,
    schedules.map(({ job, everyMs }) => ({ job, everyMs: everyMs(config) })),
    log,
  );
  return {
    stop: async () => {
      stopScheduler();
      clearInterval(heartbeat);
      await runner.stop();
      await leave(db, processId);
    },
  };
}
