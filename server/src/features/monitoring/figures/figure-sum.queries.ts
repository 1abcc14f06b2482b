import { sql, type ExpressionBuilder, type RawBuilder } from 'kysely';
import type { Queryable } from '../../../platform/database/db.ts';
import { appNow } from '../../../platform/database/expressions.ts';
import type { Tables } from '../../../platform/database/tables.ts';

/** What is counted. The triggers of migration 0009 write each change in the transaction that causes it. */
export type FigureKind =
  | 'sale'
  | 'bucket_made'
  | 'bucket_pending'
  | 'bucket_paid'
  | 'bucket_archived'
  | 'bucket_deleted'
  | 'photo'
  | 'film_done'
  | 'film_failed'
  | 'user'
  | 'active_user';

export interface FigureSum {
  count: number;
  /** Minor units of one currency; for films, milliseconds. */
  amount: number;
  photos: number;
  films: number;
}

export interface FigureSums {
  /** All-time; without a currency the sum over all currencies, which is meaningful for counts only. */
  ever(kind: FigureKind, currency?: string): FigureSum;
  /** Of the last 30 UTC days, today included. */
  recent(kind: FigureKind, currency?: string): FigureSum;
  /** Of the 30 UTC days before those. */
  previous(kind: FigureKind, currency?: string): FigureSum;
  /** Every currency that has a sum. */
  currencies(kind: FigureKind): string[];
}

/** Number of UTC days, today included, in figures of "the last 30 days". */
export const recentDays = 30;

export async function figureSums(db: Queryable): Promise<FigureSums> {
  const rows = await db
    .selectFrom('figures')
    .where('kind', '<>', 'active_user')
    .select((eb) => [
      'kind',
      // Nullable only because it is a column of a view.
      eb.ref('currency').$notNull().as('currency'),
      // A subquery, so that the day is computed once and not for each row.
      eb('day', '>', sql<string>`(select ${utcDaysAgo(recentDays)})`)
        .$castTo<boolean>()
        .as('isRecent'),
      eb
        .between(
          'day',
          sql<string>`(select ${utcDaysAgo(2 * recentDays - 1)})`,
          sql<string>`(select ${utcDaysAgo(recentDays)})`,
        )
        .$castTo<boolean>()
        .as('isPrevious'),
      sumOf(eb, 'count').as('count'),
      sumOf(eb, 'amount').as('amount'),
      sumOf(eb, 'photos').as('photos'),
      sumOf(eb, 'films').as('films'),
    ])
    .groupBy(['kind', 'currency', 'isRecent', 'isPrevious'])
    .execute();
  const totalOf =
    (isCounted: (row: (typeof rows)[number]) => boolean): FigureSums['ever'] =>
    (kind, currency) =>
      rows
        .filter((row) => row.kind === kind && row.currency === (currency ?? row.currency) && isCounted(row))
        .reduce(add, { count: 0, amount: 0, photos: 0, films: 0 });
  return {
    ever: totalOf(() => true),
    recent: totalOf(({ isRecent }) => isRecent),
    previous: totalOf(({ isPrevious }) => isPrevious),
    currencies: (kind) => [...new Set(rows.filter((row) => row.kind === kind).map((row) => row.currency))].toSorted(),
  };
}

/** Cast, because PostgreSQL's sum of bigints is a numeric. */
function sumOf({ fn, cast }: ExpressionBuilder<Tables, 'figures'>, column: keyof FigureSum) {
  return cast<number>(fn.sum(column), 'bigint');
}

/** The UTC day this many days ago; 0 is today. */
export function utcDaysAgo(days: number): RawBuilder<string> {
  return sql<string>`utc_day(${appNow}) - ${days}::int`;
}

function add(sum: FigureSum, row: FigureSum): FigureSum {
  return {
    count: sum.count + row.count,
    amount: sum.amount + row.amount,
    photos: sum.photos + row.photos,
    films: sum.films + row.films,
  };
}

/** Minor units per UTC day, from the first sale (at least 30 days) to today; days without a sale are 0. */
export function revenueByDay(db: Queryable, currency: string): Promise<{ day: string; amount: number }[]> {
  return db
    .with('sold', (step) =>
      step
        .selectFrom('figures')
        .where('kind', '=', 'sale')
        .where('currency', '=', currency)
        .groupBy('day')
        .select((eb) => ['day', sumOf(eb, 'amount').as('amount')]),
    )
    .selectFrom(daysSince(sql`least((select min(day) from sold), ${utcDaysAgo(recentDays - 1)})`))
    .leftJoin('sold', 'sold.day', 'days.day')
    .select(({ fn, lit }) => ['days.day', fn.coalesce('sold.amount', lit(0)).as('amount')])
    .orderBy('days.day')
    .execute();
}

/** Every UTC day from the first one to today. */
function daysSince(first: RawBuilder<string>) {
  const days = sql<{
    day: string;
  }>`(select generate_series(${first}, utc_day(${appNow}), interval '1 day')::date as day)`;
  return days.as('days');
}

/** Users who used the product on each of the last `days` UTC days; days without any user are 0. */
export async function activityPerDay(db: Queryable, days: number): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom(daysSince(utcDaysAgo(days - 1)))
    .leftJoin('figures', (join) => join.onRef('figures.day', '=', 'days.day').on('figures.kind', '=', 'active_user'))
    .groupBy('days.day')
    .select(({ fn, lit, cast }) => [
      'days.day',
      cast<number>(fn.coalesce(fn.sum('figures.count'), lit(0)), 'bigint').as('people'),
    ])
    .orderBy('days.day')
    .execute();
  return Object.fromEntries(rows.map(({ day, people }) => [day, people]));
}

/** Rolls up the oldest changes into the sums, at most `atMost`; the figures stay the same. @returns the number of changes */
export async function rollUpChanges(db: Queryable, atMost: number): Promise<number> {
  const { rolledUp } = await db
    .with('oldest', (step) =>
      step.selectFrom('figureChanges').select('id').orderBy('id').limit(atMost).forUpdate().skipLocked(),
    )
    .with('changes', (step) =>
      step
        .deleteFrom('figureChanges')
        .using('oldest')
        .whereRef('figureChanges.id', '=', 'oldest.id')
        .returningAll('figureChanges'),
    )
    .with('written', (step) =>
      step
        .insertInto('figureSums')
        .columns(['kind', 'day', 'currency', 'count', 'amount', 'photos', 'films'])
        .expression(
          step
            .selectFrom('changes')
            .groupBy(['kind', 'day', 'currency'])
            // So that processes that run at once lock the sums in the same order.
            .orderBy('kind')
            .orderBy('day')
            .orderBy('currency')
            .select(({ fn }) => [
              'kind',
              'day',
              'currency',
              fn.sum<number>('count').as('count'),
              fn.sum<number>('amount').as('amount'),
              fn.sum<number>('photos').as('photos'),
              fn.sum<number>('films').as('films'),
            ]),
        )
        .onConflict((conflict) =>
          conflict.columns(['kind', 'day', 'currency']).doUpdateSet(({ eb, ref }) => ({
            count: eb('figureSums.count', '+', ref('excluded.count')),
            amount: eb('figureSums.amount', '+', ref('excluded.amount')),
            photos: eb('figureSums.photos', '+', ref('excluded.photos')),
            films: eb('figureSums.films', '+', ref('excluded.films')),
          })),
        ),
    )
    .selectFrom('changes')
    .select(({ fn }) => fn.countAll<number>().as('rolledUp'))
    .executeTakeFirstOrThrow();
  return rolledUp;
}
