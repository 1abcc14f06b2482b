import { defineJob } from '../../../job.ts';
import { leaseAttempt, type Steps } from './attempt-step.ts';
import { requestGeneration } from './request-generation.ts';
import { commitOutcome } from './commit-outcome.ts';
import { jobType } from '../../journal/queued-jobs.ts';
import { pollGeneration } from './poll-generation.ts';
import { reconcileAttempt } from './reconcile-attempt.ts';

/** The next step of an attempt, by its state. */
const steps: Steps = {
  submitting: requestGeneration,
  unknown: reconcileAttempt,
  submitted: pollGeneration,
  overdue: pollGeneration,
};

/** Runs the next step of an attempt, or several if they need no waiting, under a lease that excludes other workers. */
export const generateFilmJob = defineJob({
  ...jobType('generate-film'),
  async run({ attemptId }, deps, { signal }) {
    const lease = await leaseAttempt(deps, attemptId, signal);
    if (!lease) return;
    try {
      let hasNextStep = true;
      while (hasNextStep) hasNextStep = await commitOutcome(deps, lease, await steps[lease.attempt.state](deps, lease));
    } finally {
      await lease.end();
    }
  },
});
