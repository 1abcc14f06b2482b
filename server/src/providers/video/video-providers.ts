import type { Config } from '../../config.ts';
import type { Storage } from '../storage/storage.ts';
import { createEmbeddedProvider } from './embedded/embedded-provider.ts';
import { createLumaAgentsProvider } from './luma/luma-agents-provider.ts';
import { createLumaProvider } from './luma/luma-provider.ts';
import type { ProviderName, VideoProvider } from './video-provider.ts';

export type VideoProviders = (name: string, baseUrl: string) => VideoProvider;

/** Returns the provider with a name at an address; each is created once, so that the embedded one counts all its renders. */
export function createVideoProviders(config: Config, storage: Storage): VideoProviders {
  const makers: Record<ProviderName, (baseUrl: string) => VideoProvider> = {
    embedded: () => embedded,
    luma: (baseUrl) => createLumaProvider(config, baseUrl),
    'luma-agents': (baseUrl) => createLumaAgentsProvider(config, baseUrl),
  };
  const embedded = createEmbeddedProvider(config, storage);
  const made = new Map<string, VideoProvider>();
  return (name, baseUrl) => {
    const key = `${name} ${baseUrl}`;
    const known = made.get(key);
    if (known) return known;
    if (!(name in makers)) throw new Error(`There is no video provider called ${name}`);
    const provider = makers[name as ProviderName](baseUrl);
    made.set(key, provider);
    return provider;
  };
}
