import type { FastifyInstance } from 'fastify';
import type { Checkout } from './checkout-context.ts';
import { readExpand, readQuery } from './query.ts';
import { noSuch } from './stripe-error.ts';

type ById = { Params: { id: string } };

/** Single objects that a shop may look up: payment intents, charges, refunds, events. */
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
    return { ...record.event, pending_webhooks: record.delivery.state === 'delivered' ? 0 : 1 };
  });
}
