import { fastify } from 'fastify';

export type Hook = { body: string; signature: string; at: number };

/** A shop that records webhooks and answers each with the status that `answer` returns. */
export async function startShop(port = 0) {
  const app = fastify({ forceCloseConnections: true });
  const hooks: Hook[] = [];
  const shop = { app, hooks, url: '', port: 0, answer: (_count: number): number | Promise<number> => 200 };
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: unknown, body: string) => body);
  app.post('/webhook', async (request, reply) => {
    hooks.push({
      body: request.body as string,
      signature: String(request.headers['stripe-signature']),
      at: Date.now(),
    });
    return reply.code(await shop.answer(hooks.length)).send();
  });
  await app.listen({ host: '127.0.0.1', port });
  shop.port = (app.server.address() as { port: number }).port;
  shop.url = `http://127.0.0.1:${shop.port}`;
  return shop;
}

/** The event in a hook, unchecked. */
export function eventOf(hook: Hook): { id: string; type: string; data: { object: Record<string, unknown> } } {
  return JSON.parse(hook.body);
}
