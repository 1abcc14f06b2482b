import type { Deps } from '../../../deps.ts';
import { defineJob } from '../../../job.ts';
import type { ProviderGeneration, VideoProvider } from '../../../providers/video/video-provider.ts';
import { recordError } from '../../journal/error-log.queries.ts';
import { startRun, type TaskRun } from '../../journal/start-run.ts';
import { markCopyRemoved, reopenAttempt, filmOfAttempt } from '../attempts/attempt.queries.ts';
import { findGenerations, reportDuplicates } from './find-generations.ts';
import { jobType, wakeAttempt } from '../../journal/queued-jobs.ts';
import {
  claimRemovals,
  deleteRemoval,
  isFilmInUse,
  postponeRemoval,
  type GenerationRemoval,
} from './generation-removal.queries.ts';
import { backOffMs } from '../attempts/attempt-step.ts';
import { filmKeys, removeFilmFiles } from '../attempts/store-film.ts';
import { lockFilm } from '../film.queries.ts';
import { describeError } from '../../../platform/database/describe-error.ts';

const batchSize = 20;
/** A claim expires after this time, and another worker may take it. */
const claimMs = 10 * 60_000;
/** After about half a day of refusals an entry of the error list asks an administrator to act. */
const maxTries = 30;
const longestWaitMs = 30 * 60_000;

/** Removes generations that are due, one after the other. A failed removal is retried later and does not block the others. */
export const removeGenerationsJob = defineJob({
  ...jobType('remove-generations'),
  async run(_payload, deps, { signal }) {
    const run = startRun('generation-removal');
    let claimed: GenerationRemoval[];
    do {
      claimed = await claimRemovals(deps.db, batchSize, claimMs);
      for (const removal of claimed) await remove(deps, removal, run);
    } while (claimed.length > 0 && !signal.aborted);
  },
});

async function remove(deps: Deps, removal: GenerationRemoval, run: TaskRun): Promise<void> {
  try {
    const provider = deps.videoProvider(removal.provider, removal.providerUrl);
    const outcome = await removeAtProvider(deps, provider, removal);
    // Its worker stores the film under the key that would be removed.
    if (outcome === 'adopted') return;
    if (!(await isFilmInUse(deps.db, filmKeys(removal.attemptId).filmKey)))
      await removeFilmFiles(deps, removal.attemptId);
    if (outcome === 'postponed') return;
    await deps.db.transaction().execute(async (tx) => {
      await markCopyRemoved(tx, removal.attemptId);
      if (await deleteRemoval(tx, removal)) await run.count(tx, { items: 1 });
    });
  } catch (error) {
    deps.log.warn({ attemptId: removal.attemptId, err: error }, 'generation could not be removed');
    await run.fail(deps.db, `${removal.attemptId}: ${describeError(error)}`, removal.tries);
    if (removal.tries < maxTries) {
      const waitMs = Math.min(longestWaitMs, backOffMs(deps.config.POLL_INTERVAL_MS, removal.tries) * removal.tries);
      await postponeRemoval(deps.db, removal.attemptId, removal.missingListings, waitMs);
      return;
    }
    const what = `generation ${removal.providerGenerationId ?? `of attempt ${removal.attemptId}`}`;
    const errorMessage = `The provider ${removal.provider} would not delete ${what}: ${describeError(error)}`;
    await recordError(deps.db, { moduleName: 'videos', errorMessage });
    await deleteRemoval(deps.db, removal);
  }
}

/** `removed`: nothing is left to delete at the provider. `adopted`: a film uses its generation. */
type Outcome = 'removed' | 'adopted' | 'postponed';

async function removeAtProvider(deps: Deps, provider: VideoProvider, removal: GenerationRemoval): Promise<Outcome> {
  if (!provider.remove) return 'removed';
  if (removal.providerGenerationId !== null) {
    await provider.remove(removal.providerGenerationId);
    return 'removed';
  }
  if (!provider.list) return 'removed';
  const found = await findGenerations(provider.list, removal.token, removal.sendableUntil);
  if (found.length > 0 && (await settleLateFinding(deps, removal, found)) === 'adopted') return 'adopted';
  for (const { id } of found) await provider.remove(id);
  const missingListings = found.length > 0 ? 0 : removal.missingListings + 1;
  const isSettled = removal.now.getTime() >= removal.sendableUntil.getTime() + provider.settleMs;
  if (isSettled && (found.length > 0 || missingListings >= 2)) return 'removed';
  await postponeRemoval(deps.db, removal.attemptId, missingListings, deps.config.POLL_INTERVAL_MS);
  return 'postponed';
}

/**
 * Handles a request that counted as not accepted and was accepted after all. If its film is still missing, the generation is used; otherwise the film
 * may have been bought twice.
 */
async function settleLateFinding(
  deps: Deps,
  removal: GenerationRemoval,
  found: ProviderGeneration[],
): Promise<'adopted' | 'unneeded'> {
  const { attemptId, provider } = removal;
  const [first, ...others] = found.map(({ id }) => id);
  return deps.db.transaction().execute(async (tx) => {
    const filmId = await filmOfAttempt(tx, attemptId);
    const film = filmId === undefined ? undefined : await lockFilm(tx, filmId);
    if (!film || first === undefined) return 'unneeded';
    const isAdopted = film.state === 'failed' && (await reopenAttempt(tx, attemptId, first));
    const generationIds = isAdopted ? others : [first, ...others];
    await reportDuplicates(tx, { provider, attemptId, photoId: film.photoId, generationIds });
    if (!isAdopted) return 'unneeded';
    await deleteRemoval(tx, removal);
    await wakeAttempt(tx, attemptId);
    return 'adopted';
  });
}
