import { fastify, type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { installFaults } from '../faults.ts';
import { createLocks } from '../locks.ts';
import { reachableUrl } from '../reachable-url.ts';
import { openRecords } from '../records.ts';
import { controlScope } from '../test-controls.routes.ts';
import { billingoApi } from './billingo-api.ts';
import { type Billingo, billingoKinds, type BillingoKinds } from './billingo-context.ts';
import { documentRoutes } from './documents.routes.ts';
import { partnerRoutes } from './partners.routes.ts';

export type BillingoSandboxOptions = {
  host: string;
  /** 0 chooses a free port. */
  port: number;
  /** Where partners and documents are kept. */
  dataDir: string;
  /** The API key. */
  apiKey: string;
  log: FastifyBaseLogger;
  blocks?: Billingo['blocks'];
  rates?: Billingo['rates'];
};

/** `url` is the base of the API, as `BILLINGO_API_BASE` wants it; `origin` the server's address. */
export type BillingoSandbox = { url: string; origin: string; port: number; stop(): Promise<void> };

const basePath = '/v3';

/** Starts an invoicing service that speaks Billingo's API v3 on a port of its own. */
export async function startBillingoSandbox(options: BillingoSandboxOptions): Promise<BillingoSandbox> {
  const { log, apiKey, dataDir } = options;
  const billingo: Billingo = {
    records: await openRecords<BillingoKinds>(dataDir, billingoKinds),
    inTurn: createLocks(),
    apiKey,
    blocks: options.blocks ?? [{ id: 7, name: 'Keepsake', prefix: 'KEEP' }],
    rates: options.rates ?? { USD: 351.27, EUR: 385.12, GBP: 442.9 },
    planned: { pdfWaits: 0, lookupLagMs: 0 },
    log,
  };
  const logController = new LogController({ disableRequestLogging: true });
  const app = fastify({ loggerInstance: log, logController, forceCloseConnections: true });
  const faults = installFaults(app);
  await app.register(
    async (api) => {
      billingoApi(api, billingo);
      partnerRoutes(api, billingo);
      documentRoutes(api, billingo);
    },
    { prefix: basePath },
  );
  await app.register(async (controls) => {
    controlScope(controls, { key: apiKey, faults, mayKill: false });
    billingoControlRoutes(controls, billingo);
  });
  await app.listen({ host: options.host, port: options.port });
  const { port, url } = reachableUrl(app, options.host);
  return { url: `${url}${basePath}`, origin: url, port, stop: () => app.close() };
}

const planBody = {
  type: 'object',
  additionalProperties: false,
  properties: {
    pdfWaits: { type: 'integer', minimum: 0, maximum: 100 },
    lookupLagMs: { type: 'integer', minimum: 0, maximum: 3_600_000 },
  },
} as const;

/** Test controls of the invoicing service: what was made, how late PDFs and lookups are. */
function billingoControlRoutes(app: FastifyInstance, { records, planned }: Billingo): void {
  app.get('/sandbox/documents', async () => ({
    documents: records.all('documents'),
    partners: records.all('partners').map(({ partner }) => partner),
  }));

  app.post<{ Body: Partial<Billingo['planned']> }>(
    '/sandbox/plan',
    { schema: { body: planBody } },
    (request, reply) => {
      Object.assign(planned, request.body);
      return reply.send({ planned });
    },
  );
}
