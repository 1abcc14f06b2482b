import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { queryable } from '../platform/database/db.ts';
import type { Log } from '../platform/log.ts';
import { migrate, migrationFiles } from '../platform/database/migrate.ts';
import { migrateQueue } from '../platform/queue/runner.ts';
import { newestQueueMigration } from './dump-database.ts';
import { tablePath, type Manifest } from './manifest.ts';

/** @throws Error if a newer version of the product made the backup */
export async function requireKnownVersion({ migrations }: Manifest): Promise<void> {
  const known = new Set(await migrationFiles());
  const unknown = migrations.find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new Error(
      `A newer version made this backup: this one does not know ${unknown}. Restore it with that version.`,
    );
}

/** @throws Error if the database already has tables */
export async function requireEmptyDatabase(client: pg.Client): Promise<void> {
  const { rows: tables } = await client.query(`
    select 1 from information_schema.tables where table_schema in ('public', 'graphile_worker') limit 1`);
  if (tables.length > 0)
    throw new Error('An empty database is expected: this one has tables in it. Nothing was changed.');
}

/** Migrates the database to the version of the backup and fills it in one transaction. The next start applies later migrations. */
export async function loadDatabase(
  client: pg.Client,
  url: string,
  folder: string,
  manifest: Manifest,
  log: Log,
): Promise<void> {
  await migrate(url, manifest.migrations);
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  await migrateQueue(pool, log).finally(() => pool.end());
  const queueMigration = await newestQueueMigration(queryable(client));
  if (queueMigration !== manifest.queueMigration) {
    const versions = `the backup has its tables at ${manifest.queueMigration}, this version at ${queueMigration}`;
    throw new Error(
      `Another version of the queue made this backup (${versions}). Restore it with that version of the product.`,
    );
  }
  await client.query('begin');
  await client.query(`truncate ${manifest.tables.map(quoted).join(', ')}`);
  // The backup contains what the triggers of the figures wrote, so they must not run again.
  for (const table of manifest.tables) await client.query(`alter table ${quoted(table)} disable trigger user`);
  for (const table of manifest.tables) await loadTable(client, folder, table);
  for (const table of manifest.tables) await client.query(`alter table ${quoted(table)} enable trigger user`);
  for (const sequence of manifest.sequences)
    await client.query('select setval($1::regclass, $2)', [quoted(sequence), sequence.value]);
  await client.query('commit');
}

async function loadTable(client: pg.Client, folder: string, table: Manifest['tables'][number]): Promise<void> {
  const columns = table.columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  const copy = client.query(copyFrom(`copy ${quoted(table)} (${columns}) from stdin`));
  await pipeline(createReadStream(tablePath(folder, table)), copy);
  if (copy.rowCount !== table.rows)
    throw new Error(`Of ${table.name}, ${copy.rowCount} rows arrived instead of ${table.rows}.`);
}

function quoted({ schema, name }: { schema: string; name: string }): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
}
