import type { RawBuilder } from 'kysely';
import type { Queryable } from '../src/platform/database/db.ts';

// A test states what stands in the database in words of its own: SQL, and the rows that it expects.

export async function allRows<Row extends object>(db: Queryable, statement: RawBuilder<unknown>): Promise<Row[]> {
  return (await statement.execute(db)).rows as Row[];
}

/** The first row, or undefined. */
export async function firstRow<Row extends object>(
  db: Queryable,
  statement: RawBuilder<unknown>,
): Promise<Row | undefined> {
  return (await allRows<Row>(db, statement))[0];
}

/** @returns how many rows were written */
export async function runStatement(db: Queryable, statement: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows, rows } = await statement.execute(db);
  return Number(numAffectedRows ?? rows.length);
}
