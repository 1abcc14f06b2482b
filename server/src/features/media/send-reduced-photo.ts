import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PhotoWidth } from '@keepsake/contract/limits';
import type { Deps } from '../../deps.ts';
import { untilGone } from '../../platform/http/until-gone.ts';
import type { Reduction } from '../../providers/photo/photo-tasks.ts';
import { StorageMissing, type Storage } from '../../providers/storage/storage.ts';
import type { MediaFile } from './media.queries.ts';
import { reducePhoto } from './reduce-photo.ts';
import { entityTag, holds, mediaHeaders, missingInStorage, sendMedia, type Delivery } from './send-media.ts';

/** More would wait for longer than a second, and those who upload photos with them. */
const mostAtOnce = 64;
let underWay = 0;

/**
 * Sends a photo no wider than asked for, as WebP to who takes it and as JPEG to others; nothing where the browser has it already. It is drawn
 * anew for everybody and kept nowhere, so that nothing is left of a photo that is deleted. While many wait for theirs, the photo goes out as
 * it is stored.
 */
export async function sendReducedPhoto(
  deps: Deps,
  delivery: Delivery,
  width: PhotoWidth,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { storageKey } = delivery.file;
  const type: Reduction['type'] = takesWebp(request.headers.accept) ? 'webp' : 'jpeg';
  const etag = entityTag(delivery.file, `-${width}-${type}`);
  const headers = {
    ...mediaHeaders(deps, delivery, type === 'webp' ? 'photo.webp' : 'photo.jpg'),
    etag,
    'accept-ranges': 'none',
  };
  reply.header('vary', 'accept');
  if (holds(request.headers['if-none-match'], etag)) return reply.headers(headers).code(304).send();
  if (request.method === 'HEAD') {
    if ((await deps.storage.size(storageKey)) === undefined) throw missingInStorage(storageKey);
    return reply.headers(headers).send();
  }
  if (underWay >= mostAtOnce) return sendMedia(deps, delivery, request, reply);
  const picture = await reduced(deps.storage, delivery.file, { width, type }, untilGone(reply));
  // Who asked has left.
  if (picture === undefined) return reply.send();
  return reply.headers(headers).header('content-length', picture.length).send(picture);
}

async function reduced(
  storage: Storage,
  { storageKey, ownerId }: MediaFile,
  reduction: Reduction,
  gone: AbortSignal,
): Promise<Uint8Array | undefined> {
  underWay += 1;
  try {
    return await storage.withLocalFile(storageKey, (path) => reducePhoto(path, reduction, ownerId ?? storageKey, gone));
  } catch (error) {
    throw error instanceof StorageMissing ? missingInStorage(storageKey, error) : error;
  } finally {
    underWay -= 1;
  }
}

function takesWebp(accept: string | undefined): boolean {
  return (accept ?? '').split(',').some((type) => /^\s*image\/webp\s*(?:;(?!\s*q=0(?:\.0*)?\s*$)|$)/i.test(type));
}
