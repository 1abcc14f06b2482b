import { sql, type Expression, type RawBuilder } from 'kysely';

/** The product's time, which tests may shift; constant within a transaction. */
export const appNow = sql<Date>`app_now()`;
/** The database's time, independent of the workers' clocks; constant within a transaction. */
export const databaseNow = sql<Date>`now()`;

/** The database's time when the statement runs, which differs from the transaction's start. */
export const clockTimestamp = sql<Date>`clock_timestamp()`;
/** The product's time when the statement runs, which differs from the transaction's start. */
export const appClockTimestamp = sql<Date>`(app_now() + (clock_timestamp() - now()))`;

/** A time plus `ms` milliseconds, which may be negative. */
export function later(moment: RawBuilder<Date>, ms: number): RawBuilder<Date> {
  return sql<Date>`${moment} + ${Math.round(ms)}::bigint * interval '1 millisecond'`;
}

/** The age of a time in milliseconds, by the product's clock. */
export function ageMs(moment: Expression<Date>): RawBuilder<number> {
  return sql<number>`(extract(epoch from app_now() - ${moment}) * 1000)::double precision`;
}

/** `where('id', '=', any(ids))`: one statement for lists of every length; `in` would need one per length. */
export function any<T>(values: readonly T[] | RawBuilder<readonly T[]>): RawBuilder<T> {
  return sql<T>`any(${values})`;
}

/** Constants in the text of a statement: PostgreSQL reliably uses a partial index only if the text contains its condition. */
export function literals<T extends string>(...values: T[]): RawBuilder<T>[] {
  return values.map((value) => sql.lit(value));
}

/** The start of a UTC day (`2026-01-31`). */
export function startOfDay(day: string): RawBuilder<Date> {
  return sql<Date>`${day}::date::timestamp at time zone 'utc'`;
}

/** The end of a UTC day: the start of the next one. */
export function endOfDay(day: string): RawBuilder<Date> {
  return sql<Date>`(${day}::date + 1)::timestamp at time zone 'utc'`;
}
