import type { FastifyInstance } from 'fastify';
import type { Checkout } from './checkout-context.ts';
import { createdFilter, page, pageParams, readQuery, text } from './query.ts';
import { noSuch } from './stripe-error.ts';

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
