import { bindJobs } from '../bind-jobs.ts';
import type { Deps } from '../deps.ts';
import { schedules } from '../jobs.ts';
import { recordHeartbeat, removePresence } from '../platform/queue/presence.ts';
import { startRunner } from '../platform/queue/runner.ts';
import { startScheduler } from '../platform/queue/scheduler.ts';

/** Slots in addition to those of films, so that mails and sweeps run while all films wait for a provider. */
const spareJobs = 4;
/** Upper limit of concurrent films in this process: every idle slot polls the database once a second. */
const maxFilms = 60;

/** Runs the queue and the schedules, and sends the heartbeat of this process. @returns stops all of it */
export async function startWorker(deps: Deps, renderSlots: number): Promise<{ stop(): Promise<void> }> {
  const { db, log, config, processId } = deps;
  const films = Math.min(maxFilms, Math.max(renderSlots, config.PROVIDER_CONCURRENCY));
  const runner = await startRunner({ pool: db.directPool, jobs: bindJobs(deps), concurrency: films + spareJobs, log });
  const sendHeartbeat = () =>
    recordHeartbeat(db, { id: processId, workerIds: runner.workerIds(), renderSlots }, config.LEASE_MS);
  await sendHeartbeat().catch(async (error: Error) => {
    await runner.stop();
    throw error;
  });
  const heartbeat = setInterval(() => {
    sendHeartbeat().catch((error: Error) => log.warn({ err: error }, 'heartbeat failed'));
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
      await removePresence(db, processId);
    },
  };
}
