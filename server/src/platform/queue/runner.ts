import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Logger, run, runMigrations, type JobHelpers, type Task } from 'graphile-worker';
import type pg from 'pg';
import type { Log } from '../log.ts';

export interface RunningJob {
  /** Aborted when the process stops: the job must finish or throw at once. */
  readonly signal: AbortSignal;
  readonly attempt: number;
}

/** A job's name and its work; the payload is passed as it was stored, and the work parses it. */
export interface JobRunner {
  readonly name: string;
  run(payload: unknown, job: RunningJob): Promise<void>;
}

export interface Runner {
  /** Ids under which this process locks jobs. */
  workerIds(): string[];
  /** Takes no new job, waits for the running ones, and releases those that do not end in time. */
  stop(): Promise<void>;
}

/** Creates the queue's own tables. */
export async function migrateQueue(pool: pg.Pool, log: Log): Promise<void> {
  await runMigrations({ pgPool: pool, logger: logger(log) });
}

export interface RunnerOptions {
  pool: pg.Pool;
  jobs: readonly JobRunner[];
  /** Concurrent jobs in this process. */
  concurrency: number;
  log: Log;
}

/** Runs the jobs of the queue until it is stopped. After losing the database it restarts when the database is back. */
export async function startRunner(options: RunnerOptions): Promise<Runner> {
  const stopping = new AbortController();
  const ids = new Set<string>();
  let current = await startOnce(options, ids, stopping.signal);
  const supervised = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await current.ended;
      } catch (error) {
        options.log.warn({ err: error }, 'the queue lost its database');
      }
      current = await startAgain(options, ids, stopping.signal, current);
    }
  })();
  return {
    workerIds: () => [...ids],
    stop: async () => {
      stopping.abort();
      await current.stop().catch((error: Error) => options.log.debug({ err: error }, 'the queue had stopped already'));
      await supervised;
    },
  };
}

/** Jobs locked under the old ids are freed by the next heartbeats, which no longer contain these ids. */
async function startAgain(
  options: RunnerOptions,
  ids: Set<string>,
  signal: AbortSignal,
  before: RunningQueue,
): Promise<RunningQueue> {
  while (!signal.aborted) {
    await delay(500, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) break;
    ids.clear();
    try {
      const started = await startOnce(options, ids, signal);
      if (!signal.aborted) return started;
      // `stop` was called during the start.
      await started.stop();
    } catch (error) {
      options.log.debug({ err: error }, 'the queue cannot start yet');
    }
  }
  return before;
}

interface RunningQueue {
  /** Settles when the runner has ended. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** Milliseconds that stopping may take; running jobs get 5 s. */
const maxEndingMs = 6_000;

async function startOnce(options: RunnerOptions, ids: Set<string>, signal: AbortSignal): Promise<RunningQueue> {
  const events = new EventEmitter();
  // If the database fails at the wrong moment, the library (0.18.0) begins to stop and never finishes: it is then abandoned.
  const hung = Promise.withResolvers<void>();
  hung.promise.catch(() => undefined);
  events.on('pool:gracefulShutdown', () => {
    setTimeout(() => hung.reject(new Error('The queue did not come to its end')), maxEndingMs).unref();
  });
  // Jobs are locked under the id of the pool, not of the worker in it that runs them.
  events.on('pool:create', ({ workerPool }: { workerPool: { id: string } }) => ids.add(workerPool.id));
  const runner = await run({
    pgPool: options.pool,
    concurrency: options.concurrency,
    noHandleSignals: true,
    pollInterval: 500,
    gracefulShutdownAbortTimeout: 5000,
    // Without batches the library does not handle the promise that writes a job's outcome: a lost database would then end the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    taskList: Object.fromEntries(options.jobs.map((job) => [job.name, task(job, signal, options.log)])),
    logger: logger(options.log),
    events,
  });
  return {
    ended: Promise.race([runner.promise, hung.promise]),
    stop: () => Promise.race([runner.stop(), hung.promise]),
  };
}

function task(job: JobRunner, signal: AbortSignal, log: Log): Task {
  return async (payload: unknown, helpers: JobHelpers) => {
    try {
      await job.run(payload, { signal, attempt: helpers.job.attempts });
    } catch (error) {
      const about = { job: job.name, jobId: helpers.job.id, attempt: helpers.job.attempts, err: error };
      if (signal.aborted) log.info(about, 'job left for another process');
      else log.error(about, 'job failed');
      throw error;
    }
  };
}

function logger(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.warn({ queue: message }, 'queue');
    else log.trace({ queue: message }, 'queue');
  });
}
