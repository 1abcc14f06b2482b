import type { FastifyInstance } from 'fastify';
import { bearerKey, sameKey } from './bearer.ts';
import { faultControlRoutes } from './fault-controls.routes.ts';
import type { FaultPlan } from './faults.ts';

export type Controls = { key: string; faults: FaultPlan; mayKill: boolean };

/** The test controls of a server: only for those who hold its API key. `app` is a scope of its own. */
export function controlScope(app: FastifyInstance, { key, faults, mayKill }: Controls): void {
  app.addHook('onRequest', async (request, reply) => {
    const given = bearerKey(request.headers.authorization);
    if (given !== undefined && sameKey(given, key)) return undefined;
    return reply
      .code(401)
      .send({ error: 'The controls of the sandbox want its API key: Authorization: Bearer <key>.' });
  });
  app.addHook('preValidation', async (request) => {
    request.body ??= {};
  });
  faultControlRoutes(app, faults, mayKill);
}
