import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PhotoWidth } from '@keepsake/contract/limits';
import type { Deps } from '../../deps.ts';
import { untilGone } from '../../platform/http/until-gone.ts';
import type { Reduction } from '../../providers/photo/photo-tasks.ts';
import { StorageMissing, type Storage } from '../../providers/storage/storage.ts';
import { maxPerOwner, photoDecoder } from '../../providers/photo/photo-decoder.ts';
import type { MediaFile } from './media.queries.ts';
import { entityTag, etagMatches, mediaHeaders, missingInStorage, sendMedia, type Delivery } from './send-media.ts';

/** Limit of photos being reduced or waiting: with more, reduced photos and uploads would wait longer than a second. */
const maxAtOnce = 64;
let underWay = 0;

/**
 * Sends a photo no wider than requested, as WebP if the browser accepts it, else as JPEG; 304 if the browser has it already. It is resized for each
 * request and stored nowhere, so that nothing is left of a deleted photo. While too many requests wait, the photo is sent as stored.
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
  if (etagMatches(request.headers['if-none-match'], etag)) return reply.headers(headers).code(304).send();
  if (request.method === 'HEAD') {
    if ((await deps.storage.size(storageKey)) === undefined) throw missingInStorage(storageKey);
    return reply.headers(headers).send();
  }
  if (underWay >= maxAtOnce) return sendMedia(deps, delivery, request, reply);
  const picture = await drawReduced(deps.storage, delivery.file, { width, type }, untilGone(reply));
  // The client has disconnected.
  if (picture === undefined) return reply.send();
  return reply.headers(headers).header('content-length', picture.length).send(picture);
}

async function drawReduced(
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

/** Milliseconds of processor time. Usually a photo takes tens of milliseconds, because stored photos are small in at least one dimension. */
const limitMs = 20_000;

/**
 * The stored photo at `path`, reduced and upright.
 * @param owner whose photo it is
 * @param gone aborted when the client disconnects
 * @returns undefined if the client disconnected first
 * @throws Error if the file is damaged
 */
async function reducePhoto(
  path: string,
  reduction: Reduction,
  owner: string,
  gone: AbortSignal,
): Promise<Uint8Array | undefined> {
  const options = { owner: `reduce ${owner}`, most: maxPerOwner, limitMs, signal: gone };
  return photoDecoder.run('reduce', [path, reduction], options).catch((error: unknown) => {
    if (gone.aborted) return undefined;
    throw error;
  });
}
