import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startCheckoutSandbox } from '@keepsake/sandbox/checkout/checkout-sandbox';
import * as z from 'zod/mini';
import type { Config } from '../config.ts';
import { freePort, isFree } from '../platform/network/free-port.ts';
import type { Log } from '../platform/log.ts';

export interface RunningSandbox {
  /** The settings, with the sandbox's addresses and keys in place of real ones. */
  readonly config: Config;
  /** The sandbox's address for browsers; undefined if no stand-in is needed. */
  readonly url: string | undefined;
  stop(): Promise<void>;
}

/**
 * Starts the stand-in for the payment provider unless a setting names a real one. The product uses it only through the provider's protocol. A process
 * that is only a worker uses the one that the web process of the same DATA_DIR runs.
 * @param shopUrl the shop's address on this machine, to which the sandbox sends its events
 */
export async function startSandbox(config: Config, shopUrl: string, log: Log): Promise<RunningSandbox> {
  if (config.STRIPE_SECRET_KEY) return { config, url: undefined, stop: async () => {} };
  const dataDir = join(config.DATA_DIR, 'sandbox');
  const kept = await readOrCreateSettings(dataDir, config);
  const address = `http://${addressFor(config.HOST)}:${kept.port}`;
  const settings: Config = {
    ...config,
    STRIPE_SECRET_KEY: kept.secretKey,
    STRIPE_WEBHOOK_SECRET: kept.webhookSecret,
    STRIPE_API_BASE: address,
  };
  if (config.ROLE === 'worker') return { config: settings, url: address, stop: async () => {} };
  const sandbox = await startCheckoutSandbox({
    host: config.HOST,
    port: kept.port,
    dataDir: join(dataDir, 'checkout'),
    secretKey: kept.secretKey,
    webhookSecret: kept.webhookSecret,
    webhookUrl: `${shopUrl}/api/payment/webhook`,
    productName: config.PRODUCT_NAME,
    log,
    now: () => Date.now() + config.CLOCK_OFFSET_MS,
  });
  return { config: settings, url: sandbox.url, stop: () => sandbox.stop() };
}

/** The address at which a program on this machine reaches its server. */
export function addressFor(host: string): string {
  return host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
}

const keptShape = z.object({ port: z.int(), secretKey: z.string(), webhookSecret: z.string() });
type Kept = z.output<typeof keptShape>;

/** Keys and port are generated once per DATA_DIR, so that open payment pages survive a restart. */
async function readOrCreateSettings(folder: string, config: Config): Promise<Kept> {
  const path = join(folder, 'settings.json');
  await mkdir(folder, { recursive: true });
  const kept = await readSettings(path);
  if (kept && (config.ROLE === 'worker' || (await becomesFree(kept.port, config.HOST)))) return kept;
  const settings: Kept = {
    port: await choosePort(config),
    secretKey: kept?.secretKey ?? `sk_test_${randomBytes(18).toString('hex')}`,
    webhookSecret: kept?.webhookSecret ?? `whsec_${randomBytes(24).toString('hex')}`,
  };
  return (await store(path, settings, kept ? rename : link)) ?? (await readSettings(path)) ?? settings;
}

async function readSettings(path: string): Promise<Kept | undefined> {
  const stored = await readFile(path, 'utf8').catch(() => undefined);
  return stored === undefined ? undefined : keptShape.parse(JSON.parse(stored));
}

/**
 * Stores the settings atomically, by renaming over the existing file or by linking.
 * @returns undefined if another process was first; its settings then apply
 */
async function store(path: string, settings: Kept, put: typeof link | typeof rename): Promise<Kept | undefined> {
  const fresh = `${path}.${process.pid}`;
  await writeFile(fresh, JSON.stringify(settings), { mode: 0o600 });
  try {
    await put(fresh, path);
    return settings;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return undefined;
  } finally {
    await rm(fresh, { force: true });
  }
}

/** The port after the shop's, if it is free, else another. */
async function choosePort(config: Config): Promise<number> {
  const beside = config.PORT + 1;
  const isOurs = config.PORT > 0 && beside < 65536 && beside !== config.METRICS_PORT;
  return isOurs && (await isFree(beside, config.HOST)) ? beside : freePort(config.HOST);
}

/** Waits a moment for a port that the previous process is about to release. */
async function becomesFree(port: number, host: string): Promise<boolean> {
  for (let tries = 0; tries < 25; tries++) {
    if (await isFree(port, host)) return true;
    await delay(200);
  }
  return false;
}
