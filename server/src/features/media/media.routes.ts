import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { LinkPurpose } from '../../platform/signed-links.ts';
import { findMedia } from './find-media.ts';
import { photoWidth } from './photo-width.ts';
import { sendMedia } from './send-media.ts';
import { sendReducedPhoto } from './send-reduced-photo.ts';
import { sendZip } from './send-zip.ts';

/** A film may flow to a slow telephone for longer than any other answer takes. */
const longestTransferMs = 2 * 3_600_000;

/**
 * Photos and films by signed link: an `<img>` or `<video>` cannot send a token. A link that is wrong, over, for something else, or whose
 * object is gone gets the same answer.
 */
export function mediaRoutes(server: FastifyInstance, deps: Deps): void {
  const options = { method: ['GET', 'HEAD'], handlerTimeout: longestTransferMs };

  server.route<{ Params: { file: string } }>({
    ...options,
    url: '/uploads/:file',
    handler: (request, reply) => answer(deps, `/uploads/${request.params.file}`, request, reply),
  });

  server.route<{ Params: { file: string } }>({
    ...options,
    url: '/downloads/:file',
    handler: (request, reply) => answer(deps, `/downloads/${request.params.file}`, request, reply),
  });

  server.route<{ Querystring: { file?: unknown } }>({
    ...options,
    url: '/api/files/access',
    handler: (request, reply) => answer(deps, `/${String(request.query.file)}`, request, reply),
  });
}

async function answer(deps: Deps, path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const query = request.query as Record<string, unknown>;
  const purpose = await deps.links.verify(path, query);
  refuseStrangers(request, purpose);
  const width = photoWidth(path, purpose, query['w']);
  const zipped = /^\/downloads\/([0-9a-f-]{36})\.zip$/.exec(path)?.[1];
  if (zipped !== undefined && purpose === 'download') return sendZip(deps, zipped, request, reply);
  const file = await findMedia(deps.db, path, purpose);
  if (!file) throw new AppError('link_invalid');
  const secondsLeft = Number(query['e']) - Math.floor(deps.clock.now().getTime() / 1000);
  const delivery = { file, purpose, secondsLeft };
  if (width !== undefined) return sendReducedPhoto(deps, delivery, width, request, reply);
  return sendMedia(deps, delivery, request, reply);
}

/** Another site's page cannot show our customers' pictures, even where it got hold of a link. */
function refuseStrangers(request: FastifyRequest, purpose: LinkPurpose): void {
  const isEmbedded =
    request.headers['sec-fetch-site'] === 'cross-site' && request.headers['sec-fetch-mode'] !== 'navigate';
  if (isEmbedded && purpose !== 'provider') throw new AppError('link_invalid');
}
