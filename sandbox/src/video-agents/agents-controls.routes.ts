import type { FastifyInstance } from 'fastify';
import { isAtWork, type AgentsOutcome, type AgentsService } from './agents-context.ts';
import { beginAgentsGeneration } from './run-agents-generation.ts';

const outcomesBody = {
  type: 'object',
  additionalProperties: false,
  required: ['kind'],
  properties: {
    kind: { enum: ['complete', 'fail', 'hang'] },
    code: { type: 'string', minLength: 1, default: 'generation_failed' },
    reason: { type: 'string', minLength: 1, default: 'Generation failed' },
    state: { type: 'string', minLength: 1, default: 'processing' },
    times: { type: 'integer', minimum: 1, maximum: 10_000, default: 1 },
  },
} as const;

type Plan = { Body: { kind: AgentsOutcome['kind']; code: string; reason: string; state: string; times: number } };

/** Test controls: what was accepted, how the next generations end, and letting a hanging one finish. */
export function agentsControlRoutes(app: FastifyInstance, service: AgentsService): void {
  const { records, planned } = service;

  app.get('/sandbox/generations', async () => ({ generations: records.all('generations'), planned }));

  app.post<Plan>('/sandbox/outcomes', { schema: { body: outcomesBody } }, (request) => {
    const { kind, code, reason, state, times } = request.body;
    const outcome: AgentsOutcome =
      kind === 'fail' ? { kind, code, reason } : kind === 'hang' ? { kind, state } : { kind };
    planned.outcomes.push(...Array.from({ length: times }, () => outcome));
    return { planned };
  });

  app.post<{ Params: { id: string } }>('/sandbox/generations/:id/resume', async (request, reply) => {
    const record = records.get('generations', request.params.id);
    if (!record || !isAtWork(record)) return reply.code(404).send({ error: 'No such generation is at work.' });
    const generation = { ...record.generation, state: 'processing' };
    await records.write([{ kind: 'generations', record: { ...record, generation, outcome: { kind: 'complete' } } }]);
    beginAgentsGeneration(service, record.id);
    return { resumed: record.id };
  });
}
