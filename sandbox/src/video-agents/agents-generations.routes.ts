import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { bearerKey, sameKey } from '../bearer.ts';
import { isAtWork, type AgentsRecord, type AgentsService } from './agents-context.ts';
import { AgentsError, parseAgentsRequest } from './agents-request.ts';
import { outputUrl } from './outputs.routes.ts';
import { beginAgentsGeneration } from './run-agents-generation.ts';

const minute = 60_000;

/** All that the API offers for films: create one, and read its state. */
export function agentsGenerationRoutes(app: FastifyInstance, service: AgentsService): void {
  const { records } = service;
  app.addHook('onRequest', async (request) => {
    const key = bearerKey(request.headers.authorization);
    if (key === undefined || !sameKey(key, service.apiKey)) throw new AgentsError(401, 'Invalid or missing API key');
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const status = error instanceof AgentsError ? error.status : (error.statusCode ?? 500);
    if (status >= 500) service.log.error({ err: error }, 'the video agents sandbox failed');
    if (error instanceof AgentsError) reply.headers(error.headers);
    return reply.code(status).send({ detail: status >= 500 ? 'Internal server error' : error.message });
  });
  app.setNotFoundHandler(() => {
    throw new AgentsError(404, 'Not Found');
  });

  app.post('/generations', async (request, reply) => {
    const parsed = parseAgentsRequest(request.body);
    takeOn(service);
    const id = randomUUID();
    const record: AgentsRecord = {
      id,
      request: parsed,
      outcome: service.planned.outcomes.shift() ?? { kind: 'complete' },
      generation: {
        id,
        type: 'video',
        model: parsed.model,
        state: 'queued',
        created_at: new Date().toISOString(),
        failure_code: null,
        failure_reason: null,
      },
    };
    await records.write([{ kind: 'generations', record }]);
    beginAgentsGeneration(service, id);
    return reply.code(201).send(shown(service, record));
  });

  app.get<{ Params: { id: string } }>('/generations/:id', async ({ params }) => {
    const record = records.get('generations', params.id);
    if (!record) throw new AgentsError(404, 'Generation not found');
    return shown(service, record);
  });
}

function shown(service: AgentsService, { id, generation }: AgentsRecord): object {
  const output = generation.state === 'completed' ? [{ type: 'video', url: outputUrl(service, id) }] : [];
  return { ...generation, output };
}

/** Both limits count per account: requests in the last minute, and generations that have not ended. */
function takeOn({ records, limits }: AgentsService): void {
  const all = records.all('generations');
  const times = all
    .map(({ generation }) => Date.parse(generation.created_at))
    .filter((time) => time > Date.now() - minute);
  if (all.filter(isAtWork).length >= limits.concurrent)
    throw new AgentsError(429, 'Too many concurrent jobs', { 'retry-after': '1' });
  if (times.length < limits.createsPerMinute) return;
  const seconds = Math.max(1, Math.ceil((Math.min(...times) + minute - Date.now()) / 1000));
  throw new AgentsError(429, 'Rate limit exceeded', { 'retry-after': String(seconds) });
}
