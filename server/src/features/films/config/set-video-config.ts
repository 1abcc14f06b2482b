import type { Config } from '../../../config.ts';
import type { Queryable } from '../../../platform/database/db.ts';
import { defaultProviderUrl } from '../../../providers/video/provider-hosts.ts';
import type { ProviderName } from '../../../providers/video/video-provider.ts';
import {
  insertFirstVideoConfig,
  lockVideoConfig,
  updateVideoConfig,
  videoConfigState,
} from './video-config.queries.ts';
import type { Body } from '@keepsake/contract/endpoint';
import type { setVideoConfig, VideoConfig } from '@keepsake/contract/films/videos';
import type { Deps } from '../../../deps.ts';
import { refuseIfChanged } from '../../../platform/http/refuse-if-changed.ts';
import { recordChange } from '../../journal/audit.queries.ts';
import { checkVideoConfig } from './check-video-config.ts';

/**
 * Changes how films are made from now on; films that are already requested keep their settings.
 * @throws AppError validation_failed, changed_meanwhile
 */
export function setVideoSettings(
  deps: Deps,
  { revision, ...config }: Body<typeof setVideoConfig>,
  actor: { userId: string },
): Promise<{ config: VideoConfig; revision: number }> {
  checkVideoConfig(config, deps.config);
  return deps.db.transaction().execute(async (tx) => {
    const before = await lockVideoConfig(tx);
    refuseIfChanged(revision, before.revision, before.config);
    await updateVideoConfig(tx, config);
    await recordChange(tx, { actor, action: 'video_config.set', subject: null, before: before.config, after: config });
    return videoConfigState(tx);
  });
}

/** Inserts the first configuration: the service whose key is set, else the embedded renderer. An existing configuration is kept. */
export async function seedVideoConfig(db: Queryable, config: Config): Promise<void> {
  const serviceProvider = firstProvider(config);
  await insertFirstVideoConfig(db, {
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
