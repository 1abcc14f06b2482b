import type { FailureCode } from '@keepsake/contract/videos';
import type { Deps } from '../../../deps.ts';
import type { AttemptChanges, OpenState } from './attempt.queries.ts';
import type { Lease } from './attempt-lease.ts';
import type { StoredFilm } from '../film.queries.ts';

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
