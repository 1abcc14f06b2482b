import { machineActorId } from '@keepsake/contract/admin/audit';
import type { Deps } from '../../../deps.ts';
import { defineJob } from '../../../job.ts';
import type { ProviderGeneration } from '../../../providers/video/video-provider.ts';
import { recordChange } from '../../journal/audit.queries.ts';
import { startRun } from '../../journal/start-run.ts';
import { deleteGenerationsLater, jobType } from '../../journal/queued-jobs.ts';
import { listingPages } from './find-generations.ts';
import {
  endGenerationDeletion,
  recordGenerationsFound,
  recordGenerationsHandled,
  runningGenerationDeletion,
  type GenerationDeletion,
} from './generation-deletion.queries.ts';
import { createNeededCheck } from './provider-generations.ts';
import { describeError } from '../../../platform/database/describe-error.ts';

const deletedAtOnce = 8;
/** Maximum number of generations named by one entry of the audit log. */
const entrySize = 500;
/** Delay before the next run if the service fails after some deletions. */
const pauseMs = 10_000;

type Found = Pick<ProviderGeneration, 'id' | 'echo'>;

/** Reads the service's whole list, then deletes what no order needs, a few at a time. After an error it starts again with what is left. */
export const deleteGenerationsJob = defineJob({
  ...jobType('delete-generations'),
  async run({ id }, deps, { signal, attempt }) {
    const deletion = await runningGenerationDeletion(deps.db, id);
    if (!deletion) return;
    let deleted = 0;
    try {
      const found = await findAll(deps, deletion, signal);
      for await (const count of deleteUnneeded(deps, deletion, found, signal)) deleted += count;
      if (signal.aborted) await deleteGenerationsLater(deps.db, id);
      else await endGenerationDeletion(deps.db, id, { state: 'done' });
    } catch (error) {
      if (deleted > 0) return deleteGenerationsLater(deps.db, id, pauseMs);
      if (attempt < jobType('delete-generations').maxAttempts) throw error;
      deps.log.warn({ err: error }, 'the generations at the video service could not be deleted');
      await endGenerationDeletion(deps.db, id, { state: 'failed', reason: describeError(error).slice(0, 500) });
    }
  },
});

async function findAll(deps: Deps, deletion: GenerationDeletion, signal: AbortSignal): Promise<Found[]> {
  const { list } = deps.videoProvider(deletion.provider, deletion.providerUrl);
  if (!list) throw new Error('The video service has no list.');
  const found: Found[] = [];
  for await (const page of listingPages(list)) {
    if (signal.aborted) return [];
    found.push(...page.map(({ id, echo }) => ({ id, echo })));
  }
  await recordGenerationsFound(deps.db, deletion.id, found.length);
  return found;
}

/** @returns the number of deleted generations, batch by batch */
async function* deleteUnneeded(
  deps: Deps,
  deletion: GenerationDeletion,
  found: Found[],
  signal: AbortSignal,
): AsyncGenerator<number> {
  const provider = deps.videoProvider(deletion.provider, deletion.providerUrl);
  const { remove } = provider;
  if (!remove) throw new Error('The video service deletes nothing.');
  const run = startRun('generation-removal');
  let unlogged: string[] = [];
  const log = async () => {
    if (unlogged.length > 0) await logDeleted(deps, deletion, unlogged);
    unlogged = [];
  };
  try {
    for (let from = 0; from < found.length && !signal.aborted; from += deletedAtOnce) {
      const batch = found.slice(from, from + deletedAtOnce);
      const isNeeded = await createNeededCheck(deps, provider);
      const ids = batch.filter((generation) => !isNeeded(generation)).map(({ id }) => id);
      const results = await Promise.allSettled(ids.map((id) => remove(id)));
      const gone = ids.filter((_, at) => results[at]?.status === 'fulfilled');
      unlogged.push(...gone);
      await deps.db.transaction().execute(async (tx) => {
        const handled = { deleted: gone.length, skipped: batch.length - ids.length };
        await recordGenerationsHandled(tx, deletion.id, handled);
        await run.count(tx, { items: gone.length });
      });
      yield gone.length;
      const failure = results.find((result) => result.status === 'rejected');
      if (failure) throw failure.reason;
      if (unlogged.length >= entrySize) await log();
    }
  } finally {
    await log();
  }
}

async function logDeleted(deps: Deps, deletion: GenerationDeletion, deleted: string[]): Promise<void> {
  const { id: subject, provider, requestedBy } = deletion;
  const actor = { userId: requestedBy ?? machineActorId };
  const [before, after] = [{ provider }, { deleted }];
  await recordChange(deps.db, { actor, action: 'generations.delete_all', subject, before, after });
}
