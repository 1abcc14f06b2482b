import { sql, type Sql } from './database/db.ts';

/** A time as the contract has it, written by the database: for lists that only pass it on. Null stays null. */
export function isoTime(time: Sql): Sql {
  return sql`to_char(${time} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
