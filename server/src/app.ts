import type { FastifyInstance } from 'fastify';
import type { Deps } from './deps.ts';
import { AppError } from './errors.ts';
import { bearerToken, createApi, type Api, type ApiOptions } from './platform/http/api.ts';
import { docsRoutes } from './platform/http/docs/docs.routes.ts';
import type { Pages } from './platform/http/pages.ts';
import { sha256 } from './platform/ids.ts';
import { networkOf } from './platform/network/network-of.ts';
import { createServer, type ServerOptions } from './platform/http/server.ts';
import { accountsRoutes } from './features/accounts/accounts.routes.ts';
import { authenticate } from './features/accounts/sessions/authenticate.ts';
import { monitoringRoutes } from './features/monitoring/monitoring.routes.ts';
import { galleryRoutes } from './features/gallery/gallery.routes.ts';
import { photosRoutes } from './features/photos/photos.routes.ts';
import { dataExportsRoutes } from './features/data-exports/data-exports.routes.ts';
import { deletionRoutes } from './features/deletion/deletion.routes.ts';
import { mediaRoutes } from './features/media/media.routes.ts';
import { healthRoutes } from './features/monitoring/health.routes.ts';
import { metricsRoutes } from './features/monitoring/metrics.routes.ts';
import { invoiceRoutes } from './features/invoice/invoice.routes.ts';
import { notificationsRoutes } from './features/notifications/notifications.routes.ts';
import { customerPageRoutes } from './features/customers/customer-page.routes.ts';
import { orderPageRoutes } from './features/orders/page/order-page.routes.ts';
import { ledgerRoutes } from './features/payment/ledger/ledger.routes.ts';
import { refundsRoutes } from './features/payment/refunds/refunds.routes.ts';
import { ordersRoutes } from './features/orders/orders.routes.ts';
import { paymentRoutes } from './features/payment/payment.routes.ts';
import { photoChecksRoutes } from './features/gallery/photo-checks.routes.ts';
import { pricingRoutes } from './features/pricing/pricing.routes.ts';
import { cardIconsRoutes, promptsRoutes } from './features/prompts/prompts.routes.ts';
import { provenanceRoutes } from './features/provenance/provenance.routes.ts';
import { siteRoutes, missingTextsRoutes } from './features/site/site.routes.ts';
import { sharesRoutes } from './features/shares/shares.routes.ts';
import { sessionsRoutes } from './features/accounts/sessions/sessions.routes.ts';
import { totpRoutes } from './features/accounts/two-step/totp.routes.ts';
import { usersRoutes } from './features/accounts/users/users.routes.ts';
import { filmsRoutes } from './features/films/films.routes.ts';
import { recordError } from './features/journal/error-log.queries.ts';
import { describeError } from './platform/database/describe-error.ts';

export interface App {
  server: FastifyInstance;
  api: Api;
}

/** The web server with every feature's routes: one line per feature. */
export async function createApp(deps: Deps, pages?: Pages): Promise<App> {
  const server = createServer(serverOptions(deps, pages?.sendNotFound));
  // The pages count down by this header, so that they follow CLOCK_OFFSET_MS too.
  if (deps.clock.offsetMs !== 0)
    server.addHook('onSend', async (request, reply) => {
      if (request.url.startsWith('/api/')) reply.header('date', deps.clock.now().toUTCString());
    });
  const api = createApi(server, apiOptions(deps));
  siteRoutes(api, deps);
  accountsRoutes(api, deps);
  sessionsRoutes(api, deps);
  totpRoutes(api, deps);
  usersRoutes(api, deps);
  pricingRoutes(api, deps);
  promptsRoutes(api, deps);
  photosRoutes(api, deps);
  photoChecksRoutes(api, deps);
  deletionRoutes(api, deps);
  galleryRoutes(api, deps);
  invoiceRoutes(api, deps);
  dataExportsRoutes(api, deps);
  paymentRoutes(api, deps);
  ledgerRoutes(api, deps);
  refundsRoutes(api, deps);
  ordersRoutes(api, deps);
  filmsRoutes(api, deps);
  sharesRoutes(api, deps);
  provenanceRoutes(api, deps);
  notificationsRoutes(api, deps);
  orderPageRoutes(api, deps);
  customerPageRoutes(api, deps);
  monitoringRoutes(api, deps);
  mediaRoutes(server, deps);
  cardIconsRoutes(server, deps);
  missingTextsRoutes(server, deps);
  healthRoutes(server, deps);
  // With a port of their own, metrics are not served on the public one.
  if (deps.config.METRICS_PORT === undefined) metricsRoutes(server, deps);
  docsRoutes(server, deps);
  pages?.mount(server);
  return { server, api };
}

/** Serves only health and metrics, on a port that the public does not reach. In a process that is only a worker this is the only HTTP server. */
export function createOperationsApp(deps: Deps): FastifyInstance {
  const server = createServer(serverOptions(deps));
  healthRoutes(server, deps);
  metricsRoutes(server, deps);
  return server;
}

/** What every HTTP server of this process has in common. */
function serverOptions(deps: Deps, sendNotFoundPage?: Pages['sendNotFound']): ServerOptions {
  return {
    log: deps.log,
    trustProxy: deps.config.TRUST_PROXY,
    stopping: deps.stopping,
    sendNotFoundPage,
    onAnswered: ({ seconds, ...call }) => deps.metrics.requestEnded(call, seconds),
    onServerError: (error, path) => {
      recordError(deps.db, { moduleName: 'http', errorMessage: `${path}: ${describeError(error)}` }).catch(
        (failure: Error) => deps.log.error({ err: failure }, 'error entry could not be written'),
      );
    },
  };
}

/** Limit of statements that wait for a database connection: more than all open pages send at once, few enough to be answered within a second. */
const maxWaiting = 200;
/** The same limit for calls from services. It is higher, because their events report payments. */
const maxWaitingForServices = 400;

function apiOptions(deps: Deps): ApiOptions {
  const known = createRecent(20_000);
  return {
    // Without this limit the queue would grow, and clients would be answered after they have given up.
    refuseWhenBusy: (isService) => {
      if (deps.db.pool.waitingCount >= (isService ? maxWaitingForServices : maxWaiting))
        throw new AppError('service_unavailable', { retryAfter: 1 });
    },
    authenticate: async (token, request) => {
      const key = sha256(token).toString('base64url');
      if (known.has(key)) return authenticate(deps, token);
      // An unknown token counts against the network that sends it, before it is looked up: many may arrive at once.
      const network = networkOf(request.ip);
      await deps.limits.count('unknownToken', network);
      const actor = await authenticate(deps, token);
      if (!actor) return undefined;
      known.add(key);
      await deps.limits.uncount('unknownToken', network);
      await deps.limits.count('call', key);
      return actor;
    },
    countCall: async (request) => {
      const token = bearerToken(request);
      if (token === undefined) return deps.limits.count('call', networkOf(request.ip));
      const key = sha256(token).toString('base64url');
      // Only a token that is known to be valid has its own limit; otherwise every invented token would get a fresh one.
      if (known.has(key)) await deps.limits.count('call', key);
    },
    countServiceCall: (request) => deps.limits.count('service', networkOf(request.ip)),
  };
}

interface Recent {
  add(key: string): void;
  has(key: string): boolean;
}

/** A set of the `most` keys that were added last. */
function createRecent(most: number): Recent {
  const keys = new Set<string>();
  return {
    has: (key) => keys.has(key),
    add: (key) => {
      keys.delete(key);
      keys.add(key);
      const [oldest] = keys;
      if (keys.size > most && oldest !== undefined) keys.delete(oldest);
    },
  };
}
