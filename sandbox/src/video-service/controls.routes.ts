import type { FastifyInstance } from 'fastify';
import { beginGeneration, sendCallback } from './run-generation.ts';
import { isAtWork, type Outcome, type VideoService } from './video-context.ts';

const outcomesBody = {
  type: 'object',
  additionalProperties: false,
  required: ['kind'],
  properties: {
    kind: { enum: ['complete', 'fail', 'hang'] },
    reason: { type: 'string', minLength: 1, default: 'Job failed' },
    state: { type: 'string', minLength: 1, default: 'dreaming' },
    times: { type: 'integer', minimum: 1, maximum: 10_000, default: 1 },
  },
} as const;

const lagBody = {
  type: 'object',
  additionalProperties: false,
  required: ['ms'],
  properties: { ms: { type: 'integer', minimum: 0, maximum: 3_600_000 } },
} as const;

const pageBody = {
  type: 'object',
  additionalProperties: false,
  required: ['most'],
  properties: { most: { type: 'integer', minimum: 1, maximum: 100 } },
} as const;

type Plan = { Body: { kind: Outcome['kind']; reason: string; state: string; times: number } };
type ById = { Params: { id: string } };

/** Test controls of the video service: how the next generations end, how late and how short lists are, callbacks again. */
export function videoControlRoutes(app: FastifyInstance, service: VideoService): void {
  const { records, planned } = service;

  app.get('/sandbox/generations', async () => ({
    generations: records.all('generations'),
    accepted: records.all('accepted'),
    planned,
  }));

  app.post<Plan>('/sandbox/outcomes', { schema: { body: outcomesBody } }, (request) => {
    const { kind, reason, state, times } = request.body;
    const outcome: Outcome = kind === 'fail' ? { kind, reason } : kind === 'hang' ? { kind, state } : { kind };
    planned.outcomes.push(...Array.from({ length: times }, () => outcome));
    return { planned };
  });

  app.post<{ Body: { ms: number } }>('/sandbox/list-lag', { schema: { body: lagBody } }, (request) => {
    planned.listLagMs = request.body.ms;
    return { planned };
  });

  app.post<{ Body: { most: number } }>('/sandbox/list-page', { schema: { body: pageBody } }, (request) => {
    planned.largestPage = request.body.most;
    return { planned };
  });

  app.post<ById>('/sandbox/generations/:id/resume', async (request, reply) => {
    const record = records.get('generations', request.params.id);
    if (!record || !isAtWork(record)) return reply.code(404).send({ error: 'No such generation is at work.' });
    const { id, generation } = record;
    const outcome: Outcome = { kind: 'complete' };
    await records.write([
      { kind: 'generations', record: { ...record, outcome, generation: { ...generation, state: 'dreaming' } } },
    ]);
    beginGeneration(service, id);
    return { resumed: id };
  });

  app.post<ById>('/sandbox/generations/:id/callback', async (request, reply) => {
    const record = records.get('generations', request.params.id);
    if (!record) return reply.code(404).send({ error: 'There is no such generation.' });
    await sendCallback(service, record.generation);
    return { sent: record.generation };
  });
}
