import type { FastifyInstance } from 'fastify';
import type { Checkout } from './checkout-context.ts';
import { type EventRecord, newestFirst } from './checkout-records.ts';
import { createdFilter, type Form, page, pageParams, readExpand, readQuery, text } from './stripe-api/form.ts';
import { invalidRequest, noSuch } from './stripe-api/stripe-error.ts';

type ById = { Params: { id: string } };

/** What a shop may look up: payment intents, charges and refunds one by one, events one by one and as a list. */
export function lookupRoutes(app: FastifyInstance, checkout: Checkout): void {
  const { records } = checkout;

  app.get<ById>('/payment_intents/:id', (request) => {
    const { id } = request.params;
    const expand = readExpand(readQuery(request, ['expand']), ['latest_charge']);
    const payment = records.get('payments', id);
    if (!payment) throw noSuch('payment_intent', id, 'intent');
    return expand.has('latest_charge') ? { ...payment.intent, latest_charge: payment.charge } : payment.intent;
  });

  app.get<ById>('/charges/:id', (request) => {
    const { id } = request.params;
    readQuery(request, []);
    const payment = records.all('payments').find(({ charge }) => charge.id === id);
    if (!payment) throw noSuch('charge', id, 'charge');
    return payment.charge;
  });

  app.get<ById>('/refunds/:id', (request) => {
    const { id } = request.params;
    readQuery(request, []);
    const refunds = records.all('payments').flatMap((payment) => payment.refunds);
    const refund = refunds.find((candidate) => candidate.id === id);
    if (!refund) throw noSuch('refund', id, 'id');
    return refund;
  });

  app.get<ById>('/events/:id', (request) => {
    const { id } = request.params;
    readQuery(request, []);
    const record = records.get('events', id);
    if (!record) throw noSuch('event', id, 'id');
    return told(record);
  });

  app.get('/events', (request) => {
    const query = readQuery(request, [...pageParams, 'created', 'type', 'types']);
    const [isWithin, types] = [createdFilter(query), eventTypes(query)];
    const events = newestFirst(records.all('events')).filter(
      ({ event }) => isWithin(event.created) && (types?.includes(event.type) ?? true),
    );
    const list = page(events, query, { object: 'event', url: '/v1/events' });
    return { ...list, data: list.data.map(told) };
  });
}

function told({ event, delivery }: EventRecord) {
  return { ...event, pending_webhooks: delivery.state === 'delivered' ? 0 : 1 };
}

/** The types that a list of events asks for, `type` or at most twenty `types`: https://docs.stripe.com/api/events/list */
function eventTypes(query: Form): string[] | undefined {
  const { types } = query;
  const type = text(query, 'type');
  if (types === undefined) return type === undefined ? undefined : [type];
  if (type !== undefined) throw invalidRequest('You may only specify one of these parameters: type, types.');
  if (!Array.isArray(types) || types.length > 20 || types.some((one) => typeof one !== 'string'))
    throw invalidRequest('Invalid array: up to 20 event types are expected.', { param: 'types' });
  return types as string[];
}

/** Disputes, one and all: https://docs.stripe.com/api/disputes */
export function disputeRoutes(app: FastifyInstance, { records }: Checkout): void {
  const all = () => records.all('payments').flatMap(({ disputes }) => disputes ?? []);

  app.get('/disputes', (request) => {
    const query = readQuery(request, [...pageParams, 'charge', 'created', 'payment_intent']);
    const [charge, intent] = [text(query, 'charge'), text(query, 'payment_intent')];
    const isWithin = createdFilter(query);
    const disputes = all()
      .filter(({ created }) => isWithin(created))
      .filter((dispute) => charge === undefined || dispute.charge === charge)
      .filter((dispute) => intent === undefined || dispute.payment_intent === intent)
      .toSorted((a, b) => b.created - a.created || b.id.localeCompare(a.id));
    return page(disputes, query, { object: 'dispute', url: '/v1/disputes' });
  });

  app.get<{ Params: { id: string } }>('/disputes/:id', (request) => {
    const { id } = request.params;
    readQuery(request, []);
    const dispute = all().find((candidate) => candidate.id === id);
    if (!dispute) throw noSuch('dispute', id, 'dispute');
    return dispute;
  });
}
