import type { FastifyInstance, FastifyReply } from 'fastify';
import type { DebitOutcome } from './payments/bank-debit.ts';
import type { Checkout } from './checkout-context.ts';
import { newestFirst, type EventRecord } from './checkout-records.ts';
import { closeDispute, failRefund, openDispute, settleDebit, succeedRefund } from './payments/bank-decisions.ts';
import type { KillAtDelivery } from './webhooks.ts';

const releaseBody = {
  type: 'object',
  additionalProperties: false,
  properties: { order: { enum: ['oldest_first', 'newest_first'], default: 'oldest_first' } },
} as const;

const deliverBody = {
  type: 'object',
  additionalProperties: false,
  properties: { times: { type: 'integer', minimum: 1, maximum: 100, default: 1 } },
} as const;

const killBody = {
  type: 'object',
  additionalProperties: false,
  required: ['pids', 'moment'],
  properties: {
    pids: { type: 'array', items: { type: 'integer', minimum: 2 }, minItems: 1 },
    moment: { enum: ['sent', 'answered'] },
    delayMs: { type: 'integer', minimum: 0, maximum: 60_000, default: 0 },
  },
} as const;

type Release = { Body: { order: 'oldest_first' | 'newest_first' } };
type Deliver = { Params: { id: string }; Body: { times: number } };

/** Test controls of webhooks: hold them back, release them in either order, send one again, kill processes around one. */
export function webhookControlRoutes(app: FastifyInstance, { records, webhooks }: Checkout, mayKill: boolean): void {
  const overview = () => ({ held: webhooks.isHeld(), events: newestFirst(records.all('events')).map(summary) });

  app.get('/sandbox/webhooks', async () => overview());

  app.post('/sandbox/webhooks/hold', async () => {
    webhooks.hold();
    return overview();
  });

  app.post<Release>('/sandbox/webhooks/release', { schema: { body: releaseBody } }, (request) =>
    webhooks.release(request.body.order).then(overview),
  );

  app.post<Deliver>('/sandbox/webhooks/:id/deliver', { schema: { body: deliverBody } }, async (request, reply) => {
    const { id } = request.params;
    if (!records.get('events', id)) return reply.code(404).send({ error: `There is no event ${id}.` });
    return { results: await webhooks.repeat(id, request.body.times) };
  });

  if (!mayKill) return;
  app.post<{ Body: KillAtDelivery }>('/sandbox/webhooks/kill', { schema: { body: killBody } }, (request) => {
    webhooks.killAtNext(request.body);
    return overview();
  });
}

const settleBody = {
  type: 'object',
  additionalProperties: false,
  properties: { outcome: { enum: ['succeed', 'fail'] } },
} as const;

const debitsBody = {
  type: 'object',
  additionalProperties: false,
  required: ['seconds'],
  properties: { seconds: { type: 'integer', minimum: 0, maximum: 86_400 } },
} as const;

const disputeBody = {
  type: 'object',
  additionalProperties: false,
  properties: { amount: { type: 'integer', minimum: 1 }, reason: { type: 'string', default: 'fraudulent' } },
} as const;

const closeBody = {
  type: 'object',
  additionalProperties: false,
  required: ['status'],
  properties: { status: { enum: ['won', 'lost'] } },
} as const;

const failBody = {
  type: 'object',
  additionalProperties: false,
  properties: { reason: { type: 'string', default: 'expired_or_canceled_card' } },
} as const;

const refundsBody = {
  type: 'object',
  additionalProperties: false,
  required: ['begin'],
  properties: { begin: { enum: ['succeeded', 'pending'] } },
} as const;

type ById<Body> = { Params: { id: string }; Body: Body };

/** Test controls of what banks do: settle a debit, dispute a payment, decide that, let a refund wait, succeed or fail. */
export function paymentControlRoutes(app: FastifyInstance, checkout: Checkout): void {
  const nothing = (reply: FastifyReply, what: string) => reply.code(404).send({ error: `There is no ${what}.` });

  app.post<{ Body: { seconds: number } }>('/sandbox/debits', { schema: { body: debitsBody } }, async ({ body }) => {
    checkout.debits.seconds = body.seconds;
    return body;
  });

  app.post<ById<{ outcome?: DebitOutcome }>>(
    '/sandbox/sessions/:id/settle',
    { schema: { body: settleBody } },
    async ({ params, body }, reply) => {
      if (!(await settleDebit(checkout, params.id, body.outcome))) return nothing(reply, 'debit on its way there');
      return checkout.records.get('sessions', params.id)?.session;
    },
  );

  app.post<ById<{ amount?: number; reason: string }>>(
    '/sandbox/payments/:id/dispute',
    { schema: { body: disputeBody } },
    async ({ params, body }, reply) => (await openDispute(checkout, params.id, body)) ?? nothing(reply, 'such payment'),
  );

  app.post<ById<{ status: 'won' | 'lost' }>>(
    '/sandbox/disputes/:id/close',
    { schema: { body: closeBody } },
    async ({ params, body }, reply) =>
      (await closeDispute(checkout, params.id, body.status)) ?? nothing(reply, 'such open dispute'),
  );

  app.post<{ Body: Checkout['refunds'] }>('/sandbox/refunds', { schema: { body: refundsBody } }, async ({ body }) => {
    checkout.refunds.begin = body.begin;
    return body;
  });

  app.post<{ Params: { id: string } }>(
    '/sandbox/refunds/:id/succeed',
    async ({ params }, reply) => (await succeedRefund(checkout, params.id)) ?? nothing(reply, 'such pending refund'),
  );

  app.post<ById<{ reason: string }>>(
    '/sandbox/refunds/:id/fail',
    { schema: { body: failBody } },
    async ({ params, body }, reply) =>
      (await failRefund(checkout, params.id, body.reason)) ?? nothing(reply, 'such refund'),
  );
}

function summary({ id, event, delivery }: EventRecord) {
  return { id, type: event.type, object: event.data.object.id, created: event.created, ...delivery };
}
