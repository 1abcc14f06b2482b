import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { listedPaths, pages as sitePages } from '@keepsake/contract/site';
import { mailboxRoutes } from '@keepsake/sandbox/mailbox/mailbox.routes';
import { createApp, createOperationsApp } from './app.ts';
import { checkSurroundings } from './start/check-surroundings.ts';
import { ConfigError, readConfig, type Config } from './config.ts';
import { createDeps } from './start/create-deps.ts';
import type { Deps } from './deps.ts';
import { endOnUncaught, stopWithParent, untilStopped } from './start/end-process.ts';
import { AppError } from './errors.ts';
import { openDatabase } from './start/open-database.ts';
import { isFromThisMachine } from './platform/http/from-this-machine.ts';
import { openPort } from './platform/http/open-port.ts';
import { createPages } from './platform/http/pages.ts';
import { freePort } from './platform/network/free-port.ts';
import { createLog } from './platform/log.ts';
import { seed } from './start/seed.ts';
import { addressFor, startSandbox } from './start/start-sandbox.ts';
import { startWorker } from './start/start-worker.ts';

/** Starts what ROLE names, prints its addresses, and at a signal stops everything in reverse order. */
async function main(config: Config): Promise<void> {
  // Only the owner may read what this process writes, whatever the shell's umask: DATA_DIR holds photos, mails and keys.
  process.umask(0o077);
  const log = createLog(config.LOG_LEVEL, 'keepsake');
  endOnUncaught(log);
  const stops: (() => Promise<unknown>)[] = [];
  const stopAll = async () => {
    for (const stop of stops.splice(0).toReversed())
      await stop().catch((error: Error) => log.error({ err: error }, 'stopping failed'));
  };
  const stopped = untilStopped(log);
  const stopping = new AbortController();
  stopWithParent();
  try {
    await checkSurroundings(config);
    const database = await openDatabase(config, log);
    stops.push(database.close);
    const web = config.ROLE !== 'worker';
    const port = config.PORT || (web ? await freePort(config.HOST) : 0);
    const publicUrl = (config.PUBLIC_URL ?? `http://localhost:${port}`).replace(/\/+$/, '');
    const sandbox = await startSandbox(config, `http://${addressFor(config.HOST)}:${port}`, log);
    stops.push(sandbox.stop);
    const deps = await createDeps(sandbox.config, {
      db: database.db,
      log,
      publicUrl,
      sandboxCheckout: sandbox.url !== undefined,
      stopping: stopping.signal,
    });
    await seed(deps);
    if (config.METRICS_PORT !== undefined) stops.push(await startOperations(deps, config.METRICS_PORT));
    if (web) stops.push(await startWeb(deps, port));
    if (config.ROLE !== 'web') stops.push((await startWorker(deps, deps.renderSlots)).stop);
    announce(config, publicUrl, sandbox.url);
    await stopped;
    stopping.abort();
    if (web) await delay(config.DRAIN_MS);
  } finally {
    await stopAll();
  }
}

async function startWeb(deps: Deps, port: number): Promise<() => Promise<void>> {
  const pages = createPages(
    join(import.meta.dirname, '../../web/dist'),
    { pages: sitePages, listed: listedPaths },
    {
      names: {
        productName: deps.config.PRODUCT_NAME,
        supportEmail: deps.config.SUPPORT_EMAIL,
        testimonials: deps.testimonials,
      },
      pictures: join(deps.config.DATA_DIR, 'pictures'),
    },
  );
  const { server } = await createApp(deps, pages);
  const { DATA_DIR, PRODUCT_NAME, HOST } = deps.config;
  if (!deps.config.SMTP_URL)
    server.register(async (mailbox) => {
      // It shows all users' mails, so only this machine may access it.
      mailbox.addHook('onRequest', async (request) => {
        if (!isFromThisMachine(request)) throw new AppError('not_found');
      });
      await mailbox.register(mailboxRoutes({ outboxDir: join(DATA_DIR, 'outbox'), productName: PRODUCT_NAME }));
    });
  return openPort(server, port, HOST);
}

function startOperations(deps: Deps, port: number): Promise<() => Promise<void>> {
  return openPort(createOperationsApp(deps), port, deps.config.HOST);
}

function announce(config: Config, publicUrl: string, sandboxUrl: string | undefined): void {
  const lines = [`${config.PRODUCT_NAME} is ready (${config.ROLE}).`];
  if (config.ROLE !== 'worker') {
    lines.push(`  Site:     ${publicUrl}`);
    if (!config.SMTP_URL) lines.push(`  Mailbox:  ${publicUrl}/dev/mail`);
    if (sandboxUrl) lines.push(`  Checkout: ${sandboxUrl} (test cards only, no money moves)`);
    lines.push(`  Admin:    ${publicUrl}/admin (name an administrator: npm run admin -- you@example.com)`);
  }
  process.stdout.write(`\n${lines.join('\n')}\n\n`);
}

try {
  await main(readConfig());
} catch (error) {
  const line = error instanceof ConfigError || error instanceof Error ? error.message : String(error);
  process.stderr.write(`${line}\n`);
  process.exitCode = 1;
}
process.exit();
