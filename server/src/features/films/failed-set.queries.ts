import type { FailedSet, FailedSetFilm } from '@keepsake/contract/films/failed-sets';
import type { FilmInstead } from '@keepsake/contract/films/videos';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/db.ts';
import { any, appNow, later, literals } from '../../platform/database/expressions.ts';
import { isRefunded } from './refunded-film.queries.ts';
import { openFilmStates } from './film.queries.ts';
import { unconfirmedCodes } from './failed-film.queries.ts';

/** How long a retried film stays on the list once it is done. */
const seenForMs = 3_600_000;

/** With what it shows instead of its effect as stored; see `insteadOf`. */
type FailedFilmRow = Omit<FailedSetFilm, keyof FilmInstead> & { agreedTo: string | null; report: unknown };
type Photo = Omit<FailedSet['photos'][number], 'photoUrl' | 'films'> & { filename: string; films: FailedFilmRow[] };
export type FailedSetRow = Omit<FailedSet, 'photos'> & { photos: Photo[] };

/** Buckets with films that failed or were retried, latest first. Failed films that were refunded are left out: they need no action. */
export async function failedSets(
  db: Queryable,
  { page, limit }: { page: number; limit: number },
): Promise<FailedSetRow[]> {
  const buckets = await db
    .selectFrom(listedFilms(db).as('listed'))
    .groupBy('bucketId')
    .select(({ fn }) => ['bucketId', fn.max('createdAt').as('newest')])
    .orderBy('newest', 'desc')
    .orderBy('bucketId')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const ids = buckets.map(({ bucketId }) => bucketId);
  const byBucket = Map.groupBy(await filmsOfBuckets(db, ids), ({ bucketId }) => bucketId);
  return ids.flatMap((bucketId) => toSet(bucketId, byBucket.get(bucketId) ?? []));
}

/** Counts these buckets, and the films with status failed. */
export async function countFailedSets(db: Queryable): Promise<{ total: number; failedFilms: number }> {
  return db
    .selectFrom(listedFilms(db).as('listed'))
    .select(({ fn }) => [
      fn.count<number>('bucketId').distinct().as('total'),
      fn.countAll<number>().filterWhere('state', '=', 'failed').as('failedFilms'),
    ])
    .executeTakeFirstOrThrow();
}

/** Each part of the union has its own partial index. */
function listedFilms(db: Queryable) {
  const columns = ['id', 'bucketId', 'createdAt', 'state'] as const;
  return db
    .selectFrom('films')
    .where('state', 'in', literals('failed', 'retry_pending'))
    .where((film) => film.or([film('state', '<>', 'failed'), film.not(isRefunded(film))]))
    .select(columns)
    .unionAll(
      db
        .selectFrom('films')
        // As the index on open films has it; those that never failed are few at any time.
        .where('state', 'in', openFilmStates)
        .where('state', '=', sql.lit('creating'))
        .where('retryCount', '>', 0)
        .select(columns),
    )
    .unionAll(
      db
        .selectFrom('films')
        .where('state', '=', sql.lit('done'))
        .where('doneAt', '>', later(appNow, -seenForMs))
        .where('retryCount', '>', 0)
        .select(columns),
    );
}

function filmsOfBuckets(db: Queryable, bucketIds: string[]) {
  return (
    db
      .selectFrom(listedFilms(db).as('listed'))
      .innerJoin('films', 'films.id', 'listed.id')
      .innerJoin('photos', 'photos.id', 'films.photoId')
      .innerJoin('buckets', 'buckets.id', 'films.bucketId')
      .innerJoin('users', 'users.id', 'buckets.userId')
      .where('listed.bucketId', '=', any(bucketIds))
      .select(({ selectFrom }) => [
        'films.id',
        'films.bucketId',
        'films.photoId',
        'films.action',
        'films.number',
        'films.state',
        'films.agreedTo',
        'films.report',
        'films.failureCode',
        'films.failureReason',
        'films.retryCount',
        'films.lastRetryAt',
        'photos.filename',
        'buckets.paidAt',
        'users.name',
        'users.email',
        selectFrom('attempts')
          .whereRef('attempts.filmId', '=', 'films.id')
          .where('attempts.sentAt', 'is not', null)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .$asScalar()
          .$notNull()
          .as('attempts'),
      ])
      .orderBy('photos.position')
      .orderBy('films.createdAt')
      .orderBy('films.id')
      // As `listedFilms` has it.
      .$narrowType<{ state: FailedSetFilm['state'] }>()
      .execute()
  );
}

type Film = Awaited<ReturnType<typeof filmsOfBuckets>>[number];

function toSet(bucketId: string, films: Film[]): FailedSetRow[] {
  const [first] = films;
  if (!first) return [];
  const { name, email, paidAt } = first;
  const photos = [...Map.groupBy(films, ({ photoId }) => photoId)].map(([id, ofPhoto]) => ({
    id,
    filename: ofPhoto[0]?.filename ?? '',
    films: ofPhoto.map(toFilm),
  }));
  return [{ bucketId, customer: { name, email }, paidAt: paidAt?.toISOString() ?? null, photos }];
}

function toFilm(film: Film): FailedFilmRow {
  const { id, action, number, state, agreedTo, report } = film;
  const { failureCode, failureReason, attempts, retryCount, lastRetryAt } = film;
  return {
    id,
    action,
    number,
    state,
    agreedTo,
    report,
    failureCode,
    failureReason,
    attempts,
    retryCount,
    lastRetryAt: lastRetryAt?.toISOString() ?? null,
    mayBeChargedTwice: state === 'failed' && failureCode !== null && unconfirmedCodes.includes(failureCode),
  };
}
