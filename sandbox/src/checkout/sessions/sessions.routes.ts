import type { FastifyInstance } from 'fastify';
import type { Checkout } from '../checkout-context.ts';
import { newestFirst, nextOrder, type SessionRecord } from '../checkout-records.ts';
import {
  createdFilter,
  type Form,
  page,
  pageParams,
  readExpand,
  readQuery,
  refuseUnknown,
  text,
} from '../stripe-api/form.ts';
import { type Cause, mutate, type Mutation } from '../stripe-api/idempotency.ts';
import { invalidRequest, noSuch } from '../stripe-api/stripe-error.ts';
import { expiry } from './expire-session.ts';
import { newSession } from './session-object.ts';
import { parseSessionParams } from './session-params.ts';
import { checkSession } from './session-rules.ts';
import { refuseBeyondScope } from './session-scope.ts';

type ById = { Params: { id: string } };
const base = '/checkout/sessions';

export function sessionRoutes(app: FastifyInstance, checkout: Checkout): void {
  app.post(base, (request, reply) =>
    mutate(checkout, { request, reply, turn: 'new sessions' }, (form) => createSession(checkout, form)),
  );

  app.get(base, (request) => {
    const query = readQuery(request, [...pageParams, ...sessionFilters, 'expand']);
    const expand = readExpand(
      query,
      expandable.map((name) => `data.${name}`),
    );
    const records = newestFirst(checkout.records.all('sessions')).filter(sessionFilter(query));
    const list = page(records, query, { object: 'checkout.session', url: `/v1${base}` });
    return { ...list, data: list.data.map((record) => expandSession(checkout, record, withoutPrefix(expand))) };
  });

  app.get<ById>(`${base}/:id`, (request) => {
    const expand = readExpand(readQuery(request, ['expand']), expandable);
    return expandSession(checkout, findSession(checkout, request.params.id), expand);
  });

  app.get<ById>(`${base}/:id/line_items`, (request) => {
    const { id, lineItems } = findSession(checkout, request.params.id);
    const query = readQuery(request, [...pageParams, 'expand']);
    readExpand(query, []);
    return page(lineItems, query, { object: 'line_item', url: `/v1${base}/${id}/line_items` });
  });

  app.post<ById>(`${base}/:id/expire`, (request, reply) => {
    const { id } = request.params;
    return mutate(checkout, { request, reply, turn: id }, (form, cause) => expireSession(checkout, id, form, cause));
  });
}

function createSession(checkout: Checkout, form: Form): Mutation {
  const expand = readExpand(form, expandable);
  const params = parseSessionParams(form);
  const now = checkout.now();
  const lines = checkSession(params, now);
  refuseBeyondScope(params);
  const order = nextOrder(checkout.records, 'sessions');
  const record = newSession({ params, lines, order, publicUrl: checkout.publicUrl, now });
  return { answer: expandSession(checkout, record, expand), changes: [{ kind: 'sessions', record }] };
}

function expireSession(checkout: Checkout, id: string, form: Form, cause: Cause): Mutation {
  refuseUnknown(form, ['expand']);
  const expand = readExpand(form, expandable);
  const record = findSession(checkout, id);
  if (record.session.status !== 'open') throw notOpen(record);
  const [expired, changes] = expiry(checkout, record, cause);
  return { answer: expandSession(checkout, expired, expand), changes };
}

function findSession(checkout: Checkout, id: string): SessionRecord {
  const record = checkout.records.get('sessions', id);
  if (!record) throw noSuch('checkout.session', id, 'session');
  return record;
}

function notOpen({ session }: SessionRecord): Error {
  return invalidRequest(
    `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    { param: 'session' },
  );
}

function withoutPrefix(names: Set<string>): Set<string> {
  return new Set([...names].map((name) => name.replace(/^data\./, '')));
}

const expandable = ['line_items', 'payment_intent', 'payment_intent.latest_charge'];

/** The response for a session, with the requested ids expanded to objects. */
function expandSession(checkout: Checkout, record: SessionRecord, expand: Set<string>): object {
  const { payment_intent: paymentId } = record.session;
  const payment = typeof paymentId === 'string' ? checkout.records.get('payments', paymentId) : undefined;
  const wantsCharge = expand.has('payment_intent.latest_charge');
  const url = `/v1/checkout/sessions/${record.id}/line_items`;
  return {
    ...record.session,
    ...(expand.has('line_items') && {
      line_items: {
        object: 'list',
        data: record.lineItems.slice(0, 10),
        has_more: record.lineItems.length > 10,
        url,
      },
    }),
    ...(payment &&
      (expand.has('payment_intent') || wantsCharge) && {
        payment_intent: wantsCharge ? { ...payment.intent, latest_charge: payment.charge } : payment.intent,
      }),
  };
}

const sessionFilters = ['created', 'customer_details', 'payment_intent', 'status'];

type Test = (record: SessionRecord) => boolean;

/** Filter of a list request. */
function sessionFilter(query: Form): Test {
  const tests = [byStatus(query), byPaymentIntent(query), byCreation(query), byEmail(query)];
  return (record) => tests.every((test) => test(record));
}

function byStatus(query: Form): Test {
  const status = text(query, 'status');
  if (status === undefined) return () => true;
  if (!['complete', 'expired', 'open'].includes(status)) {
    throw invalidRequest(`Invalid status: must be one of complete, expired, or open`, { param: 'status' });
  }
  return ({ session }) => session.status === status;
}

function byPaymentIntent(query: Form): Test {
  const id = text(query, 'payment_intent');
  return ({ session }) => id === undefined || session.payment_intent === id;
}

function byCreation(query: Form): Test {
  const isWithin = createdFilter(query);
  return ({ session }) => isWithin(session.created);
}

function byEmail(query: Form): Test {
  const details = query['customer_details'];
  if (details === undefined) return () => true;
  const email = text(details as Form, 'email')?.toLowerCase();
  return ({ session }) => session.customer_details?.email?.toLowerCase() === email;
}
