import * as z from 'zod/mini';
import { defineJob, type Schedule } from '../../job.ts';
import { startRun } from '../journal/start-run.ts';
import { strandedAttempts } from './attempts/attempt.queries.ts';
import { fillSlotsLater, removeGenerationsLater, wakeAttempt } from '../journal/queued-jobs.ts';
import { hasDueRemovals } from './generations/generation-removal.queries.ts';
import { hasDueProbe } from './attempts/provider-pause.queries.ts';
import { nextFilmDueMs } from './waiting-film.queries.ts';

/** Enqueues jobs for attempts and removals that have none, because a worker was killed or a job was lost. */
export const sweepFilmsJob = defineJob({
  name: 'sweep-films',
  payload: z.object({}),
  async run(_payload, { db, config }) {
    const run = startRun('film-rescue');
    for (const attemptId of await strandedAttempts(db, config.LEASE_MS)) {
      await db.transaction().execute(async (tx) => {
        await wakeAttempt(tx, attemptId);
        await run.count(tx, { items: 1 });
      });
    }
    if ((await nextFilmDueMs(db)) === 0 || (await hasDueProbe(db))) await fillSlotsLater(db, 0);
    if (await hasDueRemovals(db)) await removeGenerationsLater(db);
  },
});

export const sweepFilmsSchedule: Schedule = {
  job: sweepFilmsJob,
  everyMs: ({ POLL_INTERVAL_MS, LEASE_MS }) => Math.min(POLL_INTERVAL_MS, LEASE_MS),
};
