import { limits } from '@keepsake/contract/limits';
import * as z from 'zod/mini';
import { defineJob, type Schedule } from '../../job.ts';
import { deleteOldActorNames } from '../journal/audit.queries.ts';
import { startRun } from '../journal/start-run.ts';
import { removeOldAccountTokens } from './account-token.queries.ts';
import { removeOldNetworks, removeSessions } from './sessions/session.queries.ts';
import { sessionLife } from './sessions/authenticate.ts';

/**
 * Deletes ended sessions and expired links, which are personal data that is no longer needed, and the names of administrators whose accounts were
 * deleted long ago.
 */
export const sweepAccountsJob = defineJob({
  name: 'sweep-accounts',
  payload: z.object({}),
  run: async (_payload, deps) => {
    const run = startRun('account-cleanup');
    await deps.db.transaction().execute(async (tx) => {
      // The longest lifetime of all roles: a session past it has ended for every role.
      const sessions = await removeSessions(tx, sessionLife.User);
      const tokens = await removeOldAccountTokens(tx);
      const networks = await removeOldNetworks(tx, limits.activityDays);
      const names = await deleteOldActorNames(tx);
      deps.log.debug({ sessions, tokens, networks, names }, 'accounts swept');
      await run.count(tx, { items: sessions + tokens + networks + names });
    });
  },
});

export const sweepAccountsSchedule: Schedule = {
  job: sweepAccountsJob,
  everyMs: (config) => config.RETENTION_SWEEP_MS,
};
