import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import type { Actor } from '../../../platform/http/api.ts';
import { newId } from '../../../platform/ids.ts';
import { ProviderError, type ProviderGeneration, type VideoProvider } from '../../../providers/video/video-provider.ts';
import { recordChange } from '../../journal/audit.queries.ts';
import { deleteGenerationsLater } from '../../journal/queued-jobs.ts';
import {
  insertGenerationDeletion,
  findLatestGenerationDeletion,
  type GenerationDeletion,
} from './generation-deletion.queries.ts';
import { neededGenerations } from '../attempts/attempt.queries.ts';
import { currentVideoConfig } from '../config/video-config.queries.ts';

/** Generations that the configured provider holds, newest first. @throws AppError provider_unavailable, provider_lacks_this */
export function listProviderGenerations(
  deps: Deps,
  { page, limit }: { page: number; limit: number },
): Promise<{ generations: ProviderGeneration[]; hasMore: boolean }> {
  return withProvider(deps, (provider) => offered(provider.list)({ offset: (page - 1) * limit, limit }));
}

/**
 * Deletes one generation at the provider. One that an order still needs is kept: without it a paid film would be lost, or bought twice.
 * @throws AppError not_found, generation_in_use, provider_unavailable, provider_lacks_this
 */
export function deleteProviderGeneration(deps: Deps, actor: Actor, id: string): Promise<void> {
  return withProvider(deps, async (provider) => {
    const remove = offered(provider.remove);
    const generation = await provider.get(id);
    if (!generation) throw new AppError('not_found');
    const isNeeded = await createNeededCheck(deps, provider);
    if (isNeeded(generation)) throw new AppError('generation_in_use');
    await remove(id);
    const { state, model } = generation;
    const before = { provider: provider.name, state, model };
    await recordChange(deps.db, { actor, action: 'generations.delete', subject: id, before, after: null });
  });
}

/**
 * Starts the deletion of every generation at the provider that no order needs; a second call while it runs changes nothing.
 * @throws AppError provider_unavailable, provider_lacks_this
 */
export async function startGenerationDeletion(deps: Deps, actor: Actor): Promise<GenerationDeletion> {
  const { serviceProvider, serviceProviderUrl: providerUrl } = await currentVideoConfig(deps.db);
  await withProvider(deps, async (provider) => {
    offered(provider.remove);
    await offered(provider.list)({ offset: 0, limit: 1 });
  });
  return deps.db.transaction().execute(async (tx) => {
    const id = newId();
    const wanted = { id, provider: serviceProvider, providerUrl, userId: actor.userId };
    const started = await insertGenerationDeletion(tx, wanted);
    if (started) {
      const before = { provider: serviceProvider };
      await recordChange(tx, { actor, action: 'generations.delete_all', subject: id, before, after: null });
    }
    const deletion = started ?? (await findLatestGenerationDeletion(tx));
    if (!deletion) throw new Error('A deletion that was just requested is missing');
    // If one is already running, its job is enqueued again, because it may have been lost.
    await deleteGenerationsLater(tx, deletion.id);
    return deletion;
  });
}

/**
 * Creates a function that tells whether an order still needs a generation. Call it after reading the provider's list, which does not contain later
 * attempts.
 */
export async function createNeededCheck(
  deps: Deps,
  provider: VideoProvider,
): Promise<(generation: Pick<ProviderGeneration, 'id' | 'echo'>) => boolean> {
  const needed = await neededGenerations(deps.db, provider.name);
  const ids = new Set(needed.map(({ providerGenerationId }) => providerGenerationId));
  return ({ id, echo }) => ids.has(id) || needed.some(({ token }) => echo.some((text) => text.includes(token)));
}

/** @throws AppError provider_lacks_this if the provider has no list, or cannot delete */
function offered<T>(ability: T | undefined): T {
  if (ability === undefined) throw new AppError('provider_lacks_this');
  return ability;
}

async function withProvider<T>(deps: Deps, work: (provider: VideoProvider) => Promise<T>): Promise<T> {
  const config = await currentVideoConfig(deps.db);
  try {
    return await work(deps.videoProvider(config.serviceProvider, config.serviceProviderUrl));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn({ err: error }, 'the video provider could not be used');
    throw new AppError('provider_unavailable', { cause: error, retryAfter: 30 });
  }
}
