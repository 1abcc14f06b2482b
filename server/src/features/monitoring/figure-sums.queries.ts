import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/db.ts';

/** What is counted; the triggers of migration 0040 write each in the transaction of its fact. */
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
  /** Minor units of one currency; of films milliseconds. */
  amount: number;
  photos: number;
  films: number;
}

export interface FigureSums {
  /** All-time; over all currencies where none is given, which is meaningless for an amount of money. */
  ever(kind: FigureKind, currency?: string): FigureSum;
  /** Of the last 30 UTC days, today included. */
  recent(kind: FigureKind, currency?: string): FigureSum;
  /** Every currency that has a sum. */
  currencies(kind: FigureKind): string[];
}

/** Of how many UTC days, today included, the figures of "the last 30 days" are. */
export const recentDays = 30;

declare module '../../platform/database/json.ts' {
  interface TextColumns {
    'figures.kind': FigureKind;
  }
}

export async function figureSums(db: Queryable): Promise<FigureSums> {
  const rows = await db
    .selectFrom('figures')
    .where('kind', '<>', 'active_user')
    .select([
      'kind',
      'currency',
      sql<boolean>`day > (select utc_day(app_now()) - ${recentDays}::int)`.as('isRecent'),
      total('count').as('count'),
      total('amount').as('amount'),
      total('photos').as('photos'),
      total('films').as('films'),
    ])
    // The view passes on columns that are not null.
    .$narrowType<{ kind: FigureKind; currency: string }>()
    .groupBy(['kind', 'currency', 'isRecent'])
    .execute();
  const sumOf = (kind: FigureKind, currency: string | undefined, onlyRecent: boolean) =>
    rows
      .filter((row) => row.kind === kind && row.currency === (currency ?? row.currency) && row.isRecent >= onlyRecent)
      .reduce(add, { count: 0, amount: 0, photos: 0, films: 0 });
  return {
    ever: (kind, currency) => sumOf(kind, currency, false),
    recent: (kind, currency) => sumOf(kind, currency, true),
    currencies: (kind) => [...new Set(rows.filter((row) => row.kind === kind).map((row) => row.currency))].toSorted(),
  };
}

/** PostgreSQL sums bigints as numeric, which would arrive as text. */
function total(column: keyof FigureSum) {
  return sql<number>`sum(${sql.ref(column)})::bigint`;
}

function add(sum: FigureSum, row: FigureSum): FigureSum {
  return {
    count: sum.count + row.count,
    amount: sum.amount + row.amount,
    photos: sum.photos + row.photos,
    films: sum.films + row.films,
  };
}

/** Minor units per UTC day, from the first sale (or 30 days back) to today; days without a sale are 0. */
export async function revenueByDay(db: Queryable, currency: string): Promise<{ day: string; amount: number }[]> {
  const { rows } = await sql<{ day: string; amount: number }>`
    with sold as (
      select day, sum(amount)::bigint as amount from figures where kind = 'sale' and currency = ${currency} group by day
    )
    select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(sold.amount, 0) as amount
    from generate_series(
      least((select min(day) from sold), utc_day(app_now()) - ${recentDays - 1}::int), utc_day(app_now()), '1 day'
    ) as d (day)
    left join sold on sold.day = d.day::date order by d.day`.execute(db);
  return rows;
}

/** Users who used the product on each of the last `days` UTC days; days without any user are 0. */
export async function activityPerDay(db: Queryable, days: number): Promise<Record<string, number>> {
  const { rows } = await sql<{ day: string; people: number }>`
    select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(sum(f.count), 0)::bigint as people
    from generate_series(utc_day(app_now()) - ${days - 1}::int, utc_day(app_now()), '1 day') as d (day)
    left join figures f on f.kind = 'active_user' and f.day = d.day::date
    group by d.day order by d.day`.execute(db);
  return Object.fromEntries(rows.map(({ day, people }) => [day, people]));
}

/** Rolls the oldest changes up into the sums, `atMost` at a time; no figure changes by it. @returns how many changes were rolled up */
export async function rollUpChanges(db: Queryable, atMost: number): Promise<number> {
  const { rows } = await sql<{ rolledUp: number }>`
    with oldest as (
      select id from figure_changes order by id limit ${atMost} for update skip locked
    ), changes as (
      delete from figure_changes using oldest where figure_changes.id = oldest.id returning figure_changes.*
    ), written as (
      insert into figure_sums as sums (kind, day, currency, count, amount, photos, films)
      select kind, day, currency, sum(count), sum(amount), sum(photos), sum(films) from changes group by 1, 2, 3 order by 1, 2, 3
      on conflict (kind, day, currency) do update set count = sums.count + excluded.count, amount = sums.amount + excluded.amount,
        photos = sums.photos + excluded.photos, films = sums.films + excluded.films
    )
    select count(*) as rolled_up from changes`.execute(db);
  return rows[0]?.rolledUp ?? 0;
}
