import type { FastifyInstance } from 'fastify';
import type { Billingo } from './billingo-context.ts';

const planBody = {
  type: 'object',
  additionalProperties: false,
  properties: {
    pdfWaits: { type: 'integer', minimum: 0, maximum: 100 },
    lookupLagMs: { type: 'integer', minimum: 0, maximum: 3_600_000 },
  },
} as const;

/** Test controls of the invoicing service: what was made, how late PDFs and lookups are. */
export function billingoControlRoutes(app: FastifyInstance, { records, planned }: Billingo): void {
  app.get('/sandbox/documents', async () => ({
    documents: records.all('documents'),
    partners: records.all('partners').map(({ partner }) => partner),
  }));

  app.post<{ Body: Partial<Billingo['planned']> }>(
    '/sandbox/plan',
    { schema: { body: planBody } },
    (request, reply) => {
      Object.assign(planned, request.body);
      return reply.send({ planned });
    },
  );
}
