import type { Config } from '../../../config.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/db.ts';
import { defaultProviderUrl } from '../../../providers/video/provider-hosts.ts';
import type { ProviderName } from '../../../providers/video/video-provider.ts';
import { insertFirstVideoConfig } from './video-config.queries.ts';

/** The first configuration: the service whose key is set, else the embedded renderer. One that is there already stays. */
export async function seedVideoConfig(db: Queryable, clock: Clock, config: Config): Promise<void> {
  const serviceProvider = firstProvider(config);
  await insertFirstVideoConfig(db, clock, {
    serviceProvider,
    serviceProviderUrl: defaultProviderUrl(serviceProvider, config),
    model: 'default',
    duration: -1,
    loop: false,
    aspect_ratio: 'default',
    resolution: 'default',
  });
}

function firstProvider({ LUMAAI_API_KEY, LUMA_AGENTS_API_KEY }: Config): ProviderName {
  if (LUMAAI_API_KEY) return 'luma';
  return LUMA_AGENTS_API_KEY ? 'luma-agents' : 'embedded';
}
