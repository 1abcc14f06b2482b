import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';

/** A drawing that somebody opens by itself runs nothing and loads nothing. */
const headers = {
  'content-type': 'image/svg+xml',
  'cache-control': 'public, max-age=3600',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
};

/** The drawings of pictograms: those that come with the product, and what the installation has in their place or beside them. */
export function cardIconsRoutes(server: FastifyInstance, { icons }: Deps): void {
  server.get<{ Params: { file: string } }>('/card-icons/:file', async (request, reply) => {
    const name = /^(.*)\.svg$/.exec(request.params.file)?.[1];
    const drawing = name === undefined ? undefined : await icons.drawing(name);
    return drawing ? reply.headers(headers).send(drawing) : reply.callNotFound();
  });
}
