import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '../../../server/test/cluster.ts';
import { Db } from '../../../server/src/platform/database/db.ts';
import { freePort } from '../../../server/src/platform/network/free-port.ts';
import { seedPricing } from '../../../server/src/features/pricing/pricing.queries.ts';
import { seedPrompts } from '../../../server/src/features/prompts/seed-prompts.ts';
import { startProcess, type ChildProcess } from './child-process.ts';

/** How long and how large a run is. */
export interface Scale {
  /** Database server of this run. */
  adminUrl: string;
  /** Duration of one measurement. */
  seconds: number;
  /** Little data and short times, to try a scenario out; its figures mean nothing. */
  isTrial: boolean;
}

export interface Product extends ChildProcess {
  url: string;
}

export interface Environment {
  databaseUrl: string;
  dataDir: string;
  /** The product in a process of its own, without limits per caller and, unless the settings say so, without a worker. */
  startProduct(settings?: Record<string, string>): Promise<Product>;
  startReference(settings?: Record<string, string>): Promise<Product>;
}

/** Runs work with a seeded database, a data folder and processes of its own, which are removed afterwards. */
export async function withEnvironment<T>(scale: Scale, work: (stage: Environment) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'keepsake-bench-'));
  const database = await createTestDatabase(scale.adminUrl);
  const processes: ChildProcess[] = [];
  const start = async (path: string, settings: Record<string, string>): Promise<Product> => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const child = await startProcess(path, {
      PORT: String(port),
      PUBLIC_URL: url,
      DATABASE_URL: database.url,
      ...settings,
    });
    processes.push(child);
    return { ...child, url };
  };
  try {
    await writeFirstStock(database.url);
    return await work({
      databaseUrl: database.url,
      dataDir,
      startProduct: (settings) => start('server/src/main.ts', { ...defaults, DATA_DIR: dataDir, ...settings }),
      startReference: (settings = {}) => start('scripts/bench/environment/reference-server.ts', settings),
    });
  } finally {
    await Promise.all(processes.map((child) => child.end('SIGKILL')));
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** With the key of an unreachable payment provider, so that the sandbox is not started. */
const defaults = {
  // As in `npm start` and the systemd units: freed memory is returned to the system.
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
  ROLE: 'web',
  RATE_LIMIT: 'off',
  LOG_LEVEL: 'error',
  STRIPE_SECRET_KEY: 'sk_test_nobody',
  STRIPE_WEBHOOK_SECRET: 'whsec_nobody',
  STRIPE_API_BASE: 'http://127.0.0.1:9',
};

/** Prices and effects, which the rows refer to. */
async function writeFirstStock(url: string): Promise<void> {
  const db = new Db({ url });
  try {
    await seedPricing(db);
    await seedPrompts(db);
  } finally {
    await db.destroy();
  }
}
