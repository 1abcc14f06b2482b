import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { controlScope } from '../test-controls.routes.ts';
import { installFaults } from '../faults.ts';
import { createLocks } from '../locks.ts';
import { pageAssetRoutes } from '../pages/page-assets.routes.ts';
import { openRecords } from '../records.ts';
import { reachableUrl } from '../reachable-url.ts';
import { stripeApi } from './stripe-api/api.ts';
import type { Checkout } from './checkout-context.ts';
import { checkoutKinds, type CheckoutKinds } from './checkout-records.ts';
import { paymentControlRoutes, webhookControlRoutes } from './controls.routes.ts';
import { disputeRoutes, lookupRoutes } from './lookups.routes.ts';
import { expireDueSessions } from './sessions/expire-session.ts';
import { forgetOldReplies } from './stripe-api/idempotency.ts';
import { payPageRoutes } from './pages/pay-page.routes.ts';
import { refundRoutes } from './payments/refunds.routes.ts';
import { sessionRoutes } from './sessions/sessions.routes.ts';
import { settleDueDebits } from './payments/bank-decisions.ts';
import { startPageRoutes } from './pages/start-page.routes.ts';
import { createWebhooks } from './webhooks.ts';

export type CheckoutSandboxOptions = {
  host: string;
  /** 0 chooses a free port. */
  port: number;
  /** Where sessions, payments, events and answers are kept, a JSON file each. */
  dataDir: string;
  /** How browsers reach the server; by default its own address. */
  publicUrl?: string;
  /** The key that the shop's Stripe client sends. */
  secretKey: string;
  /** Signing secret of webhooks (`whsec_…`). */
  webhookSecret: string;
  /** Where events are posted; a function if the shop's own port is not known yet. */
  webhookUrl: string | (() => string);
  log: FastifyBaseLogger;
  /** The shop's name, on the hosted page. */
  productName: string;
  /** Milliseconds since the epoch, for creation and expiry; deliveries and signatures keep real time. */
  now?: () => number;
  /** Whether the test controls may kill processes of this machine; by default not. */
  mayKill?: boolean;
};

export type CheckoutSandbox = { url: string; port: number; stop(): Promise<void> };

const sweepEveryMs = 1_000;
/** A real debit takes days; this is long enough to see the pending state. */
const debitSeconds = 10;

/** Starts a server that speaks Stripe's HTTP API, with the hosted payment page. */
export async function startCheckoutSandbox(options: CheckoutSandboxOptions): Promise<CheckoutSandbox> {
  const { log, secretKey, productName, webhookUrl, now = Date.now } = options;
  const records = await openRecords<CheckoutKinds>(options.dataDir, checkoutKinds);
  const url = typeof webhookUrl === 'string' ? () => webhookUrl : webhookUrl;
  const webhooks = createWebhooks({ records, url, secret: options.webhookSecret, log });
  const checkout: Checkout = {
    records,
    webhooks,
    inTurn: createLocks(),
    keysInUse: new Set(),
    settling: new Map(),
    debits: { seconds: debitSeconds },
    refunds: { begin: 'succeeded' },
    now: () => Math.floor(now() / 1000),
    publicUrl: '',
    productName,
    secretKey,
    log,
  };

  const logController = new LogController({ disableRequestLogging: true });
  const app = fastify({ loggerInstance: log, logController, forceCloseConnections: true });
  await registerRoutes(app, checkout, options.mayKill ?? false);
  await app.listen({ host: options.host, port: options.port });
  const { port, url: ownUrl } = reachableUrl(app, options.host);
  checkout.publicUrl = (options.publicUrl ?? ownUrl).replace(/\/$/, '');

  webhooks.resume();
  const sweep = setInterval(() => void runSweep(checkout), sweepEveryMs).unref();
  return {
    url: checkout.publicUrl,
    port,
    async stop() {
      clearInterval(sweep);
      await app.close();
      await webhooks.stop();
    },
  };
}

async function registerRoutes(app: FastifyInstance, checkout: Checkout, mayKill: boolean): Promise<void> {
  const faults = installFaults(app);
  await app.register(
    async (api) => {
      stripeApi(api, checkout);
      sessionRoutes(api, checkout);
      refundRoutes(api, checkout);
      disputeRoutes(api, checkout);
      lookupRoutes(api, checkout);
    },
    { prefix: '/v1' },
  );
  await app.register(async (pages) => {
    pageAssetRoutes(pages);
    payPageRoutes(pages, checkout);
    startPageRoutes(pages, checkout);
  });
  await app.register(async (controls) => {
    controlScope(controls, { key: checkout.secretKey, faults, mayKill });
    webhookControlRoutes(controls, checkout, mayKill);
    paymentControlRoutes(controls, checkout);
  });
}

async function runSweep(checkout: Checkout): Promise<void> {
  try {
    await expireDueSessions(checkout);
    await settleDueDebits(checkout);
    await forgetOldReplies(checkout);
  } catch (error) {
    checkout.log.error({ err: error }, 'the sweep over open sessions failed');
  }
}
