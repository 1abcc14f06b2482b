import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { makeZip, predictLength } from 'client-zip';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { plainStem } from '../photos/files/file-name.ts';
import { filmsOfBucket, type ZippedFilm } from './media.queries.ts';
import { attachmentHeaders } from './send-media.ts';

/**
 * Streams the finished films of a bucket as one zip file; each is read from storage when the one before is sent. Films are already compressed, so they
 * are stored without compression and the length is known beforehand.
 * @throws AppError link_invalid if the bucket has no finished film
 */
export async function sendZip(
  deps: Deps,
  bucketId: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const films = await filmsOfBucket(deps.db, bucketId);
  const [first] = films;
  if (!first) throw new AppError('link_invalid');
  const entries = nameEntries(films);
  const day = first.orderedAt.toISOString().slice(0, 10);
  reply.headers({
    ...attachmentHeaders(`${deps.config.PRODUCT_NAME} ${day}`, '.zip'),
    'cache-control': 'private, no-store',
    'content-type': 'application/zip',
    'content-length': Number(predictLength(entries)),
  });
  if (request.method === 'HEAD') return reply.send();
  return reply.send(Readable.fromWeb(makeZip(withContent(deps, entries)) as ReadableStream<Uint8Array>));
}

interface Entry {
  name: string;
  size: number;
  lastModified: Date;
  storageKey: string;
}

/** Names entries after photo and effect: `grandma-smile-1.mp4`. Photos of the same name get a number. */
export function nameEntries(films: readonly ZippedFilm[]): Entry[] {
  const taken = new Set<string>();
  return films.map(({ photo, title, bytes, doneAt, storageKey }) => {
    const stem = `${plainStem(photo.replace(/\.\w{1,5}$/, '')) || 'photo'}-${plainStem(title)}`;
    let name = `${stem}.mp4`;
    for (let count = 2; taken.has(name); count += 1) name = `${stem} (${count}).mp4`;
    taken.add(name);
    return { name, size: bytes, lastModified: doneAt, storageKey };
  });
}

async function* withContent(deps: Deps, entries: readonly Entry[]) {
  for (const { storageKey, ...entry } of entries) yield { ...entry, input: await deps.storage.read(storageKey) };
}
