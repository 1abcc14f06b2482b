import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterFile } from '../../server/test/after-file.ts';
import { startTestCheckout, type TestCheckout } from '../../server/test/checkout.ts';
import { createTestDatabase, testClusterUrl } from '../../server/test/cluster.ts';
import { startTestObjectStore } from '../../server/test/object-store.ts';
import { startTestVideoService, type TestVideoService } from '../../server/test/video-service.ts';
import { Db } from '../../server/src/platform/database/db.ts';
import { freePort } from '../../server/src/platform/network/free-port.ts';
import { startBalancer, type Balancer } from './balancer.ts';
import { createProgram, type Program } from './program.ts';

/** Two web and two worker processes, each with its own DATA_DIR as on separate machines, on one database and one object store. */
export interface Site {
  /** Where the balancer listens. */
  readonly url: string;
  readonly balancer: Balancer;
  readonly webs: readonly Program[];
  readonly workers: readonly Program[];
  readonly db: Db;
  readonly checkout: TestCheckout;
  readonly videoService: TestVideoService;
}

/** Starts the site; it stops at the end of the running test. `settings` are added to those below. */
export async function startSite(settings: Record<string, string> = {}): Promise<Site> {
  const cleanups: (() => Promise<unknown>)[] = [];
  afterFile(async () => {
    for (const cleanup of cleanups.toReversed()) await cleanup();
  });
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-site-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  const database = await createTestDatabase(testClusterUrl());
  cleanups.push(database.drop);
  // What a test reads may take longer than what the product does: the load that the test itself makes is meant for the product.
  const db = new Db({ url: database.url, max: 4, statementMs: 60_000, connectMs: 60_000 });
  cleanups.push(() => db.destroy());

  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const checkout = await startTestCheckout(() => url);
  const videoService = await startTestVideoService({ timeline: { queuedMs: 200, dreamingMs: 500 } });
  const store = await startTestObjectStore();
  const shared = {
    ...checkout.settings,
    ...videoService.settings,
    ...store.settings(store.freshBucket()),
    DATABASE_URL: database.url,
    PUBLIC_URL: url,
    TRUST_PROXY: 'on',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
    DRAIN_MS: '3000',
    POLL_INTERVAL_MS: '500',
    LEASE_MS: '6000',
    RECONCILE_WAIT_MS: '6000',
    PAYMENT_SWEEP_MS: '2000',
    ...settings,
  };
  const program = async (name: string, role: 'web' | 'worker') => {
    const own = await freePort();
    const settings = { ...shared, ROLE: role, DATA_DIR: join(folder, name) };
    const ports = role === 'web' ? { PORT: String(own) } : { METRICS_PORT: String(own) };
    return createProgram(name, own, { ...settings, ...ports });
  };
  const webs = [await program('web1', 'web'), await program('web2', 'web')];
  const workers = [await program('worker1', 'worker'), await program('worker2', 'worker')];
  const programs = [...webs, ...workers];
  cleanups.push(() => Promise.all(programs.map((one) => one.kill())));
  await Promise.all(programs.map((one) => one.start()));
  const balancer = await startBalancer(
    port,
    webs.map((web) => web.url),
  );
  cleanups.push(balancer.stop);
  return { url, balancer, webs, workers, db, checkout, videoService };
}
