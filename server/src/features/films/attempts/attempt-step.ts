import type { FailureCode } from '@keepsake/contract/videos';
import type { Deps } from '../../../deps.ts';
import {
  extendLease,
  releaseLease,
  saveAttempt,
  takeLease,
  type Attempt,
  type AttemptChanges,
  type OpenState,
} from './attempt.queries.ts';
import { wakeAttempt } from './generate-film.job-type.ts';
import type { StoredFilm } from '../film.queries.ts';

/** One worker's right to work on an attempt. */
export interface Lease {
  /** As it was last committed under this lease. */
  readonly attempt: Attempt;
  /** The database's time, ahead of it by at most the duration of one query. */
  now(): Date;
  /** Fires when the process stops or the lease is lost: work in this process is then to be given up. */
  readonly signal: AbortSignal;
  /** Commits changes and keeps the lease. @returns false where somebody else has taken over or the attempt is gone */
  save(changes: AttemptChanges): Promise<boolean>;
  /** Stops the heartbeat; a lease that no commit has released is released. */
  end(): Promise<void>;
}

/**
 * Takes the lease of an attempt and keeps it alive. Undefined where the attempt is over, or where somebody else holds it: then the
 * attempt is looked at again when that lease would run out.
 */
export async function leaseAttempt(deps: Deps, attemptId: string, stopping: AbortSignal): Promise<Lease | undefined> {
  const { config, db } = deps;
  const startedAt = performance.now();
  const taken = await db.transaction(async (tx) => {
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

/** What a step found out, as data; `commit-outcome.ts` makes it true. */
export type Outcome =
  /** The attempt changes and its next step follows at once. */
  | { kind: 'continue'; changes: AttemptChanges }
  /** The attempt may change, and is looked at again later. `trouble`: what went wrong without deciding anything. */
  | { kind: 'wait'; delayMs: number; changes?: AttemptChanges; trouble?: string }
  /** The film is ours. */
  | { kind: 'film'; film: StoredFilm }
  /** The provider failed or refused. */
  | { kind: 'failed'; code: FailureCode; reason: string; isRepeated: boolean }
  /** Nothing was accepted, or what was accepted was lost with its maker: it is asked anew. */
  | { kind: 'lost'; reason: string }
  /** Nothing is asked now, for reasons that are not the film's: it waits its turn anew, and nothing is counted against it. */
  | { kind: 'held'; reason: string }
  /** This process stops: somebody else makes the film. */
  | { kind: 'handBack' }
  /** The customer waits no longer; a film that still arrives is taken. */
  | { kind: 'overdue'; code: FailureCode; reason: string }
  /** Somebody else has taken over: nothing to commit. */
  | { kind: 'stale' };

export type Step = (deps: Deps, lease: Lease) => Promise<Outcome>;
export type Steps = Record<OpenState, Step>;

/** Waits grow with the troubles in a row, up to twelve poll intervals (a minute with the usual setting). */
export function backOff(pollMs: number, troubles: number): number {
  return pollMs * Math.min(12, 2 ** troubles);
}
