import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { isFromThisMachine } from '../../platform/http/from-this-machine.ts';
import { sha256 } from '../../platform/ids.ts';
import { createDatabaseFigures } from './figures/database-figures.ts';

/** Metrics for Prometheus. Not public: if METRICS_TOKEN is set, it is required, else only this machine may read them. */
export function metricsRoutes(server: FastifyInstance, deps: Deps): void {
  const countFigures = createDatabaseFigures(deps);
  server.get('/metrics', async (request, reply) => {
    checkReader(request, deps.config.METRICS_TOKEN);
    await countFigures();
    return reply
      .header('cache-control', 'no-store')
      .header('content-type', deps.metrics.contentType)
      .send(await deps.metrics.text());
  });
}

function checkReader(request: FastifyRequest, token: string | undefined): void {
  if (token === undefined) {
    if (!isFromThisMachine(request)) throw new AppError('not_found');
    return;
  }
  const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  if (!timingSafeEqual(sha256(given), sha256(token))) throw new AppError('not_allowed');
}
