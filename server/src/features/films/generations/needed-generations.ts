import type { Deps } from '../../../deps.ts';
import type { ProviderGeneration, VideoProvider } from '../../../providers/video/video-provider.ts';
import { neededGenerations } from '../attempts/attempt.queries.ts';

/** Tells what an order still needs. Asked after the provider's list was read: an attempt that began later is not in that list. */
export async function neededTest(
  deps: Deps,
  provider: VideoProvider,
): Promise<(generation: Pick<ProviderGeneration, 'id' | 'echo'>) => boolean> {
  const needed = await neededGenerations(deps.db, provider.name);
  const ids = new Set(needed.map(({ providerGenerationId }) => providerGenerationId));
  return ({ id, echo }) => ids.has(id) || needed.some(({ token }) => echo.some((text) => text.includes(token)));
}
