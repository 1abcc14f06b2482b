import { CompiledQuery, Kysely } from 'kysely';
import sql, { type Sql } from 'sql-template-tag';

export { sql, type Sql };

declare module 'kysely' {
  interface Kysely<DB> {
    query<R extends object>(statement: Sql): Promise<R[]>;
    first<R extends object>(statement: Sql): Promise<R | undefined>;
    run(statement: Sql): Promise<number>;
  }
}

Kysely.prototype.query = async function query<R>(statement: Sql): Promise<R[]> {
  return (await this.executeQuery<R>(CompiledQuery.raw(statement.text, statement.values))).rows;
};
Kysely.prototype.first = async function first<R>(statement: Sql): Promise<R | undefined> {
  return (await this.executeQuery<R>(CompiledQuery.raw(statement.text, statement.values))).rows[0];
};
Kysely.prototype.run = async function run(statement: Sql): Promise<number> {
  const { numAffectedRows, rows } = await this.executeQuery(CompiledQuery.raw(statement.text, statement.values));
  return Number(numAffectedRows ?? rows.length);
};
