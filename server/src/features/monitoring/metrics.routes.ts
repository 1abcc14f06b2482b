import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { schedules } from '../../jobs.ts';
import { isFromThisMachine } from '../../platform/http/from-this-machine.ts';
import { sha256 } from '../../platform/ids.ts';
import { createDatabaseFigures } from './figures/database-figures.ts';

/** Metrics for Prometheus. Not public: if METRICS_TOKEN is set, it is required, else only this machine may read them. */
export function metricsRoutes(server: FastifyInstance, deps: Deps): void {
  const countFigures = createDatabaseFigures(deps);
  showIntervals(deps);
  server.get('/metrics', async (request, reply) => {
    checkReader(request, deps.config.METRICS_TOKEN);
    await countFigures();
    return reply
      .header('cache-control', 'no-store')
      .header('content-type', deps.metrics.contentType)
      .send(await deps.metrics.text());
  });
}

/** What an alert needs to tell a late run from one that is not due. */
function showIntervals({ config, metrics }: Deps): void {
  const intervals = metrics.figure('keepsake_schedule_interval_seconds', 'How often a scheduled job is due', ['job']);
  intervals(schedules.map(({ job, everyMs }) => ({ labels: { job: job.name }, value: everyMs(config) / 1000 })));
}

function checkReader(request: FastifyRequest, token: string | undefined): void {
  if (token === undefined) {
    if (!isFromThisMachine(request)) throw new AppError('not_found');
    return;
  }
  const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  if (!timingSafeEqual(sha256(given), sha256(token))) throw new AppError('not_allowed');
}
