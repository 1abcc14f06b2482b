import { defineJob } from '../../../job.ts';
import { leaseAttempt, type Steps } from './attempt-step.ts';
import { askProvider } from './request-generation.ts';
import { commitOutcome } from './commit-outcome.ts';
import { generateFilmJobType } from './generate-film.job-type.ts';
import { pollGeneration } from './poll-generation.ts';
import { reconcileAttempt } from './reconcile-attempt.ts';

/** What is done for an attempt in each of its open states. */
const steps: Steps = {
  submitting: askProvider,
  unknown: reconcileAttempt,
  submitted: pollGeneration,
  overdue: pollGeneration,
};

/** Takes an attempt on by one step, or several where they need no waiting, under a lease that lets nobody else do the same. */
export const generateFilmJob = defineJob({
  ...generateFilmJobType,
  async run({ attemptId }, deps, { signal }) {
    const lease = await leaseAttempt(deps, attemptId, signal);
    if (!lease) return;
    try {
      let goesOn = true;
      while (goesOn) goesOn = await commitOutcome(deps, lease, await steps[lease.attempt.state](deps, lease));
    } finally {
      await lease.end();
    }
  },
});
