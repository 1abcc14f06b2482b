import type { Deps } from '../../../deps.ts';
import type { Tx } from '../../../platform/db.ts';
import { recordError } from '../../journal/error-log.queries.ts';
import { attemptExists, saveAttempt, type Attempt } from './attempt.queries.ts';
import type { Lease, Outcome } from './attempt-step.ts';
import { endAttemptWith } from './end-attempt.ts';
import { wakeAttempt } from './generate-film.job-type.ts';
import { requestOrphanRemoval } from '../generations/generation.queries.ts';
import { removeFilmFiles } from './store-film.ts';

/**
 * Makes what a step found out true, in one transaction and only while the lease is ours.
 * @returns whether the attempt's next step follows at once
 */
export async function commitOutcome(deps: Deps, lease: Lease, outcome: Outcome): Promise<boolean> {
  if (outcome.kind === 'stale') return false;
  if (outcome.kind === 'continue') {
    if (await lease.save(outcome.changes)) return true;
    await cleanUpBehindDeleted(deps, { ...lease.attempt, ...outcome.changes });
    return false;
  }
  const isCommitted = await deps.db.transaction((tx) =>
    outcome.kind === 'wait' ? waitForNext(tx, deps, lease.attempt, outcome) : endAttemptWith(tx, deps, lease, outcome),
  );
  if (!isCommitted) await cleanUpBehindDeleted(deps, lease.attempt);
  return false;
}

async function waitForNext(
  tx: Tx,
  deps: Deps,
  attempt: Attempt,
  { delayMs, changes, trouble }: Extract<Outcome, { kind: 'wait' }>,
): Promise<boolean> {
  const troubles = trouble === undefined ? {} : { troubles: attempt.troubles + 1 };
  const saved = await saveAttempt(tx, attempt, { ...troubles, ...changes }, { release: true });
  if (!saved) return false;
  // The first of a row of troubles is told; the others would only bury it.
  if (trouble !== undefined && attempt.troubles === 0) {
    const errorMessage = `${trouble} (attempt ${attempt.id})`;
    await recordError(tx, deps.clock, { moduleName: 'videos', errorMessage, photoId: attempt.photoId });
  }
  await wakeAttempt(tx, attempt.id, delayMs);
  return true;
}

/**
 * Nobody owns what came of an attempt whose set was deleted meanwhile: files go at once, the provider's copy by job. Where only the
 * lease was lost, the next holder goes on with both.
 */
async function cleanUpBehindDeleted(deps: Deps, attempt: Attempt): Promise<void> {
  if (await attemptExists(deps.db, attempt.id)) return;
  await removeFilmFiles(deps, attempt.id);
  if (attempt.sentAt) await requestOrphanRemoval(deps.db, attempt);
}
