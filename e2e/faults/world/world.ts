import { execFile } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../../server/src/platform/network/free-port.ts';
import { clusterVariable } from '../../../server/test/cluster.ts';
import type { Order } from '../clients/order.ts';
import { type FaultDatabase, joinTestCluster, startFaultDatabase } from './database.ts';
import { checkoutKey, videoKey, webhookSecret } from './keys.ts';
import { createProgram, type Program } from './program.ts';
import {
  type CheckoutStandIn,
  type MailStandIn,
  startCheckout,
  startMail,
  startVideoService,
  type VideoStandIn,
} from './stand-ins.ts';

/**
 * The world of the fault suite: the product as an operator runs it, and everything around it that can go wrong.
 *
 *   const world = await startWorld();                       // database, stand-ins, ROLE=web, ROLE=worker: each a process
 *   const ada = await register(world, 'Ada');               // shopper.ts: a customer over HTTP, mails included
 *   const order = await prepareOrder(world, ada, [[1, 2]]); // one photo, two effects: one film of the first, two of the second
 *   await world.video.fault({ route: createRoute, action: 'kill', pids: [world.worker.pid()] });
 *   await payOrder(world, order);                           // the payment page, with a good card
 *   const figures = await commonCheck(world, { … });        // common-check.ts: waits until quiet, counts, finds what is wrong
 *   await world.stop();
 *
 * - `web`, `worker`: programs under a supervisor that starts them anew when they die (program.ts). `extraWorkers` likewise.
 * - `database`: down, up, kill, freeze, thaw (database.ts). Its `query` asks past the faults, for the check only.
 * - `checkout`, `video`: `fault({route, action, …})` as in sandbox/README.md, `kill` on call included; `mail`: `fault({…})`.
 * - `configure(settings)`: starts the product anew with other settings; `{}` leads back to those below.
 * - `book`: every order that a customer made in this world; what became of it is judged by the common check.
 *
 * A scenario is data and one function (scenario.ts); the lists of scenarios lie in scenarios/. `npm run faults` runs them
 * (run.ts), `*.test.ts` run the short form in `npm test`.
 */

export interface World {
  /** URL of the shop. */
  readonly url: string;
  readonly dataDir: string;
  readonly web: Program;
  readonly worker: Program;
  readonly extraWorkers: Program[];
  readonly database: FaultDatabase;
  readonly checkout: CheckoutStandIn;
  readonly video: VideoStandIn;
  readonly mail: MailStandIn;
  /** The small disk that DATA_DIR lies on; missing if it could not be mounted. */
  readonly disk: SmallDisk | undefined;
  readonly book: Order[];
  /** Current settings of the product. */
  settings(): Record<string, string>;
  /** Restarts web and worker if the settings changed. */
  configure(settings: Record<string, string>): Promise<void>;
  /** Restarts one program with its own settings, until the next `configure`. */
  restart(program: Program, settings: Record<string, string>): Promise<void>;
  addWorker(settings?: Record<string, string>): Promise<Program>;
  stop(): Promise<void>;
}

export const adminEmail = 'admin@example.com';

/** Short, so that a scenario takes seconds. */
const intervals = {
  POLL_INTERVAL_MS: '300',
  LEASE_MS: '2000',
  RECONCILE_WAIT_MS: '1000',
  PAYMENT_SWEEP_MS: '1000',
  RETENTION_SWEEP_MS: '1000',
};

/** A prefix unlike that of test databases' folders, which a test run removes if their database is down. */
const prefix = 'keepsake-faults-';

export interface WorldOptions {
  /** Starts a separate PostgreSQL, which can be killed. Without it, a database of the test run's cluster is used if there is one. */
  ownCluster?: boolean;
}

