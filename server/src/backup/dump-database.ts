import pg from 'pg';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { to as copyTo } from 'pg-copy-streams';
import { sql } from 'kysely';
import { queryable, type Queryable } from '../platform/database/db.ts';
import { tablePath, type Manifest, type TableDump } from './manifest.ts';
import { writeHashed } from './write-hashed.ts';

export type DatabaseDump = Pick<Manifest, 'migrations' | 'queueMigration' | 'tables' | 'sequences'>;

/**
 * Writes every row of the product and of its queue to files, with COPY inside one snapshot, so that all tables show the same point in time.
 * @param alongside runs in the same snapshot
 */
export async function dumpDatabase<T>(
  url: string,
  folder: string,
  alongside: (db: Queryable) => Promise<T>,
): Promise<{ dump: DatabaseDump; seen: T }> {
  await rm(join(folder, 'database'), { recursive: true, force: true });
  await mkdir(join(folder, 'database'), { mode: 0o700 });
  const client = new pg.Client({ connectionString: url, application_name: 'keepsake-backup' });
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const db = queryable(client);
    const { rows: product } = await sql`select 1 where to_regclass('public.migrations') is not null`.execute(db);
    if (product.length === 0)
      throw new Error('There is nothing to back up: the database has no tables of the product yet.');
    const tables: TableDump[] = [];
    for (const table of await tablesOf(db)) tables.push(await dumpTable(client, folder, table));
    const dump = { ...(await versionsOf(db)), tables, sequences: await sequencesOf(db) };
    return { dump, seen: await alongside(db) };
  } finally {
    await client.end();
  }
}

/** All tables but the list of migrations, which a restore applies again. */
async function tablesOf(db: Queryable): Promise<(TableName & { columns: string[] })[]> {
  const { rows: tables } = await sql<TableName & { columns: string[] }>`
    select table_schema as schema, table_name as name, array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE' and table_name <> 'migrations'
      and is_generated = 'NEVER'
    group by table_schema, table_name order by table_schema, table_name`.execute(db);
  const { rows: references } = await sql<Reference>`
    select conrelid::regclass::text as "from", confrelid::regclass::text as "to" from pg_constraint where contype = 'f'`.execute(
    db,
  );
  return sortByReferences(tables, references);
}

async function dumpTable(
  client: pg.Client,
  folder: string,
  { schema, name, columns }: TableName & { columns: string[] },
): Promise<TableDump> {
  const quoted = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  const table = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
  const copy = client.query(copyTo(`copy ${table} (${quoted}) to stdout`));
  const written = await writeHashed(copy, tablePath(folder, { schema, name }));
  return { schema, name, columns, rows: copy.rowCount, ...written };
}

async function versionsOf(db: Queryable): Promise<Pick<DatabaseDump, 'migrations' | 'queueMigration'>> {
  const migrations = await db.selectFrom('migrations').select('name').orderBy('name').execute();
  return { migrations: migrations.map(({ name }) => name), queueMigration: await newestQueueMigration(db) };
}

export async function newestQueueMigration(db: Queryable): Promise<number> {
  const { rows } = await sql<{ id: number }>`select max(id) as id from graphile_worker.migrations`.execute(db);
  return rows[0]?.id ?? 0;
}

async function sequencesOf(db: Queryable): Promise<DatabaseDump['sequences']> {
  const { rows } = await sql<DatabaseDump['sequences'][number]>`
    select schemaname as schema, sequencename as name, last_value as value from pg_sequences
    where schemaname in ('public', 'graphile_worker') and last_value is not null order by 1, 2`.execute(db);
  return rows;
}

interface TableName {
  schema: string;
  name: string;
}

/** A foreign key from one table to another. Names are as PostgreSQL prints them: without the schema if it is `public`. */
interface Reference {
  from: string;
  to: string;
}

/** Sorts tables so that each comes after those that its foreign keys refer to. */
function sortByReferences<T extends TableName>(tables: readonly T[], references: readonly Reference[]): T[] {
  const ordered: T[] = [];
  const placed = new Set<string>();
  let rest = [...tables];
  while (rest.length > 0) {
    const ready = rest.filter((table) =>
      references.every(({ from, to }) => from !== printed(table) || to === from || placed.has(to)),
    );
    if (ready.length === 0)
      throw new Error(`The foreign keys of these tables form a cycle: ${rest.map(printed).join(', ')}`);
    for (const table of ready) placed.add(printed(table));
    ordered.push(...ready);
    rest = rest.filter((table) => !placed.has(printed(table)));
  }
  return ordered;
}

function printed({ schema, name }: TableName): string {
  return schema === 'public' ? name : `${schema}.${name}`;
}
