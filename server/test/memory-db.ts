import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import type { Queryable } from '../src/platform/database/db.ts';
import type { Tables } from '../src/platform/database/tables.ts';

/**
 * A database that is only a function, for decisions about what a statement found.
 * @param answer rows, by the text of the statement (without quotes) and its values; undefined stands for one row that was written
 */
export function memoryDb(answer: (statement: string, values: readonly unknown[]) => object[] | undefined): Queryable {
  const query = async (text: string, values: readonly unknown[]) => {
    const rows = answer(text.replaceAll('"', '').trim(), values);
    return { command: rows ? 'SELECT' : 'UPDATE', rowCount: rows?.length ?? 1, rows: rows ?? [] };
  };
  return new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: { connect: async () => ({ query: query as never, release: () => {} }), end: async () => {}, options: {} },
    }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
}