export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const stop of stops.splice(0).toReversed()) await stop();
  };
  try {
    return await build(options, stops, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function build(
  { ownCluster = false }: WorldOptions,
  stops: (() => Promise<unknown>)[],
  stop: () => Promise<void>,
): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  stops.push(() => rm(folder, { recursive: true, force: true }));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const dataDir = join(folder, 'data');
  const disk = await mountSmallDisk(dataDir);
  if (disk) stops.push(() => disk.unmount());
  const runsCluster = process.env[clusterVariable];
  const database =
    ownCluster || runsCluster === undefined ? await startFaultDatabase(folder) : await joinTestCluster(runsCluster);
  stops.push(() => database.close());
  const stopAtEnd = <S extends { program: Program }>(standIn: S): S => {
    stops.push(() => standIn.program.stop());
    return standIn;
  };
  const starting = [
    startCheckout(folder, `${url}/api/payment/webhook`).then(stopAtEnd),
    startVideoService(folder).then(stopAtEnd),
    startMail().then(stopAtEnd),
  ] as const;
  // If one fails, the others can be stopped only after they have started.
  await Promise.allSettled(starting);
  const [checkout, video, mail] = await Promise.all(starting);
  const fixed: Record<string, string> = {
    ...intervals,
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    STRIPE_SECRET_KEY: checkoutKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: checkout.url,
    LUMAAI_API_KEY: videoKey,
    LUMAAI_BASE_URL: video.apiUrl,
    SMTP_URL: mail.url,
    ADMIN_EMAIL: adminEmail,
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'info',
  };
  const main = ['server/src/main.ts'];
  const web = createProgram('web', main, { ...fixed, ROLE: 'web' });
  const worker = createProgram('worker', main, { ...fixed, ROLE: 'worker' });
  const extraWorkers: Program[] = [];
  let current: Record<string, string> = {};
  /** Programs with their own settings. */
  const apart = new Set<Program>();
  const stopProduct = () => Promise.all([web, worker, ...extraWorkers.splice(0)].map((program) => program.stop()));
  stops.push(stopProduct);
  await Promise.all([web.start(), worker.start()]);

  return {
    url,
    dataDir,
    web,
    worker,
    extraWorkers,
    database,
    checkout,
    video,
    mail,
    disk,
    book: [],
    settings: () => ({ ...fixed, ...current }),
    configure: async (settings) => {
      const isSame = JSON.stringify(settings) === JSON.stringify(current);
      if (isSame && apart.size === 0 && extraWorkers.length === 0) return;
      await stopProduct();
      current = settings;
      apart.clear();
      for (const program of [web, worker]) program.configure(settings);
      await Promise.all([web.start(), worker.start()]);
    },
    restart: async (program, settings) => {
      if (Object.keys(settings).length > 0) apart.add(program);
      else apart.delete(program);
      await program.stop();
      program.configure({ ...current, ...settings });
      await program.start();
    },
    addWorker: async (settings = {}) => {
      const added = createProgram(`worker ${extraWorkers.length + 2}`, main, {
        ...fixed,
        ...current,
        ...settings,
        ROLE: 'worker',
      });
      extraWorkers.push(added);
      await added.start();
      return added;
    },
    stop,
  };
}

const exec = promisify(execFile);

interface SmallDisk {
  /** Fills the disk completely. */
  fill(): Promise<void>;
  free(): Promise<void>;
  unmount(): Promise<void>;
}

/** Mounts a file system in memory. @returns undefined if that is not permitted */
async function mountSmallDisk(folder: string): Promise<SmallDisk | undefined> {
  await mkdir(folder, { recursive: true });
  try {
    await exec('mount', ['-t', 'tmpfs', '-o', 'size=128m', 'tmpfs', folder]);
  } catch {
    return undefined;
  }
  const ballast = join(folder, 'ballast');
  return {
    fill: async () => {
      for (const size of [1_048_576, 4096]) await writeUntilFull(ballast, Buffer.alloc(size));
    },
    free: () => rm(ballast, { force: true }),
    unmount: async () => void (await exec('umount', ['-l', folder])),
  };
}

async function writeUntilFull(file: string, bytes: Buffer): Promise<void> {
  try {
    while (true) await appendFile(file, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
