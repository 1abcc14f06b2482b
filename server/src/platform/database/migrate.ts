import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Queryable } from './db.ts';

const folder = join(import.meta.dirname, '../../../migrations');
/** Id of the advisory lock (an arbitrary constant) that all migrating processes take. */
const lock = 7_265_133;
/** Milliseconds that a migration waits for the lock of a table. Short, because later statements queue up behind it. */
const lockMs = 2_000;
/** Milliseconds between two attempts, so that waiting statements can run. */
const pauseMs = 1_000;
/** Milliseconds after which a migration that gets no lock fails. */
const longestWaitMs = 120_000;
/** `lock_not_available` and `deadlock_detected`: others may hold a table while they wait for one that the migration holds. */
const lockedOut = ['55P03', '40P01'];

/**
 * Applies the files of server/migrations in the order of their names, each in a transaction, one process at a time. Forward only. Waits for tables in use
 * without blocking other statements for long.
 * @param upTo names of the files to apply; all by default
 * @throws Error if the database has a migration that is older than this build's last one and unknown to it
 * @returns names of the applied files
 */
export async function migrate(databaseUrl: string, upTo?: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'keepsake-migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lock]);
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const done = new Set(
      (await client.query<{ name: string }>('select name from migrations')).rows.map((row) => row.name),
    );
    const files = await migrationFiles();
    refuseOtherHistory(done, files);
    const pending = (upTo ?? files).filter((name) => !done.has(name));
    for (const name of pending) await applyWhenFree(client, name);
    return pending;
  } finally {
    await client.end();
  }
}

/** A newer build only adds files after this build's last one. An unknown earlier file comes from a build before the baseline. */
function refuseOtherHistory(done: ReadonlySet<string>, files: readonly string[]): void {
  const last = files.at(-1) ?? '';
  const unknown = [...done].find((name) => name < last && !files.includes(name));
  if (unknown !== undefined)
    throw new Error(
      `The database was made by a build before the first release (it has ${unknown}), which cannot be migrated: use an empty one, or move DATA_DIR away.`,
    );
}

/** Whether every migration of this build is applied. */
export async function isMigrated(db: Queryable): Promise<boolean> {
  const done = new Set((await db.selectFrom('migrations').select('name').execute()).map(({ name }) => name));
  return (await migrationFiles()).every((name) => done.has(name));
}

export async function migrationFiles(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^\d{4}_[a-z_]+\.sql$/.test(name)).toSorted();
}

/** Applies a migration, and retries until its tables are free: a process of the previous build may read one for a minute. */
async function applyWhenFree(client: pg.Client, name: string): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    try {
      await apply(client, name);
      return;
    } catch (error) {
      if (!isLockedOut(error) || performance.now() - startedAt > longestWaitMs) throw error;
    }
    await delay(pauseMs);
  }
}

function isLockedOut(error: unknown): boolean {
  if (!(error instanceof Error) || !(error.cause instanceof pg.DatabaseError)) return false;
  return lockedOut.includes(error.cause.code ?? '');
}

async function apply(client: pg.Client, name: string): Promise<void> {
  const statements = await readFile(join(folder, name), 'utf8');
  try {
    await client.query('begin');
    await client.query(`set local lock_timeout = ${lockMs}`);
    await client.query(statements);
    await client.query('insert into migrations (name) values ($1)', [name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}
