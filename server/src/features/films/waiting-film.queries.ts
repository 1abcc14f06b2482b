import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/db.ts';
import { any, databaseNow, literals } from '../../platform/database/expressions.ts';
import { activeAttemptStates } from './attempts/attempt.queries.ts';
import { waitingFilmStates } from './film.queries.ts';

export interface WaitingFilm {
  id: string;
  prompt: string;
  effect: string;
  seed: number;
  filename: string;
  width: number;
  height: number;
}

/** Locks up to `count` waiting films, round robin over the customers: those with the fewest films in progress first, then the oldest. */
export async function nextWaitingFilms(tx: Tx, count: number): Promise<WaitingFilm[]> {
  const ids = await waitingFilmsRoundRobin(tx, count);
  const locked = await tx
    .selectFrom('films')
    .innerJoin('photos', 'photos.id', 'films.photoId')
    .where('films.id', '=', any(ids))
    .where('films.state', 'in', waitingFilmStates)
    .select([
      'films.id',
      'films.prompt',
      'films.effect',
      'films.seed',
      'photos.filename',
      'photos.width',
      'photos.height',
    ])
    .forUpdate('films')
    .skipLocked()
    .execute();
  const places = new Map(ids.map((id, place) => [id, place]));
  return locked.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
}

/** The next films in round-robin order. The waiting time of a retried film starts at its retry. */
async function waitingFilmsRoundRobin(tx: Tx, count: number): Promise<string[]> {
  const films = await tx
    .with('alive', (cte) =>
      cte
        .selectFrom('attempts')
        .innerJoin('films', 'films.id', 'attempts.filmId')
        .innerJoin('buckets', 'buckets.id', 'films.bucketId')
        .where('attempts.state', 'in', literals(...activeAttemptStates))
        .groupBy('buckets.userId')
        .select(({ fn }) => ['buckets.userId', fn.countAll<number>().as('films')]),
    )
    .with('waiting', (cte) =>
      cte
        .selectFrom('films')
        .innerJoin('buckets', 'buckets.id', 'films.bucketId')
        .leftJoin('alive', 'alive.userId', 'buckets.userId')
        .where('films.state', 'in', waitingFilmStates)
        .where(({ or, eb }) => or([eb('films.tryAfter', 'is', null), eb('films.tryAfter', '<=', databaseNow)]))
        .select(({ eb, fn, lit }) => {
          const since = fn.coalesce('films.lastRetryAt', 'films.createdAt');
          const placeOfCustomer = fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy('buckets.userId').orderBy(since).orderBy('films.id'));
          return [
            'films.id',
            since.as('since'),
            eb(fn.coalesce('alive.films', lit(0)), '+', placeOfCustomer).as('turn'),
          ];
        }),
    )
    .selectFrom('waiting')
    .select('id')
    .orderBy('turn')
    .orderBy('since')
    .orderBy('id')
    .limit(count)
    .execute();
  return films.map(({ id }) => id);
}

/** Milliseconds until the next waiting film is due; undefined if none is waiting. */
export async function nextFilmDueMs(db: Queryable): Promise<number | undefined> {
  const seconds = sql<number>`extract(epoch from coalesce(try_after, ${databaseNow}) - ${databaseNow})`;
  const { ms } = await db
    .selectFrom('films')
    .where('state', 'in', waitingFilmStates)
    .select(sql<number | null>`min(greatest(0, ${seconds} * 1000))::int`.as('ms'))
    .executeTakeFirstOrThrow();
  return ms ?? undefined;
}
