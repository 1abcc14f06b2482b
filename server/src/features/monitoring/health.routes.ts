import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { sql } from '../../platform/db.ts';
import { isMigrated } from '../../platform/migrate.ts';

/** For whoever runs the service: does the process live, and can it serve. An outage of payment, mail or the video service is neither. */
export function healthRoutes(server: FastifyInstance, deps: Deps): void {
  server.get('/healthz', async () => ({ status: 'alive' }));

  server.get('/readyz', async (_request, reply) => {
    const parts = await Promise.all([
      part('database', () => deps.db.query(sql`select 1`)),
      part('migrations', async () => {
        if (!(await isMigrated(deps.db))) throw new Error('not all applied');
      }),
      part('storage', () => deps.storage.check()),
      part('process', async () => {
        if (deps.leaving.aborted) throw new Error('it is leaving');
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

async function part(name: string, check: () => Promise<unknown>): Promise<{ name: string; error: Error | undefined }> {
  try {
    await check();
    return { name, error: undefined };
  } catch (error) {
    return { name, error: error as Error };
  }
}
