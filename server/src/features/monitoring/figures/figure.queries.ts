import { sql, type Expression } from 'kysely';
import type { Queryable } from '../../../platform/database/db.ts';
import { appNow, databaseNow, later } from '../../../platform/database/expressions.ts';
import { openAttemptStates } from '../../films/attempts/attempt.queries.ts';
import { openFilmStates } from '../../films/film.queries.ts';
import { attentionQueries } from '../../orders/attention.queries.ts';
import { isToBeRefunded } from '../../payment/payment.queries.ts';
import { countOf } from './count.queries.ts';

export interface JobFigures {
  job: string;
  ready: number;
  delayed: number;
  running: number;
  /** Failed permanently; an administrator must retry. */
  failed: number;
  /** How long the oldest ready job has been waiting. */
  waitSeconds: number;
}

export function jobFigures(db: Queryable): Promise<JobFigures[]> {
  return db
    .selectFrom('graphileWorker.jobs')
    .groupBy('taskIdentifier')
    .select((eb) => {
      const { fn, ref, lit, and } = eb;
      const isUnlocked = eb('lockedAt', 'is', null);
      const hasTries = eb('attempts', '<', ref('maxAttempts'));
      const isReady = and([isUnlocked, hasTries, eb('runAt', '<=', databaseNow)]);
      const count = fn.countAll<number>();
      return [
        // Nullable only because it is a column of a view.
        ref('taskIdentifier').$notNull().as('job'),
        count.filterWhere(isReady).as('ready'),
        count.filterWhere(and([isUnlocked, hasTries, eb('runAt', '>', databaseNow)])).as('delayed'),
        count.filterWhere('lockedAt', 'is not', null).as('running'),
        count.filterWhere(and([isUnlocked, eb('attempts', '>=', ref('maxAttempts'))])).as('failed'),
        fn.coalesce(seconds(fn.min('runAt').filterWhere(isReady), databaseNow), lit(0)).as('waitSeconds'),
      ];
    })
    .execute();
}

function seconds(from: Expression<Date | null>, until: Expression<Date | null>) {
  return sql<number>`extract(epoch from ${until} - ${from})::float8`;
}

export interface StateCount {
  state: string;
  count: number;
  /** Age of the oldest in this state. */
  seconds: number;
}

/** Films that were paid for and are neither delivered nor refunded. */
export function openFilmFigures(db: Queryable): Promise<StateCount[]> {
  return db
    .selectFrom('films')
    .where('state', 'in', openFilmStates)
    .groupBy('state')
    .select(({ fn }) => [
      'state',
      fn.countAll<number>().as('count'),
      seconds(fn.min('createdAt'), appNow).as('seconds'),
    ])
    .unionAll(
      attentionQueries
        .failedFilms(db)
        .select(({ fn, lit }) => [
          sql.lit<'failed'>('failed').as('state'),
          fn.countAll<number>().as('count'),
          lit(0).as('seconds'),
        ]),
    )
    .execute();
}

/** Open attempts at video providers, and for how much longer each provider is paused. */
export async function attemptFigures(db: Queryable): Promise<{ attempts: StateCount[]; pauses: StateCount[] }> {
  const rows = await db
    .selectFrom('providerPauses')
    .where('until', '>', databaseNow)
    .groupBy('provider')
    .select(({ fn, lit }) => [
      lit<boolean>(true).as('isPause'),
      'provider as state',
      fn.countAll<number>().as('count'),
      seconds(databaseNow, fn.max('until')).as('seconds'),
    ])
    .unionAll(({ selectFrom }) =>
      selectFrom('attempts')
        // Literals, because the index on open attempts is partial.
        .where(
          'state',
          'in',
          openAttemptStates.map((state) => sql.lit(state)),
        )
        .groupBy('state')
        .select(({ fn, lit }) => [
          lit(false).as('isPause'),
          'state',
          fn.countAll<number>().as('count'),
          seconds(fn.min('intentAt'), databaseNow).as('seconds'),
        ]),
    )
    .execute();
  return { attempts: rows.filter((row) => !row.isPause), pauses: rows.filter((row) => row.isPause) };
}

/** Open payment pages, payments that need an administrator, and the orders and films of the last hour. */
export function orderFigures(
  db: Queryable,
): Promise<{ creating: number; open: number; unfulfilled: number; paidLastHour: number; filmsLastHour: number }> {
  const hourAgo = later(appNow, -3_600_000);
  return db
    .selectNoFrom(({ selectFrom }) => [
      countOf(selectFrom('checkouts').where('state', '=', sql.lit('creating'))).as('creating'),
      countOf(selectFrom('checkouts').where('state', '=', sql.lit('open'))).as('open'),
      countOf(selectFrom('checkouts').where(isToBeRefunded)).as('unfulfilled'),
      countOf(selectFrom('sales').where('paidAt', '>', hourAgo)).as('paidLastHour'),
      countOf(selectFrom('films').where('state', '=', sql.lit('done')).where('doneAt', '>', hourAgo)).as(
        'filmsLastHour',
      ),
    ])
    .executeTakeFirstOrThrow();
}

/** Mails that wait to be sent, and those that failed permanently. */
export function mailFigures(db: Queryable): Promise<StateCount[]> {
  return db
    .selectFrom('mails')
    .where('state', '=', sql.lit('queued'))
    .select(({ fn, lit }) => [
      sql.lit<string>('queued').as('state'),
      fn.countAll<number>().as('count'),
      fn.coalesce(seconds(fn.min('createdAt'), appNow), lit(0)).as('seconds'),
    ])
    .unionAll(({ selectFrom }) =>
      selectFrom('mails')
        .where('state', '=', sql.lit('failed'))
        .select(({ fn, lit }) => [
          sql.lit('failed').as('state'),
          fn.countAll<number>().as('count'),
          lit(0).as('seconds'),
        ]),
    )
    .execute();
}

/** When each scheduled job last succeeded, in seconds since 1970. */
export function scheduleFigures(db: Queryable): Promise<{ job: string; succeededAt: number }[]> {
  return db
    .selectFrom('scheduleSuccesses')
    .select(['job', sql<number>`extract(epoch from succeeded_at)::float8`.as('succeededAt')])
    .execute();
}
