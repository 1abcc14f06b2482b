import type { Body } from '@keepsake/contract/endpoint';
import type { setVideoConfig, VideoConfig } from '@keepsake/contract/videos';
import type { Deps } from '../../../deps.ts';
import { refuseIfChanged } from '../../../platform/http/refuse-if-changed.ts';
import { recordChange } from '../../journal/audit.queries.ts';
import { checkVideoConfig } from './check-video-config.ts';
import { lockVideoConfig, updateVideoConfig, videoConfigState } from './video-config.queries.ts';

/** Changes how films are made from now on; those that were begun stay as they were asked for. @throws AppError validation_failed, changed_meanwhile */
export function setVideoSettings(
  deps: Deps,
  { revision, ...config }: Body<typeof setVideoConfig>,
  actor: { userId: string },
): Promise<{ config: VideoConfig; revision: number }> {
  checkVideoConfig(config, deps.config);
  return deps.db.transaction(async (tx) => {
    const before = await lockVideoConfig(tx);
    refuseIfChanged(revision, before.revision, before.config);
    await updateVideoConfig(tx, deps.clock, config);
    await recordChange(tx, { actor, action: 'video_config.set', subject: null, before: before.config, after: config });
    return videoConfigState(tx);
  });
}
