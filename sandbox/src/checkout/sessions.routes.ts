import type { FastifyInstance } from 'fastify';
import type { Checkout } from './checkout-context.ts';
import { newestFirst, nextOrder, type SessionRecord } from './checkout-records.ts';
import { expiry } from './expire-session.ts';
import { expandable, expandSession } from './expand-session.ts';
import type { Form } from './form-body.ts';
import { mutate, type Cause, type Mutation } from './idempotency.ts';
import { page, pageParams, readExpand, readQuery, refuseUnknown } from './query.ts';
import { sessionFilter, sessionFilters } from './session-filter.ts';
import { newSession } from './session-object.ts';
import { parseSessionParams } from './session-params.ts';
import { checkSession } from './session-rules.ts';
import { refuseBeyondScope } from './session-scope.ts';
import { invalidRequest, noSuch } from './stripe-error.ts';

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
