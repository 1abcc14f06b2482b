import type { VideoConfig, VideoConfigTest } from '@keepsake/contract/films/videos';
import { sql } from 'kysely';
import { photoKey } from '../../photos/photo.queries.ts';
import type { Queryable, Tx } from '../../../platform/database/db.ts';
import { ageMs, appNow } from '../../../platform/database/expressions.ts';
import { toJson } from '../../../platform/database/json.ts';

declare module '../../../platform/database/json.ts' {
  interface JsonColumns {
    'video_config_tests.config': VideoConfig;
  }
}

/** A test film: the sample photo rendered with some configuration. */
export interface ConfigTest {
  id: string;
  config: VideoConfig;
  /** Identifies the request at the provider, as an attempt's token does. */
  token: string;
  /** `requested`: a request was sent, or its process died before sending it. */
  state: VideoConfigTest['state'] | 'requested';
  reason: string | null;
  providerGenerationId: string | null;
  photoFilename: string;
  filmKey: string | null;
  createdAt: Date;
  /** Milliseconds since `createdAt`. */
  age: number;
}

/** A test that takes longer has failed. */
export const longestTestMs = 30 * 60_000;

export function testFilmKey(testId: string): string {
  return `films/${testId}.mp4`;
}

const columns = [
  'id',
  'config',
  'token',
  'state',
  'reason',
  'providerGenerationId',
  'photoFilename',
  'filmKey',
  'createdAt',
  ageMs(sql.ref('videoConfigTests.createdAt')).as('age'),
] as const;

export interface NewConfigTest extends Pick<ConfigTest, 'id' | 'config' | 'token' | 'photoFilename'> {
  photoSha256: Buffer;
  userId: string;
}

/** Undefined if a test is running already. */
export function insertConfigTest(tx: Tx, test: NewConfigTest): Promise<ConfigTest | undefined> {
  const { id, config, token, photoFilename, photoSha256, userId } = test;
  return tx
    .insertInto('videoConfigTests')
    .values({
      id,
      config: toJson(config),
      token,
      photoFilename,
      photoSha256,
      createdBy: userId,
      createdAt: appNow,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst();
}

export function latestConfigTest(db: Queryable): Promise<ConfigTest | undefined> {
  return db
    .selectFrom('videoConfigTests')
    .select(columns)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function configTestById(db: Queryable, id: string): Promise<ConfigTest | undefined> {
  return db.selectFrom('videoConfigTests').where('id', '=', id).select(columns).executeTakeFirst();
}

/** Deletes all tests but one. @returns the storage keys of their files */
export async function deleteOtherConfigTests(tx: Tx, id: string): Promise<string[]> {
  const deleted = await tx
    .deleteFrom('videoConfigTests')
    .where('id', '<>', id)
    .returning(['id', 'photoFilename'])
    .execute();
  return deleted.flatMap((test) => [photoKey(test.photoFilename), testFilmKey(test.id)]);
}

/** @returns false if it was no longer in the state `from` */
export async function moveConfigTest(
  db: Queryable,
  id: string,
  from: ConfigTest['state'],
  to: { state: ConfigTest['state']; reason?: string; generationId?: string; film?: { key: string; sha256: Buffer } },
): Promise<boolean> {
  const { state, reason = null, generationId, film } = to;
  const { numUpdatedRows } = await db
    .updateTable('videoConfigTests')
    .where('id', '=', id)
    .where('state', '=', from)
    .set({
      state,
      reason,
      ...(generationId !== undefined && { providerGenerationId: generationId }),
      filmKey: film?.key ?? null,
      filmSha256: film?.sha256 ?? null,
    })
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
