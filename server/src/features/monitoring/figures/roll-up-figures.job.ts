import * as z from 'zod/mini';
import { defineJob, type Schedule } from '../../../job.ts';
import { rollUpChanges } from './figure-sum.queries.ts';

/** Changes that one transaction rolls up. */
const batch = 10_000;

/** Rolls up the changes since the last run, so that the figures stay quick to read. */
export const rollUpFiguresJob = defineJob({
  name: 'roll-up-figures',
  payload: z.object({}),
  maxAttempts: 1,
  run: async (_payload, deps, job) => {
    let rolledUp = batch;
    while (rolledUp === batch && !job.signal.aborted) rolledUp = await rollUpChanges(deps.db, batch);
  },
});

export const rollUpFiguresSchedule: Schedule = { job: rollUpFiguresJob, everyMs: () => 60_000 };
