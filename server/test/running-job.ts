import type { RunningJob } from '../src/platform/queue/runner.ts';

/** What a job that a test runs itself is told: it is the first attempt, and nobody stops it. */
export const runningJob: RunningJob = { signal: new AbortController().signal, attempt: 1 };
