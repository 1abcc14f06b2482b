import { sql, type Expression, type RawBuilder } from 'kysely';

/** The product's time, which a test may shift: the same throughout a transaction. */
export const appNow = sql<Date>`app_now()`;
/** The database's own time: the same for all workers, whatever their clocks say, and throughout a transaction. */
export const databaseNow = sql<Date>`now()`;

/** The database's time at which a statement runs, also within a transaction that has waited. */
export const clockTimestamp = sql<Date>`clock_timestamp()`;
/** The product's time at which a statement runs, also within a transaction that has waited. */
export const appClockTimestamp = sql<Date>`(app_now() + (clock_timestamp() - now()))`;

/** The moment `ms` milliseconds after another, or before it where `ms` is negative. */
export function later(moment: RawBuilder<Date>, ms: number): RawBuilder<Date> {
  return sql<Date>`${moment} + ${Math.round(ms)}::bigint * interval '1 millisecond'`;
}

/** How old something is that was written at a moment of the product's time, in milliseconds. */
export function ageMs(moment: Expression<Date>): RawBuilder<number> {
  return sql<number>`(extract(epoch from app_now() - ${moment}) * 1000)::double precision`;
}

/** `where('id', '=', any(ids))`: one statement for lists of every length, where `in` would make one for each length. */
export function any<T>(values: readonly T[] | RawBuilder<readonly T[]>): RawBuilder<T> {
  return sql<T>`any(${values})`;
}

/** Constants written into the text of a statement: PostgreSQL uses a partial index reliably only where the text itself states its condition. */
export function literals<T extends string>(...values: T[]): RawBuilder<T>[] {
  return values.map((value) => sql.lit(value));
}

/** The moment at which a day of UTC (`2026-01-31`) begins. */
export function startOfDay(day: string): RawBuilder<Date> {
  return sql<Date>`${day}::date::timestamp at time zone 'utc'`;
}

/** The moment at which the day after it begins. */
export function endOfDay(day: string): RawBuilder<Date> {
  return sql<Date>`(${day}::date + 1)::timestamp at time zone 'utc'`;
}
