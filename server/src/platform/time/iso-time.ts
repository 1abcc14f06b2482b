import { sql, type Expression, type RawBuilder } from 'kysely';

/** A time in the contract's format, written by the database, for lists that only pass it on. Null stays null. */
export function isoTime<T extends Date | null>(time: Expression<T>): RawBuilder<string | Extract<T, null>> {
  return sql`to_char(${time} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
