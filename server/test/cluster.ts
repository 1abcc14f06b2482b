import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { isAlive } from '../src/platform/process-life.ts';
import { openCluster, stopCluster } from '../src/platform/embedded-postgres/cluster.ts';
import { Db } from '../src/platform/database/db.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { migrateQueue } from '../src/platform/queue/runner.ts';
import { createLog } from '../src/platform/log.ts';
import { seedCatalog } from '../src/start/seed.ts';

/** The variable that hands the address of the cluster to test processes. */
export const clusterVariable = 'TEST_DATABASE_URL';
const template = 'keepsake_template';
const prefix = 'keepsake-test-db-';

/**
 * A test database need not survive a crash of the machine: without waiting for the disk its commits take a tenth of the time. Nor does it live
 * long enough to need a vacuum.
 */
const lossySettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '400',
};

export interface TestCluster {
  /** Address of its maintenance database; hand it to test processes in `clusterVariable`. */
  readonly adminUrl: string;
  stop(): Promise<void>;
}

/** A real PostgreSQL in a temporary folder, with a template database that every test file copies: migrated, with the first prices, prompts and notifications. */
export async function startTestCluster(): Promise<TestCluster> {
  await stopAbandoned();
  const folder = await mkdtemp(join(tmpdir(), prefix));
  const cluster = await openCluster(folder, lossySettings);
  const adminUrl = cluster.url('postgres');
  await onDatabase(adminUrl, (client) => client.query(`create database ${template}`));
  await migrate(cluster.url(template));
  const db = new Db({ url: cluster.url(template) });
  await migrateQueue(db.pool, createLog('silent', 'test'));
  await seedCatalog(db);
  await db.destroy();
  return {
    adminUrl,
    stop: async () => {
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Where the run's cluster is: Vitest's and Playwright's global set-up start it, or the runner before them. */
export function testClusterUrl(): string {
  const url = process.env[clusterVariable];
  if (!url) throw new Error(`${clusterVariable} is not set: start the tests by npm test, Vitest or Playwright.`);
  return url;
}

/** Databases whose test run was killed: nobody else would ever stop them. */
async function stopAbandoned(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(prefix));
  for (const folder of names.map((name) => join(tmpdir(), name))) {
    const users = await readdir(join(folder, 'postgres-members')).catch(() => []);
    if (users.length === 0 || users.some((pid) => isAlive(Number(pid)))) continue;
    await stopCluster(folder);
    await rm(folder, { recursive: true, force: true });
  }
}

/** A fresh, migrated database of its own. */
export async function createTestDatabase(adminUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onDatabase(adminUrl, async (client) => {
    // Copies of one template must not be made at the same time.
    await client.query('select pg_advisory_lock(1)');
    // In the kernel, where this PostgreSQL knows how: in a quarter of the time.
    await client.query('set file_copy_method = clone').catch(() => undefined);
    await client.query(`create database ${name} template ${template} strategy file_copy`);
  });
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => onDatabase(adminUrl, (client) => client.query(`drop database if exists ${name} with (force)`)),
  };
}

async function onDatabase(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
