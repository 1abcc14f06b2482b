import { limits } from '@keepsake/contract/limits';
import * as z from 'zod/mini';
import { defineJob, type Schedule } from '../../job.ts';
import { forgetActors } from '../journal/audit.queries.ts';
import { startRun } from '../journal/start-run.ts';
import { removeOldAccountTokens } from './account-token.queries.ts';
import { removeOldNetworks } from './sessions/known-network.queries.ts';
import { sessionLife } from './sessions/session-life.ts';
import { removeSessions } from './sessions/session.queries.ts';

/**
 * Clears away sessions that have ended and links that have lapsed: neither works any more, and both say who was here when. And the names of
 * administrators who left long ago.
 */
export const sweepAccountsJob = defineJob({
  name: 'sweep-accounts',
  payload: z.object({}),
  run: async (_payload, deps) => {
    const run = startRun(deps.clock, 'account-cleanup');
    await deps.db.transaction(async (tx) => {
      // The longest life there is: what has ended by it has ended for everybody.
      const sessions = await removeSessions(tx, sessionLife.User);
      const tokens = await removeOldAccountTokens(tx);
      const networks = await removeOldNetworks(tx, limits.activityDays);
      const names = await forgetActors(tx);
      deps.log.debug({ sessions, tokens, networks, names }, 'accounts swept');
      await run.count(tx, { items: sessions + tokens + networks + names });
    });
  },
});

export const sweepAccountsSchedule: Schedule = {
  job: sweepAccountsJob,
  everyMs: (config) => config.RETENTION_SWEEP_MS,
};
