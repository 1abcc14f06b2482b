import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { VideoService } from './video-context.ts';

/** The films, open to whoever knows their address, as on the real service's CDN. */
export function assetRoutes(app: FastifyInstance, service: VideoService): void {
  app.get<{ Params: { file: string } }>('/assets/:file', async (request, reply) => {
    const id = /^([0-9a-f-]{36})\.mp4$/.exec(request.params.file)?.[1];
    const film = id === undefined ? undefined : await service.films.read(id);
    if (!film) return reply.code(404).type('text/plain; charset=utf-8').send('There is no such film.');
    return sendFilm(reply, film, request.headers);
  });
}

/** Sends a film, or the rest of it if the client resumes a download of the same file. */
export function sendFilm(
  reply: FastifyReply,
  film: Buffer,
  { range, 'if-range': version }: { range?: string | undefined; 'if-range'?: string | undefined },
): FastifyReply {
  const etag = `"${createHash('sha256').update(film).digest('hex').slice(0, 32)}"`;
  const headers = { 'content-type': 'video/mp4', 'x-content-type-options': 'nosniff', 'accept-ranges': 'bytes', etag };
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1]);
  const isRest = from > 0 && from < film.length && (version === undefined || version === etag);
  if (!isRest) return reply.headers(headers).send(film);
  const contentRange = `bytes ${from}-${film.length - 1}/${film.length}`;
  return reply
    .code(206)
    .headers({ ...headers, 'content-range': contentRange })
    .send(film.subarray(from));
}
