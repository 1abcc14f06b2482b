import type { Deps } from '../../../deps.ts';
import type { Tx } from '../../../platform/database/db.ts';
import { recordError } from '../../journal/error-log.queries.ts';
import { attemptExists, saveAttempt, type Attempt } from './attempt.queries.ts';
import type { Lease, Outcome } from './attempt-step.ts';
import { endAttemptWith } from './end-attempt.ts';
import { wakeAttempt } from '../../journal/queued-jobs.ts';
import { requestOrphanRemoval } from '../generations/generation-removal.queries.ts';
import { removeFilmFiles } from './store-film.ts';

/**
 * Writes the outcome of a step, in one transaction and only while this worker holds the lease.
 * @returns whether the attempt's next step follows at once
 */
export async function commitOutcome(deps: Deps, lease: Lease, outcome: Outcome): Promise<boolean> {
  if (outcome.kind === 'stale') return false;
  if (outcome.kind === 'continue') {
    if (await lease.save(outcome.changes)) return true;
    await cleanUpAfterDeletion(deps, { ...lease.attempt, ...outcome.changes });
    return false;
  }
  const isCommitted = await deps.db
    .transaction()
    .execute((tx) =>
      outcome.kind === 'wait' ? waitForNext(tx, lease.attempt, outcome) : endAttemptWith(tx, deps, lease, outcome),
    );
  if (!isCommitted) await cleanUpAfterDeletion(deps, lease.attempt);
  return false;
}

async function waitForNext(
  tx: Tx,
  attempt: Attempt,
  { delayMs, changes, problem }: Extract<Outcome, { kind: 'wait' }>,
): Promise<boolean> {
  const counted = problem === undefined ? {} : { consecutiveFailures: attempt.consecutiveFailures + 1 };
  const saved = await saveAttempt(tx, attempt, { ...counted, ...changes }, { release: true });
  if (!saved) return false;
  // Only the first of consecutive failures is added to the error list, so that the list stays readable.
  if (problem !== undefined && attempt.consecutiveFailures === 0) {
    const errorMessage = `${problem} (attempt ${attempt.id})`;
    await recordError(tx, { moduleName: 'videos', errorMessage, photoId: attempt.photoId });
  }
  await wakeAttempt(tx, attempt.id, delayMs);
  return true;
}

/**
 * Cleans up after an attempt whose bucket was deleted meanwhile: removes its files at once, and the provider's copy by a job. If only the lease was
 * lost, both belong to its next holder.
 */
async function cleanUpAfterDeletion(deps: Deps, attempt: Attempt): Promise<void> {
  if (await attemptExists(deps.db, attempt.id)) return;
  await removeFilmFiles(deps, attempt.id);
  if (attempt.sentAt) await requestOrphanRemoval(deps.db, attempt);
}
