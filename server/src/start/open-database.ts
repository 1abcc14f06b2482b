import { ConfigError, type Config } from '../config.ts';
import { Db } from '../platform/database/db.ts';
import { openCluster } from '../platform/embedded-postgres/cluster.ts';
import type { Log } from '../platform/log.ts';
import { migrate } from '../platform/database/migrate.ts';
import { migrateQueue } from '../platform/queue/runner.ts';
import pg from 'pg';

export interface OpenDatabase {
  readonly db: Db;
  readonly url: string;
  close(): Promise<void>;
}

const databaseName = 'keepsake';
/** Id of the advisory lock (an arbitrary constant) that all processes that create the database take. */
const lock = 7_265_136;

const oldestVersion = 15;

/**
 * The external database of DATABASE_URL, or the embedded one in DATA_DIR; migrated either way.
 * @throws ConfigError if the database of DATABASE_URL cannot be used
 */
export async function openDatabase(config: Config, log: Log): Promise<OpenDatabase> {
  const { url, close } = await reachDatabase(config);
  try {
    // The lock of migrations belongs to a session, and a pooler may give that connection to others.
    const applied = await migrate(config.DATABASE_DIRECT_URL ?? url);
    if (applied.length > 0) log.info({ migrations: applied }, 'migrated');
    const db = new Db({
      url,
      directUrl: config.DATABASE_DIRECT_URL,
      clockOffsetMs: config.CLOCK_OFFSET_MS,
      ...(config.ROLE === 'worker' && { statementMs: 15_000 }),
      onError: (error) => log.warn({ err: error }, 'database connection lost'),
    });
    await migrateQueue(db.directPool, log);
    return {
      db,
      url,
      close: async () => {
        await db.destroy();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** For commands: without the product's settings they would act on another database, and nobody would notice. */
export function announceEmbedded({ DATABASE_URL, DATA_DIR }: Config): void {
  if (!DATABASE_URL)
    process.stderr.write(`DATABASE_URL is not set: this command uses the embedded database in ${DATA_DIR}.\n`);
}

/** Connects to the same database without migrating it; it may be empty. */
export async function reachDatabase(config: Config): Promise<Pick<OpenDatabase, 'url' | 'close'>> {
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL'] as const) {
    const given = config[name];
    if (given) await checkExternal(name, given);
  }
  if (config.DATABASE_URL) return { url: config.DATABASE_URL, close: async () => undefined };
  const cluster = await openCluster(config.DATA_DIR);
  try {
    await createDatabase(cluster.url('postgres'), databaseName);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return { url: cluster.url(databaseName), close: () => cluster.stop() };
}

async function checkExternal(name: string, url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  const expected = `a PostgreSQL ${oldestVersion} or newer that lets us in is expected`;
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
    if (Number(rows[0]?.server_version_num) >= oldestVersion * 10_000) return;
  } catch (error) {
    throw new ConfigError(`Setting ${name} cannot be used: ${expected} (${(error as Error).message}).`, {
      cause: error,
    });
  } finally {
    await client.end().catch(() => undefined);
  }
  throw new ConfigError(`Setting ${name} cannot be used: ${expected}, this one is older.`);
}

async function createDatabase(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // The lock ends with the connection. Two processes may start on one folder at the same moment.
    await client.query('select pg_advisory_lock($1)', [lock]);
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (!rowCount) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}
