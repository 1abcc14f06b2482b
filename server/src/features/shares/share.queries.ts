import { sql } from 'kysely';
import type { Translated } from '@keepsake/contract/primitives';
import type { Queryable, Tx } from '../../platform/database/db.ts';
import { any, appNow, later } from '../../platform/database/expressions.ts';

export interface ShareRow {
  id: string;
  createdAt: Date;
  expiresAt: Date;
  hasPassword: boolean;
  films: number;
}

/** A link that a guest has opened. */
export interface OpenedShare {
  id: string;
  expiresAt: Date;
  passwordHash: string | null;
}

export interface SharedFilmRow {
  id: string;
  action: Translated;
  hasPoster: boolean;
  filmWidth: number | null;
  filmHeight: number | null;
  /** The provider's report; see `readFilmReport`. */
  report: unknown;
}

/** The valid links of a bucket, newest first. */
export function sharesOfBucket(db: Queryable, bucketId: string): Promise<ShareRow[]> {
  return db
    .selectFrom('shares')
    .where('bucketId', '=', bucketId)
    .where('expiresAt', '>', appNow)
    .select(({ eb, selectFrom }) => [
      'id',
      'createdAt',
      'expiresAt',
      eb('passwordHash', 'is not', null).$castTo<boolean>().as('hasPassword'),
      selectFrom('sharedFilms')
        .whereRef('shareId', '=', 'shares.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('films'),
    ])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Inserts a link that expires after `days`, or with the bucket's files if that is sooner. Undefined if the bucket was deleted. */
export async function insertShare(
  tx: Tx,
  share: { id: string; bucketId: string; tokenHash: Buffer; passwordHash: string | null; days: number },
): Promise<void> {
  const { id, bucketId, tokenHash, passwordHash, days } = share;
  await tx
    .insertInto('shares')
    .columns(['id', 'bucketId', 'tokenHash', 'passwordHash', 'createdAt', 'expiresAt'])
    .expression(({ selectFrom }) =>
      selectFrom('buckets')
        .where('buckets.id', '=', bucketId)
        .select(({ fn }) => [
          sql<string>`${id}::uuid`.as('id'),
          'buckets.id as bucketId',
          sql<Buffer>`${tokenHash}::bytea`.as('tokenHash'),
          sql<string | null>`${passwordHash}::text`.as('passwordHash'),
          appNow.as('createdAt'),
          fn<Date>('least', [later(appNow, days * 24 * 3_600_000), 'deletionDate']).as('expiresAt'),
        ]),
    )
    .execute();
}

/** @returns the number of these films that are finished films of the bucket; they are now shown by the link */
export async function insertSharedFilms(tx: Tx, shareId: string, bucketId: string, filmIds: string[]): Promise<number> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('sharedFilms')
    .columns(['shareId', 'filmId'])
    .expression(({ selectFrom }) =>
      selectFrom('films')
        .where('id', '=', any(filmIds))
        .where('bucketId', '=', bucketId)
        .where('state', '=', 'done')
        .select([sql<string>`${shareId}::uuid`.as('shareId'), 'id']),
    )
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows);
}

/** @returns whether this user had such a link */
export async function deleteShare(db: Queryable, userId: string, shareId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('shares')
    .using('buckets')
    .whereRef('buckets.id', '=', 'shares.bucketId')
    .where('shares.id', '=', shareId)
    .where('buckets.userId', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The link with this token, if it is valid. While its owner's account is disabled it is not. */
export function shareOfToken(db: Queryable, tokenHash: Buffer): Promise<OpenedShare | undefined> {
  return db
    .selectFrom('shares')
    .innerJoin('buckets', 'buckets.id', 'shares.bucketId')
    .innerJoin('users', 'users.id', 'buckets.userId')
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', appNow)
    .where('users.disabledAt', 'is', null)
    .select(['shares.id', 'expiresAt', 'shares.passwordHash'])
    .executeTakeFirst();
}

/** The films of a link, in the order of the photos. */
export function filmsOfShare(db: Queryable, shareId: string): Promise<SharedFilmRow[]> {
  return db
    .selectFrom('sharedFilms')
    .innerJoin('films', 'films.id', 'sharedFilms.filmId')
    .innerJoin('photos', 'photos.id', 'films.photoId')
    .where('shareId', '=', shareId)
    .where('films.state', '=', 'done')
    .select(({ eb }) => [
      'films.id',
      'films.action',
      eb('films.posterKey', 'is not', null).$castTo<boolean>().as('hasPoster'),
      'films.filmWidth',
      'films.filmHeight',
      'films.report',
    ])
    .orderBy('photos.position')
    .orderBy('films.createdAt')
    .orderBy('films.id')
    .execute();
}
