import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fastify, LogController, type FastifyBaseLogger } from 'fastify';
import { controlScope } from '../test-controls.routes.ts';
import { installFaults } from '../faults.ts';
import { reachableUrl } from '../reachable-url.ts';
import { openRecords } from '../records.ts';
import { createFilmMaker, findFfmpeg } from '../video-service/film.ts';
import type { AgentsKinds, AgentsService } from './agents-context.ts';
import { agentsControlRoutes } from './agents-controls.routes.ts';
import { agentsGenerationRoutes } from './agents-generations.routes.ts';
import { outputRoutes } from './outputs.routes.ts';
import { resumeAgentsGenerations } from './run-agents-generation.ts';

export type VideoAgentsSandboxOptions = {
  host: string;
  /** 0 chooses a free port. */
  port: number;
  /** Where generations and films are kept. */
  dataDir: string;
  /** The API key. */
  apiKey: string;
  log: FastifyBaseLogger;
  /** Base URL of films; by default the server's own. */
  publicUrl?: string;
  timeline?: { queuedMs: number; processingMs: number };
  limits?: { concurrent: number; createsPerMinute: number };
  /** Lifetime of a film's link in milliseconds. */
  linkMs?: number;
  /** Path of ffmpeg; null makes plain films. By default it is looked for. */
  ffmpegPath?: string | null;
};

/** `url` is the base of the API, as `LUMA_AGENTS_BASE_URL` wants it; `origin` the server's address. */
export type VideoAgentsSandbox = { url: string; origin: string; port: number; stop(): Promise<void> };

const basePath = '/v1';

/** Starts a video service that speaks the Luma Agents API on a port of its own. */
export async function startVideoAgentsSandbox(options: VideoAgentsSandboxOptions): Promise<VideoAgentsSandbox> {
  const { log, apiKey, dataDir } = options;
  const ffmpegPath = options.ffmpegPath === undefined ? findFfmpeg() : options.ffmpegPath;
  const service: AgentsService = {
    records: await openRecords<AgentsKinds>(dataDir, ['generations']),
    films: await createFilmMaker(join(dataDir, 'films'), ffmpegPath),
    apiKey,
    publicUrl: '',
    linkKey: randomBytes(32),
    linkMs: options.linkMs ?? 3_600_000,
    timeline: options.timeline ?? { queuedMs: 500, processingMs: 3_000 },
    limits: options.limits ?? { concurrent: 10, createsPerMinute: 30 },
    planned: { outcomes: [] },
    atWork: new Map(),
    running: new Set(),
    log,
  };

  const logController = new LogController({ disableRequestLogging: true });
  const app = fastify({ loggerInstance: log, logController, forceCloseConnections: true });
  const faults = installFaults(app);
  await app.register(async (api) => agentsGenerationRoutes(api, service), { prefix: basePath });
  outputRoutes(app, service);
  await app.register(async (controls) => {
    controlScope(controls, { key: apiKey, faults, mayKill: false });
    agentsControlRoutes(controls, service);
  });
  await app.listen({ host: options.host, port: options.port });
  const { port, url } = reachableUrl(app, options.host);
  service.publicUrl = (options.publicUrl ?? url).replace(/\/$/, '');
  resumeAgentsGenerations(service);

  return {
    url: `${url}${basePath}`,
    origin: url,
    port,
    async stop() {
      await app.close();
      for (const work of service.atWork.values()) work.abort();
      await Promise.allSettled(service.running);
    },
  };
}
