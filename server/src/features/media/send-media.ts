import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { LinkPurpose } from '../../platform/signed-links.ts';
import { StorageMissing, type ReadRange, type Storage } from '../../providers/storage/storage.ts';
import { byteRange } from './byte-range.ts';
import type { MediaFile } from './media.queries.ts';
import { mediaType } from './media-type.ts';

/** What is sent, and by what link. */
export interface Delivery {
  file: MediaFile;
  purpose: LinkPurpose;
  /** Life that is left of the link. */
  secondsLeft: number;
}

/** Sends a file, or the range of it that is asked for; nothing where the browser has it already. */
export async function sendMedia(
  deps: Deps,
  delivery: Delivery,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { file, purpose } = delivery;
  const size = await deps.storage.size(file.storageKey);
  if (size === undefined) throw missingInStorage(file.storageKey);
  const etag = entityTag(file);
  const isKnown = holds(request.headers['if-none-match'], etag);
  const range = isCurrent(request.headers['if-range'], etag) ? byteRange(request.headers.range, size) : undefined;
  const isSent = !isKnown && range !== 'unsatisfiable' && request.method !== 'HEAD';
  // Opened before anything is said about the file: an outage of the storage is answered as one.
  const content = isSent ? await openFile(deps.storage, file.storageKey, range) : undefined;
  reply.headers({
    ...mediaHeaders(deps, delivery, file.storageKey),
    'accept-ranges': 'bytes',
    ...(purpose === 'provider' && { 'cross-origin-resource-policy': 'cross-origin' }),
    etag,
  });
  if (isKnown) return reply.code(304).send();
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`).send();
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  reply.header('content-length', range ? range.end - range.start + 1 : size);
  return reply.send(content);
}

/** What is said of any file; by the ending of `name` its type and what it is saved as. */
export function mediaHeaders(
  { config }: Deps,
  { file, purpose, secondsLeft }: Delivery,
  name: string,
): Record<string, string> {
  return {
    'cache-control': `private, max-age=${Math.max(0, secondsLeft)}`,
    'content-disposition': disposition(purpose, plainName(`${config.PRODUCT_NAME} ${file.title}`, extname(name))),
    'content-security-policy': "sandbox; default-src 'none'",
    'content-type': mediaType(name),
  };
}

/** Changes with the content; `form` tells apart what is made of one file. */
export function entityTag({ sha256, storageKey }: MediaFile, form = ''): string {
  return `"${sha256?.toString('base64url') ?? storageKey}${form}"`;
}

/** The row is there and its file is not. */
export function missingInStorage(storageKey: string, cause?: Error): AppError {
  return new AppError('not_found', { cause: cause ?? new Error(`${storageKey} is missing in storage`) });
}

function openFile(storage: Storage, key: string, range: ReadRange | undefined): Promise<Readable> {
  return storage.read(key, range).catch((error: Error) => {
    throw error instanceof StorageMissing ? missingInStorage(key, error) : error;
  });
}

/** What makes a browser save an answer under a name of ours. */
export function attachmentHeaders(title: string, extension: string): Record<string, string> {
  return {
    'content-disposition': disposition('download', plainName(title, extension)),
    'content-security-policy': "sandbox; default-src 'none'",
  };
}

function disposition(purpose: LinkPurpose, name: string): string {
  return `${purpose === 'download' ? 'attachment' : 'inline'}; filename="${name}"; filename*=UTF-8''${name}`;
}

/** Letters, digits and dashes alone, so that every browser and disk takes it: `keepsake-smile-1.mp4`. */
function plainName(title: string, extension: string): string {
  return `${title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')}${extension}`;
}

/** Whether If-None-Match names what the browser would get. */
export function holds(header: string | undefined, etag: string): boolean {
  return header !== undefined && header.split(',').some((known) => known.trim().replace(/^W\//, '') === etag);
}

/** Whether a range may be given: If-Range names the file as it is, or is not sent. */
function isCurrent(header: string | string[] | undefined, etag: string): boolean {
  return header === undefined || header === etag;
}
