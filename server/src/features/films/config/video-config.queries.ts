import type { VideoConfig } from '@keepsake/contract/films/videos';
import type { Queryable, Tx } from '../../../platform/database/db.ts';
import { appNow } from '../../../platform/database/expressions.ts';

interface VideoConfigState {
  config: VideoConfig;
  revision: number;
}

/** How films are made now. */
export async function currentVideoConfig(db: Queryable): Promise<VideoConfig> {
  return (await videoConfigState(db)).config;
}

/** The same with its revision. */
export async function videoConfigState(db: Queryable): Promise<VideoConfigState> {
  return toState(await selectVideoConfig(db).executeTakeFirst());
}

/** The same, locked until the transaction ends. */
export async function lockVideoConfig(tx: Tx): Promise<VideoConfigState> {
  return toState(await selectVideoConfig(tx).forUpdate().executeTakeFirst());
}

/** The same as VideoConfig but for the name of one column. */
type ConfigRow = Omit<VideoConfig, 'aspect_ratio'> & { aspectRatio: VideoConfig['aspect_ratio'] };

function selectVideoConfig(db: Queryable) {
  return (
    db
      .selectFrom('videoConfig')
      .select([
        'serviceProvider',
        'serviceProviderUrl',
        'model',
        'duration',
        'loop',
        'aspectRatio',
        'resolution',
        'revision',
      ])
      // Only a VideoConfig is ever written here.
      .$narrowType<ConfigRow>()
  );
}

function toState(row: (ConfigRow & { revision: number }) | undefined): VideoConfigState {
  if (!row) throw new Error('The video configuration is missing; the server inserts it at start');
  const { aspectRatio, revision, ...config } = row;
  return { config: { ...config, aspect_ratio: aspectRatio }, revision };
}

/** Inserts the first configuration; an existing one is kept. */
export async function insertFirstVideoConfig(db: Queryable, config: VideoConfig): Promise<void> {
  await db
    .insertInto('videoConfig')
    .values(toRow(config))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function updateVideoConfig(db: Queryable, config: VideoConfig): Promise<void> {
  await db.updateTable('videoConfig').set(toRow(config)).execute();
}

function toRow(config: VideoConfig) {
  const { serviceProvider, serviceProviderUrl, model, duration, loop, aspect_ratio: aspectRatio, resolution } = config;
  return { serviceProvider, serviceProviderUrl, model, duration, loop, aspectRatio, resolution, updatedAt: appNow };
}
