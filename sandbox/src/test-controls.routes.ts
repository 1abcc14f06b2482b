import type { FastifyInstance } from 'fastify';
import { bearerKey, sameKey } from './bearer.ts';
import type { FaultPlan } from './faults.ts';
import type { Fault } from './strikes.ts';

export type Controls = { key: string; faults: FaultPlan; mayKill: boolean };

/** The test controls of a server, behind its API key. `app` must be a scope of its own. */
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

const faultBody = {
  type: 'object',
  additionalProperties: false,
  required: ['route', 'action'],
  properties: {
    route: { type: 'string', pattern: '^(GET|HEAD|POST|PUT|DELETE) /' },
    action: { enum: ['delay', 'drop', 'cut', 'shorten', 'slow', 'error', 'kill'] },
    phase: { enum: ['before', 'after'], default: 'before' },
    skip: { type: 'integer', minimum: 0, default: 0 },
    times: { type: 'integer', minimum: 1, maximum: 100_000, default: 1 },
    delayMs: { type: 'integer', minimum: 0, maximum: 600_000, default: 0 },
    status: { type: 'integer', minimum: 200, maximum: 599, default: 500 },
    body: { type: 'string', default: '' },
    headers: { type: 'object', additionalProperties: { type: 'string' }, default: {} },
    chance: { type: 'number', exclusiveMinimum: 0, maximum: 1, default: 1 },
    seed: { type: 'integer', default: 1 },
    part: { type: 'number', minimum: 0, exclusiveMaximum: 1, default: 0.5 },
    bytesPerSecond: { type: 'integer', minimum: 1, default: 1000 },
    pids: { type: 'array', items: { type: 'integer', minimum: 2 }, default: [] },
    signal: { enum: ['SIGKILL', 'SIGSTOP'], default: 'SIGKILL' },
  },
} as const;

const ofAnswers: Fault['action'][] = ['cut', 'shorten', 'slow'];

/**
 * `GET`, `POST` and `DELETE /sandbox/faults`: plan faults for the routes of this server but its own controls; `GET /sandbox/calls`.
 * @param mayKill whether faults may signal processes; only for tests that started both
 */
function faultControlRoutes(app: FastifyInstance, plan: FaultPlan, mayKill: boolean): void {
  app.get('/sandbox/calls', async () => ({ calls: plan.calls() }));

  app.get('/sandbox/faults', async () => ({ faults: plan.list() }));

  app.post<{ Body: Fault }>('/sandbox/faults', { schema: { body: faultBody } }, async (request, reply) => {
    const [method, url] = request.body.route.split(' ') as ['GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE', string];
    if (url.startsWith('/sandbox/') || !app.hasRoute({ method, url })) {
      return reply.code(400).send({ error: `route: this server has no "${request.body.route}" that can be hit.` });
    }
    const { action, phase } = request.body;
    if (ofAnswers.includes(action) && phase !== 'after') {
      return reply.code(400).send({ error: `phase: ${action} is only possible "after" the request was worked on.` });
    }
    if (action === 'kill' && !mayKill) {
      return reply.code(400).send({ error: 'action: this server was not started to kill processes.' });
    }
    plan.add(request.body);
    return { faults: plan.list() };
  });

  app.delete('/sandbox/faults', async () => {
    plan.clear();
    return { faults: plan.list() };
  });
}
