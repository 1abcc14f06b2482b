import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Actor } from '../../platform/http/api.ts';
import { ProviderError, type ProviderGeneration, type VideoProvider } from '../../providers/video/video-provider.ts';
import { recordChange } from '../audit/audit.queries.ts';
import { neededGenerations } from './attempt.queries.ts';
import { listingPages, ListingIncomplete } from './find-generations.ts';
import { currentVideoConfig } from './video-config.queries.ts';

const deletedAtOnce = 8;

/** Generations that the configured provider holds, newest first. @throws AppError provider_unavailable, provider_lacks_this */
export function listProviderGenerations(
  deps: Deps,
  { page, limit }: { page: number; limit: number },
): Promise<{ generations: ProviderGeneration[]; hasMore: boolean }> {
  return withProvider(deps, (provider) => offered(provider.list)({ offset: (page - 1) * limit, limit }));
}

/**
 * Deletes one generation at the provider. One that an order still needs stays: without it a film that is paid would be lost, or
 * bought twice. @throws AppError not_found, generation_in_use, provider_unavailable, provider_lacks_this
 */
export function deleteProviderGeneration(deps: Deps, actor: Actor, id: string): Promise<void> {
  return withProvider(deps, async (provider) => {
    const remove = offered(provider.remove);
    const generation = await provider.get(id);
    if (!generation) throw new AppError('not_found');
    const isNeeded = await neededTest(deps, provider);
    if (isNeeded(generation)) throw new AppError('generation_in_use');
    await remove(id);
    const { state, model } = generation;
    const before = { provider: provider.name, state, model };
    await recordChange(deps.db, { actor, action: 'generations.delete', subject: id, before, after: null });
  });
}

/**
 * Deletes every generation at the provider that no order needs. Where the provider fails on the way, what was deleted by then is written
 * down all the same. @throws AppError provider_unavailable, provider_lacks_this
 */
export function deleteProviderGenerations(deps: Deps, actor: Actor): Promise<{ deleted: number; skipped: number }> {
  return withProvider(deps, async (provider) => {
    const [list, remove] = [offered(provider.list), offered(provider.remove)];
    const all: ProviderGeneration[] = [];
    for await (const page of listingPages(list)) all.push(...page);
    const isNeeded = await neededTest(deps, provider);
    const unneeded = all.filter((generation) => !isNeeded(generation));
    const skipped = all.length - unneeded.length;
    const deleted: string[] = [];
    let failure: PromiseRejectedResult | undefined;
    for (let i = 0; i < unneeded.length && !failure; i += deletedAtOnce) {
      const ids = unneeded.slice(i, i + deletedAtOnce).map(({ id }) => id);
      const results = await Promise.allSettled(ids.map((id) => remove(id)));
      deleted.push(...ids.filter((_, at) => results[at]?.status === 'fulfilled'));
      failure = results.find((result) => result.status === 'rejected');
    }
    if (deleted.length > 0 || !failure) {
      const before = { provider: provider.name, generations: all.length };
      const after = { generations: all.length - deleted.length, deleted };
      await recordChange(deps.db, { actor, action: 'generations.delete_all', subject: null, before, after });
    }
    if (failure) throw failure.reason;
    return { deleted: deleted.length, skipped };
  });
}

/** Not every provider has a list, or deletes. */
function offered<T>(ability: T | undefined): T {
  if (ability === undefined) throw new AppError('provider_lacks_this');
  return ability;
}

/** Asked after the provider's list was read: an attempt that began later is not in that list. */
async function neededTest(deps: Deps, provider: VideoProvider): Promise<(generation: ProviderGeneration) => boolean> {
  const needed = await neededGenerations(deps.db, provider.name);
  const ids = new Set(needed.map(({ providerGenerationId }) => providerGenerationId));
  return ({ id, echo }) => ids.has(id) || needed.some(({ token }) => echo.some((text) => text.includes(token)));
}

async function withProvider<T>(deps: Deps, work: (provider: VideoProvider) => Promise<T>): Promise<T> {
  const config = await currentVideoConfig(deps.db);
  try {
    return await work(deps.videoProvider(config.serviceProvider, config.serviceProviderUrl));
  } catch (error) {
    if (!(error instanceof ProviderError || error instanceof ListingIncomplete)) throw error;
    deps.log.warn({ err: error }, 'the video provider could not be used');
    throw new AppError('provider_unavailable', { cause: error, retryAfter: 30 });
  }
}
