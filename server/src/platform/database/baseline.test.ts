import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { test, type TestContext } from 'vitest';
import { testClusterUrl } from '../../../test/cluster.ts';
import { migrate, migrationFiles } from './migrate.ts';

/** The newest file of the baseline; later migrations may change what it created. */
const lastOfBaseline = '0009';

/** Per table: foreign keys, checks, unique and primary keys, columns that are not null, indexes; without their names. */
type Definitions = Record<string, string[]>;

/** Read from the 44 migrations that the baseline replaced, with their final names of tables and columns. */
const replaced = JSON.parse(readFileSync(join(import.meta.dirname, 'baseline.test.json'), 'utf8')) as Definitions;

test('the baseline holds the same constraints and indexes as the schema it replaced', async (t) => {
  const url = await createEmptyDatabase(t);
  await migrate(
    url,
    (await migrationFiles()).filter((name) => name.slice(0, 4) <= lastOfBaseline),
  );
  assert.deepEqual(await onDatabase(url, readDefinitions), replaced);
});

async function readDefinitions(client: pg.Client): Promise<Definitions> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    with product as (
      select oid, relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations'
    )
    select relname::text as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join product on product.oid = conrelid where contype <> 'n'
    union all
    select relname::text, 'NOT NULL ' || string_agg(attname, ', ' order by attname)
    from pg_attribute join product on product.oid = attrelid where attnotnull and attnum > 0 group by relname
    union all
    select relname::text, regexp_replace(pg_get_indexdef(indexrelid), '^CREATE (UNIQUE )?INDEX \\S+ ON \\S+ USING', '\\1INDEX')
    from pg_index join product on product.oid = indrelid
    where not exists (select 1 from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))`);
  const definitions: Definitions = {};
  for (const { name, definition } of rows) (definitions[name] ??= []).push(definition);
  return Object.fromEntries(Object.entries(definitions).map(([name, found]) => [name, found.toSorted()] as const));
}

async function createEmptyDatabase(t: TestContext): Promise<string> {
  const name = `baseline_${randomBytes(6).toString('hex')}`;
  const url = new URL(testClusterUrl());
  const admin = url.href;
  await onDatabase(admin, (client) => client.query(`create database ${name}`));
  t.onTestFinished(
    async () => void (await onDatabase(admin, (client) => client.query(`drop database ${name} with (force)`))),
  );
  url.pathname = `/${name}`;
  return url.href;
}

async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
