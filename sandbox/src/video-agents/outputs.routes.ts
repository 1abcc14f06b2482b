import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sendFilm } from '../video-service/assets.routes.ts';
import type { AgentsService } from './agents-context.ts';

type Query = { Params: { file: string }; Querystring: { expires?: string; signature?: string } };

/** The films, behind signed links that expire. */
export function outputRoutes(app: FastifyInstance, service: AgentsService): void {
  app.get<Query>('/outputs/:file', async (request, reply) => {
    const { expires = '', signature = '' } = request.query;
    const id = /^([0-9a-f-]{36})\.mp4$/.exec(request.params.file)?.[1] ?? '';
    const expected = sign(service, id, expires);
    const isSigned =
      signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
    if (!isSigned || Number(expires) < Date.now()) return reply.code(403).send('Request has expired');
    const film = await service.films.read(id);
    if (!film) return reply.code(404).send('Not found');
    return sendFilm(reply, film, request.headers);
  });
}

/** A new link at every call. */
export function outputUrl(service: AgentsService, id: string): string {
  const expires = String(Date.now() + service.linkMs);
  return `${service.publicUrl}/outputs/${id}.mp4?expires=${expires}&signature=${sign(service, id, expires)}`;
}

function sign({ linkKey }: AgentsService, id: string, expires: string): string {
  return createHmac('sha256', linkKey).update(`${id} ${expires}`).digest('hex');
}
