import type { VideoConfig } from '@keepsake/contract/videos';
import type { Clock } from '../../../platform/clock.ts';
import { sql, type Queryable, type Sql, type Tx } from '../../../platform/database/db.ts';

type ConfigRow = Omit<VideoConfig, 'aspect_ratio'> & { aspectRatio: VideoConfig['aspect_ratio']; revision: number };

/** How films are made now. */
export async function currentVideoConfig(db: Queryable): Promise<VideoConfig> {
  return (await readVideoConfig(db, sql``)).config;
}

/** The same with its revision. */
export function videoConfigState(db: Queryable): Promise<{ config: VideoConfig; revision: number }> {
  return readVideoConfig(db, sql``);
}

/** The same, held until the transaction ends. */
export function lockVideoConfig(tx: Tx): Promise<{ config: VideoConfig; revision: number }> {
  return readVideoConfig(tx, sql`for update`);
}

async function readVideoConfig(db: Queryable, lock: Sql): Promise<{ config: VideoConfig; revision: number }> {
  const row = await db.first<ConfigRow>(sql`
    select service_provider, service_provider_url, model, duration, loop, aspect_ratio, resolution, revision from video_config ${lock}`);
  if (!row) throw new Error('The video configuration is missing: it is made when the server starts');
  const { aspectRatio, revision, ...config } = row;
  return { config: { ...config, aspect_ratio: aspectRatio }, revision };
}

export async function insertFirstVideoConfig(db: Queryable, clock: Clock, config: VideoConfig): Promise<void> {
  await db.run(sql`
    insert into video_config (service_provider, service_provider_url, model, duration, loop, aspect_ratio, resolution, updated_at)
    values (${config.serviceProvider}, ${config.serviceProviderUrl}, ${config.model}, ${config.duration}, ${config.loop},
      ${config.aspect_ratio}, ${config.resolution}, ${clock.now()})
    on conflict do nothing`);
}

export async function updateVideoConfig(db: Queryable, clock: Clock, config: VideoConfig): Promise<void> {
  await db.run(sql`
    update video_config set service_provider = ${config.serviceProvider}, service_provider_url = ${config.serviceProviderUrl},
      model = ${config.model}, duration = ${config.duration}, loop = ${config.loop}, aspect_ratio = ${config.aspect_ratio},
      resolution = ${config.resolution}, updated_at = ${clock.now()}`);
}
