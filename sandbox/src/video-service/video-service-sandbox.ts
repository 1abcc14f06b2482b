import { join } from 'node:path';
import { fastify, LogController, type FastifyBaseLogger } from 'fastify';
import { controlScope } from '../test-controls.routes.ts';
import { installFaults } from '../faults.ts';
import { createLocks } from '../locks.ts';
import { reachableUrl } from '../reachable-url.ts';
import { openRecords } from '../records.ts';
import { assetRoutes } from './assets.routes.ts';
import { videoControlRoutes } from './controls.routes.ts';
import { createFilmMaker, findFfmpeg } from './film.ts';
import { generationRoutes } from './generations.routes.ts';
import { lumaApi } from './luma-api.ts';
import { resumeGenerations } from './run-generation.ts';
import { videoKinds, type VideoKinds, type VideoService } from './video-context.ts';

export type VideoServiceSandboxOptions = {
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
  /** Milliseconds for which a generation is queued, and the minimum for which it is dreaming. */
  timeline?: { queuedMs: number; dreamingMs: number };
  /** Generations at a time and creations a minute; by default those of Luma's Build tier. */
  limits?: { concurrent: number; createsPerMinute: number };
  /** US cents on the account. */
  startCredits?: number;
  /** Path of ffmpeg; null makes plain films. By default it is looked for. */
  ffmpegPath?: string | null;
  /** Whether the test controls may kill processes of this machine; by default not. */
  mayKill?: boolean;
};

/** `url` is the base of the API, as `LUMAAI_BASE_URL` wants it; `origin` the server's address. */
export type VideoServiceSandbox = { url: string; origin: string; port: number; stop(): Promise<void> };

const basePath = '/dream-machine/v1';

/** Starts a video service that speaks Luma's Dream Machine API on a port of its own. */
export async function startVideoServiceSandbox(options: VideoServiceSandboxOptions): Promise<VideoServiceSandbox> {
  const { log, apiKey, dataDir } = options;
  const ffmpegPath = options.ffmpegPath === undefined ? findFfmpeg() : options.ffmpegPath;
  const service: VideoService = {
    records: await openRecords<VideoKinds>(dataDir, videoKinds),
    inTurn: createLocks(),
    films: await createFilmMaker(join(dataDir, 'films'), ffmpegPath),
    apiKey,
    publicUrl: '',
    timeline: options.timeline ?? { queuedMs: 500, dreamingMs: 3_000 },
    limits: options.limits ?? { concurrent: 10, createsPerMinute: 20 },
    startCredits: options.startCredits ?? 500_000,
    planned: { outcomes: [], listLagMs: 0, largestPage: 100 },
    atWork: new Map(),
    running: new Set(),
    log,
  };

  const logController = new LogController({ disableRequestLogging: true });
  const app = fastify({ loggerInstance: log, logController, forceCloseConnections: true });
  const faults = installFaults(app);
  await app.register(
    async (api) => {
      lumaApi(api, service);
      generationRoutes(api, service);
    },
    { prefix: basePath },
  );
  assetRoutes(app, service);
  await app.register(async (controls) => {
    controlScope(controls, { key: apiKey, faults, mayKill: options.mayKill ?? false });
    videoControlRoutes(controls, service);
  });
  await app.listen({ host: options.host, port: options.port });
  const { port, url } = reachableUrl(app, options.host);
  service.publicUrl = (options.publicUrl ?? url).replace(/\/$/, '');
  resumeGenerations(service);

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
