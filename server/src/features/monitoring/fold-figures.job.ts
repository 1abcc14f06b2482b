import * as z from 'zod/mini';
import { defineJob, type Schedule } from '../../job.ts';
import { foldChanges } from './figure-sums.queries.ts';

/** How many changes one transaction folds. */
const batch = 10_000;

/** Keeps the figures quick to read: the changes since the last time become part of the sums. */
export const foldFiguresJob = defineJob({
  name: 'fold-figures',
  payload: z.object({}),
  maxAttempts: 1,
  run: async (_payload, deps, job) => {
    let folded = batch;
    while (folded === batch && !job.signal.aborted) folded = await foldChanges(deps.db, batch);
  },
});

export const foldFiguresSchedule: Schedule = { job: foldFiguresJob, everyMs: () => 60_000 };
