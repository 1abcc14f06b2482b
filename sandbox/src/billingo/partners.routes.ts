import type { FastifyInstance } from 'fastify';
import { page } from './billingo-api.ts';
import type { Billingo, Partner } from './billingo-context.ts';
import { validationError } from './billingo-error.ts';
import { partnerProblems } from './document-rules.ts';

export function partnerRoutes(app: FastifyInstance, { records, inTurn }: Billingo): void {
  app.get<{ Querystring: { page?: string; per_page?: string; query?: string } }>('/partners', (request, reply) => {
    const { query = '', page: number = '1', per_page: size = '25' } = request.query;
    const wanted = query.toLowerCase();
    const found = records.all('partners').filter(({ partner }) => partner.name.toLowerCase().includes(wanted));
    const newestFirst = found.map(({ partner }) => partner).toReversed();
    return reply.send(page(newestFirst, Number(number), Math.min(100, Number(size))));
  });

  app.post<{ Body: Record<string, unknown> }>('/partners', (request, reply) =>
    inTurn('partners', async () => {
      const problems = partnerProblems(request.body);
      if (problems.length > 0) throw validationError(problems);
      const id = 1001 + records.all('partners').length;
      const partner = { ...(request.body as Partner), id };
      await records.write([{ kind: 'partners', record: { id: String(id), partner } }]);
      return reply.code(201).send(partner);
    }),
  );
}
