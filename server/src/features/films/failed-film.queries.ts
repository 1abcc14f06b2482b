import type { Translated } from '@keepsake/contract/primitives';
import type { FailureCode } from '@keepsake/contract/films/videos';
import { sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import type { Queryable, Tx } from '../../platform/database/db.ts';
import { any, appNow, literals } from '../../platform/database/expressions.ts';
import { isoTime } from '../../platform/time/iso-time.ts';
import { isRefunded } from './refunded-film.queries.ts';

export interface FailedPhoto {
  id: string;
  bucketId: string;
  filename: string;
  status: 'failed' | 'retry_pending';
  retryCount: number;
  lastRetryAt: Date | null;
  mayBeChargedTwice: boolean;
  films: {
    id: string;
    action: Translated;
    number: number;
    state: 'failed' | 'retry_pending';
    failureCode: string | null;
    failureReason: string | null;
    attempts: number;
  }[];
  errors: { errorMessage: string; createdAt: string }[];
}

const failed = sql.lit('failed' as const);
const failedOrRetried = literals('failed', 'retry_pending');

/** Failures after which it is unknown whether the provider has made the film, and charged for it. */
export const unconfirmedCodes = ['unconfirmed', 'timed_out'];

const maxErrors = 10;

/** Photos with films that failed or wait for a retry, latest first. */
export async function failedPhotos(
  db: Queryable,
  { page, limit }: { page: number; limit: number },
): Promise<FailedPhoto[]> {
  return db
    .with('latest', (cte) =>
      cte
        .selectFrom('films')
        .where('state', 'in', failedOrRetried)
        .groupBy('photoId')
        .select(({ fn }) => ['photoId', fn.max('createdAt').as('newest')])
        .orderBy('newest', 'desc')
        .orderBy('photoId')
        .limit(limit)
        .offset((page - 1) * limit),
    )
    .with('troubled', (cte) =>
      cte
        .selectFrom('films')
        .innerJoin('latest', 'latest.photoId', 'films.photoId')
        .where('films.state', 'in', failedOrRetried)
        .groupBy('films.photoId')
        .select(({ eb, and, fn, ref, selectFrom: from }) => {
          const isFailed = eb('films.state', '=', failed);
          const attempts = from('attempts')
            .whereRef('attempts.filmId', '=', 'films.id')
            .where('attempts.sentAt', 'is not', null)
            .select(({ fn: inner }) => inner.countAll<number>().as('count'));
          const film = jsonBuildObject({
            id: ref('films.id'),
            action: ref('films.action'),
            number: ref('films.number'),
            // As `where` has it.
            state: ref('films.state').$castTo<'failed' | 'retry_pending'>(),
            failureCode: ref('films.failureCode'),
            failureReason: ref('films.failureReason'),
            attempts: attempts.$asScalar().$notNull(),
          });
          return [
            'films.photoId',
            fn.agg<boolean>('bool_or', [isFailed]).as('isFailed'),
            fn.max('films.retryCount').as('retryCount'),
            fn.max('films.lastRetryAt').as('lastRetryAt'),
            fn.max('films.createdAt').as('newest'),
            fn
              .agg<boolean>('bool_or', [and([isFailed, eb('films.failureCode', 'in', unconfirmedCodes)])])
              .as('mayBeChargedTwice'),
            fn.jsonAgg(film).orderBy('films.createdAt').orderBy('films.id').as('films'),
          ];
        }),
    )
    .selectFrom('troubled')
    .innerJoin('photos', 'photos.id', 'troubled.photoId')
    .select(({ eb, fn, ref, selectFrom }) => [
      'photos.id',
      'photos.bucketId',
      'photos.filename',
      eb
        .case()
        .when(ref('troubled.isFailed'))
        .then(failed)
        .else(sql.lit('retry_pending' as const))
        .end()
        .as('status'),
      'troubled.retryCount',
      'troubled.lastRetryAt',
      'troubled.mayBeChargedTwice',
      'troubled.films',
      fn
        .coalesce(
          selectFrom(({ selectFrom: from }) =>
            from('errorLogs')
              .whereRef('errorLogs.photoId', '=', 'photos.id')
              .select(['errorMessage', 'createdAt'])
              .orderBy('createdAt', 'desc')
              .limit(maxErrors)
              .as('error'),
          )
            .select(({ fn: inner, ref: error }) =>
              inner
                .jsonAgg(
                  jsonBuildObject({
                    errorMessage: error('error.errorMessage'),
                    createdAt: isoTime(error('error.createdAt')),
                  }),
                )
                .orderBy('error.createdAt', 'desc')
                .as('errors'),
            )
            .$asScalar(),
          sql<never[]>`'[]'::json`,
        )
        .as('errors'),
    ])
    .orderBy('troubled.newest', 'desc')
    .orderBy('photos.id')
    .execute();
}

/** Counts these photos, and the films with status failed. */
export async function countFailed(db: Queryable): Promise<{ total: number; failedFilms: number }> {
  return db
    .selectFrom('films')
    .where('state', 'in', failedOrRetried)
    .select(({ fn }) => [
      fn.count<number>('photoId').distinct().as('total'),
      fn.countAll<number>().filterWhere('state', '=', failed).as('failedFilms'),
    ])
    .executeTakeFirstOrThrow();
}

/** The failed films of a bucket, with the customer's names of the photos. */
export function failedFilms(
  tx: Tx,
  bucketId: string,
): Promise<{ photo: string; action: Translated; number: number; failureCode: FailureCode }[]> {
  return (
    tx
      .selectFrom('films')
      .innerJoin('photos', 'photos.id', 'films.photoId')
      .where('films.bucketId', '=', bucketId)
      .where('films.state', '=', failed)
      .select(['photos.originalName as photo', 'films.action', 'films.number', 'films.failureCode'])
      // `setFilmFailed` writes one whenever it sets this state.
      .$narrowType<{ failureCode: FailureCode }>()
      .orderBy('films.createdAt')
      .orderBy('films.id')
      .execute()
  );
}

/** Puts the failed films of a photo back into the queue. @returns how many */
export async function retryFailedFilms(tx: Tx, photoId: string): Promise<number> {
  const { numUpdatedRows } = await retryFailed(tx).where('photoId', '=', photoId).executeTakeFirst();
  return Number(numUpdatedRows);
}

/** The same for all photos of a bucket. */
export async function retryFailedFilmsOfBucket(tx: Tx, bucketId: string): Promise<number> {
  const { numUpdatedRows } = await retryFailed(tx).where('bucketId', '=', bucketId).executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Whether one of these films has failed and was refunded. */
export async function hasRefundedFailure(
  tx: Tx,
  of: { column: 'id' | 'photoId' | 'bucketId'; id: string },
): Promise<boolean> {
  const film = await tx
    .selectFrom('films')
    .where('state', '=', failed)
    .where(of.column, '=', of.id)
    .where(isRefunded)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return film !== undefined;
}

export async function bucketOfFilm(db: Queryable, filmId: string): Promise<string | undefined> {
  const film = await db.selectFrom('films').where('id', '=', filmId).select('bucketId').executeTakeFirst();
  return film?.bucketId;
}

/** Puts a film back into the queue if it has failed. @returns whether it had failed */
export async function retryFailedFilm(tx: Tx, filmId: string): Promise<boolean> {
  const { numUpdatedRows } = await retryFailed(tx).where('id', '=', filmId).executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Puts the failed films of these buckets back into the queue, except those that may be charged twice. @returns how many */
export async function retryConfirmedFailures(tx: Tx, bucketIds: string[]): Promise<number> {
  const { numUpdatedRows } = await retryFailed(tx)
    .where('bucketId', '=', any(bucketIds))
    .where('failureCode', 'not in', unconfirmedCodes)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** The caller holds the locks of the buckets, as a refund of films does. */
function retryFailed(tx: Tx) {
  return tx
    .updateTable('films')
    .where('state', '=', failed)
    .where((film) => film.not(isRefunded(film)))
    .set(({ eb }) => ({
      state: 'retry_pending',
      retryCount: eb('retryCount', '+', 1),
      lastRetryAt: appNow,
      failures: 0,
      losses: 0,
      tryAfter: null,
    }));
}

/** Buckets with failed films that can be requested again without being charged twice. */
export async function bucketsToRetry(db: Queryable): Promise<string[]> {
  const rows = await db
    .selectFrom('films')
    .where('state', '=', failed)
    .where('failureCode', 'not in', unconfirmedCodes)
    .where((film) => film.not(isRefunded(film)))
    .select('bucketId')
    .distinct()
    .orderBy('bucketId')
    .execute();
  return rows.map(({ bucketId }) => bucketId);
}

export async function countUnconfirmedFilms(db: Queryable): Promise<number> {
  const { films } = await db
    .selectFrom('films')
    .where('state', '=', failed)
    .where('failureCode', 'in', unconfirmedCodes)
    .where((film) => film.not(isRefunded(film)))
    .select(({ fn }) => fn.countAll<number>().as('films'))
    .executeTakeFirstOrThrow();
  return films;
}
