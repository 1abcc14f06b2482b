import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { isMigrated } from '../../platform/database/migrate.ts';

/** Liveness and readiness of the process. An outage of the payment, mail or video provider affects neither. */
export function healthRoutes(server: FastifyInstance, deps: Deps): void {
  server.get('/healthz', async () => ({ status: 'alive' }));

  server.get('/readyz', async (_request, reply) => {
    const parts = await Promise.all([
      checkPart('database', () => deps.db.selectNoFrom(({ lit }) => lit(1).as('one')).execute()),
      checkPart('migrations', async () => {
        if (!(await isMigrated(deps.db))) throw new Error('not all applied');
      }),
      checkPart('storage', () => deps.storage.check()),
      checkPart('process', async () => {
        if (deps.stopping.aborted) throw new Error('it is stopping');
      }),
    ]);
    for (const { name, error } of parts) if (error) deps.log.warn({ part: name, err: error }, 'not ready');
    const ready = parts.every(({ error }) => !error);
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: ready ? 'ready' : 'not ready',
        parts: Object.fromEntries(parts.map(({ name, error }) => [name, error ? 'failed' : 'ok'])),
      });
  });
}

async function checkPart(
  name: string,
  check: () => Promise<unknown>,
): Promise<{ name: string; error: Error | undefined }> {
  try {
    await check();
    return { name, error: undefined };
  } catch (error) {
    return { name, error: error as Error };
  }
}
