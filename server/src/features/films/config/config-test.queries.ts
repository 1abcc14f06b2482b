import type { VideoConfig, VideoConfigTest } from '@keepsake/contract/videos';
import { photoKey } from '../../photos/photo.queries.ts';
import { sql, type Queryable, type Tx } from '../../../platform/database/db.ts';

/** A film of the sample photo with some configuration. */
export interface ConfigTest {
  id: string;
  config: VideoConfig;
  /** Identifies the request at the provider, as an attempt's token does. */
  token: string;
  /** `asked`: a request may have been sent, or was lost with its process. */
  state: VideoConfigTest['state'] | 'asked';
  reason: string | null;
  providerGenerationId: string | null;
  photoFilename: string;
  filmKey: string | null;
  createdAt: Date;
}

/** A test that takes longer has failed. */
export const longestTestMs = 30 * 60_000;

export function testFilmKey(testId: string): string {
  return `films/${testId}.mp4`;
}

const columns = sql`id, config, token, state, reason, provider_generation_id, photo_filename, film_key, created_at`;

export interface NewConfigTest extends Pick<ConfigTest, 'id' | 'config' | 'token' | 'photoFilename'> {
  photoSha256: Buffer;
  userId: string;
}

/** Undefined if a test is running already. */
export async function insertConfigTest(tx: Tx, test: NewConfigTest): Promise<ConfigTest | undefined> {
  return tx.first(sql`
    insert into video_config_tests (id, config, token, photo_filename, photo_sha256, created_by, created_at)
    values (${test.id}, ${JSON.stringify(test.config)}::jsonb, ${test.token}, ${test.photoFilename}, ${test.photoSha256}, ${test.userId}, app_now())
    on conflict do nothing
    returning ${columns}`);
}

export function latestConfigTest(db: Queryable): Promise<ConfigTest | undefined> {
  return db.first(sql`select ${columns} from video_config_tests order by created_at desc, id desc limit 1`);
}

export function configTestById(db: Queryable, id: string): Promise<ConfigTest | undefined> {
  return db.first(sql`select ${columns} from video_config_tests where id = ${id}`);
}

/** Deletes all tests but one. @returns the storage keys of their files */
export async function deleteOtherConfigTests(tx: Tx, id: string): Promise<string[]> {
  const gone = await tx.query<{ id: string; photoFilename: string }>(
    sql`delete from video_config_tests where id <> ${id} returning id, photo_filename`,
  );
  return gone.flatMap((test) => [photoKey(test.photoFilename), testFilmKey(test.id)]);
}

/** @returns false if it was no longer in the state `from` */
export async function moveConfigTest(
  db: Queryable,
  id: string,
  from: ConfigTest['state'],
  to: { state: ConfigTest['state']; reason?: string; generationId?: string; film?: { key: string; sha256: Buffer } },
): Promise<boolean> {
  const touched = await db.run(sql`
    update video_config_tests set state = ${to.state}, reason = ${to.reason ?? null},
      provider_generation_id = coalesce(${to.generationId ?? null}, provider_generation_id),
      film_key = ${to.film?.key ?? null}, film_sha256 = ${to.film?.sha256 ?? null}
    where id = ${id} and state = ${from}`);
  return touched === 1;
}
