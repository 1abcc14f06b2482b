import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { checkGeneration, type GenerationRequest, parseGenerationRequest } from './generation-request.ts';
import { LumaError } from './luma-error.ts';
import { canPay, createAllowance, creditsLeft, writeGeneration } from './account.ts';
import { beginGeneration } from './run-generation.ts';
import { type GenerationRecord, isAtWork, type VideoService } from './video-context.ts';

type ById = { Params: { id: string } };
type Page = { Querystring: { limit?: string; offset?: string } };

const largestPage = 100;

export function generationRoutes(app: FastifyInstance, service: VideoService): void {
  const { records } = service;
  const allowance = createAllowance(service.limits);

  const create = (body: unknown) =>
    service.inTurn('new generations', async () => {
      const request = parseGenerationRequest(body);
      checkGeneration(request);
      if (!canPay(service)) throw new LumaError(402, 'Insufficient credits');
      allowance.take(records.all('generations').filter(isAtWork).length);
      const record = newRecord(service, request);
      await writeGeneration(service, record, 1);
      beginGeneration(service, record.id);
      return record.generation;
    });

  for (const path of ['/generations', '/generations/video']) {
    app.post(path, async (request, reply) => reply.code(201).send(await create(request.body)));
  }

  app.get<Page>('/generations', async ({ query }) => {
    const limit = readCount(query.limit, 'limit', 100, largestPage);
    const offset = readCount(query.offset, 'offset', 0, Infinity);
    const listed = records.all('generations').filter((record) => record.listedFrom <= Date.now());
    const newestFirst = listed.toSorted((a, b) => b.order - a.order);
    const page = newestFirst.slice(offset, offset + Math.min(limit, service.planned.largestPage));
    const generations = page.map((record) => record.generation);
    const has_more = offset + generations.length < newestFirst.length;
    return { has_more, count: generations.length, limit, offset, generations };
  });

  app.get<ById>('/generations/:id', (request) => find(service, request.params.id).generation);

  app.delete<ById>('/generations/:id', async (request, reply) => {
    const { id } = find(service, request.params.id);
    service.atWork.get(id)?.abort();
    await service.inTurn(id, async () => {
      await records.remove('generations', id);
      await service.films.remove(id);
    });
    return reply.code(204).send();
  });

  app.get('/credits', async () => ({ credit_balance: creditsLeft(service) }));
}

function newRecord(service: VideoService, request: GenerationRequest): GenerationRecord {
  const id = randomUUID();
  const orders = service.records.all('generations').map((record) => record.order);
  return {
    id,
    order: orders.reduce((highest, order) => Math.max(highest, order), 0) + 1,
    generation: {
      id,
      generation_type: 'video',
      state: 'queued',
      failure_reason: null,
      created_at: new Date().toISOString(),
      assets: null,
      model: request.model,
      request: { generation_type: 'video', ...request },
    },
    outcome: service.planned.outcomes.shift() ?? { kind: 'complete' },
    listedFrom: Date.now() + service.planned.listLagMs,
    endedAt: null,
    filmSha256: null,
  };
}

function readCount(value: string | undefined, name: string, otherwise: number, most: number): number {
  if (value === undefined) return otherwise;
  if (/^\d{1,9}$/.test(value) && Number(value) <= most) return Number(value);
  const msg = `Input should be a whole number from 0${most === Infinity ? '' : ` to ${most}`}`;
  throw new LumaError(422, [{ type: 'int_parsing', loc: ['query', name], msg }]);
}

function find(service: VideoService, id: string): GenerationRecord {
  const record = service.records.get('generations', id);
  if (!record) throw new LumaError(404, 'Generation not found');
  return record;
}
