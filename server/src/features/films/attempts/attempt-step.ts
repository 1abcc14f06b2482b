import type { FailureCode } from '@keepsake/contract/films/videos';
import type { Deps } from '../../../deps.ts';
import {
  extendLease,
  releaseLease,
  saveAttempt,
  takeLease,
  type Attempt,
  type AttemptChanges,
  type OpenAttemptState,
} from './attempt.queries.ts';
import { wakeAttempt } from '../../journal/queued-jobs.ts';
import type { StoredFilm } from '../film.queries.ts';

/** The exclusive right of one worker to work on an attempt. It expires unless the heartbeat extends it. */
export interface Lease {
  /** As last committed under this lease. */
  readonly attempt: Attempt;
  /** The database's time; off by at most the duration of one query. */
  now(): Date;
  /** Aborted when the process stops or the lease is lost: the work must then end. */
  readonly signal: AbortSignal;
  /** Commits changes and keeps the lease. @returns false if another worker has taken over or the attempt was deleted */
  save(changes: AttemptChanges): Promise<boolean>;
  /** Stops the heartbeat, and releases the lease unless a commit has done so. */
  end(): Promise<void>;
}

/**
 * Takes the lease of an attempt and extends it by a heartbeat. Undefined if the attempt has ended, or if another worker holds the lease: then the job
 * is enqueued again for when that lease would expire.
 */
export async function leaseAttempt(deps: Deps, attemptId: string, stopping: AbortSignal): Promise<Lease | undefined> {
  const { config, db } = deps;
  const startedAt = performance.now();
  const taken = await db.transaction().execute(async (tx) => {
    const result = await takeLease(tx, attemptId, config.LEASE_MS);
    if (result && 'heldForMs' in result) await wakeAttempt(tx, attemptId, result.heldForMs + 50);
    return result;
  });
  if (!taken || 'heldForMs' in taken) return undefined;

  let { attempt } = taken;
  const lost = new AbortController();
  const heartbeat = setInterval(() => {
    extendLease(db, attempt, config.LEASE_MS).then(
      (isOurs) => isOurs || lost.abort(new Error('the lease is lost')),
      (error: Error) => deps.log.warn({ attemptId, err: error }, 'heartbeat failed'),
    );
  }, config.LEASE_MS / 3);
  return {
    get attempt() {
      return attempt;
    },
    now: () => new Date(taken.now.getTime() + (performance.now() - startedAt)),
    signal: AbortSignal.any([stopping, lost.signal]),
    save: async (changes) => {
      const saved = await saveAttempt(db, attempt, changes, { release: false });
      if (saved) attempt = saved;
      return saved !== undefined;
    },
    end: async () => {
      clearInterval(heartbeat);
      await releaseLease(db, attempt);
    },
  };
}

/** The result of a step, as data; `commit-outcome.ts` writes it. */
export type Outcome =
  /** The attempt changes, and its next step follows at once. */
  | { kind: 'continue'; changes: AttemptChanges }
  /** The attempt may change, and its next step follows after `delayMs`. `problem`: an error that is retried. */
  | { kind: 'wait'; delayMs: number; changes?: AttemptChanges; problem?: string }
  /** The film is stored. */
  | { kind: 'film'; film: StoredFilm }
  /** The provider failed or refused. */
  | { kind: 'failed'; code: FailureCode; reason: string; isRepeated: boolean }
  /** Nothing was accepted, or what was accepted was lost with its process: the film is requested again. */
  | { kind: 'lost'; reason: string }
  /** The provider's circuit is open: the film goes back to the queue, and no failure is counted. */
  | { kind: 'held'; reason: string }
  /** This process stops: another worker makes the film. */
  | { kind: 'cancelled' }
  /** The customer waits no longer; a film that still arrives is taken. */
  | { kind: 'overdue'; code: FailureCode; reason: string }
  /** Another worker has taken over: nothing to commit. */
  | { kind: 'stale' };

export type Step = (deps: Deps, lease: Lease) => Promise<Outcome>;
export type Steps = Record<OpenAttemptState, Step>;

/** Exponential backoff by consecutive failures, at most twelve poll intervals (a minute with the usual setting). */
export function backOffMs(pollMs: number, consecutiveFailures: number): number {
  return pollMs * Math.min(12, 2 ** consecutiveFailures);
}
