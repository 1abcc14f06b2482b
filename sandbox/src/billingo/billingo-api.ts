import type { FastifyError, FastifyInstance } from 'fastify';
import { sameKey } from '../bearer.ts';
import type { Billingo } from './billingo-context.ts';
import { BillingoError, clientError } from './billingo-error.ts';

/** Common to every route of the API: authentication and the error format; and the routes that only read. */
export function billingoApi(app: FastifyInstance, { apiKey, blocks, rates, log }: Billingo): void {
  app.addHook('onRequest', async (request) => {
    const key = request.headers['x-api-key'];
    if (typeof key !== 'string' || !sameKey(key, apiKey)) throw clientError(401, 'Unauthorized.');
  });
  app.setErrorHandler((error: FastifyError | BillingoError, request, reply) => {
    if (error instanceof BillingoError) return reply.code(error.status).headers(error.headers).send(error.body);
    const status = error.statusCode ?? 500;
    if (status >= 500) log.error({ err: error, url: request.url }, 'the invoicing sandbox failed');
    return reply.code(status).send({ error: { message: status >= 500 ? 'Internal server error.' : error.message } });
  });
  app.setNotFoundHandler(() => {
    throw clientError(404, 'Not found.');
  });

  app.get('/document-blocks', async () => page(blocks));

  app.get<{ Querystring: { from?: string; to?: string; date?: string } }>('/currencies', (request, reply) => {
    const { from = '', to = '' } = request.query;
    const rate = rates[from];
    if (rate === undefined || to !== 'HUF') throw clientError(400, 'There is no rate for these currencies.');
    // The member's name is Billingo's own.
    return reply.send({ from_currency: from, to_currency: to, conversation_rate: rate });
  });
}

/** A list in Billingo's form. */
export function page(data: readonly unknown[], number = 1, size = 25): object {
  const pages = Math.max(1, Math.ceil(data.length / size));
  return {
    data: data.slice((number - 1) * size, number * size),
    total: data.length,
    per_page: size,
    current_page: number,
    last_page: pages,
  };
}
