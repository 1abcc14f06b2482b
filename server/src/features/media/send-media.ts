import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parse } from 'range-parser';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { LinkPurpose } from '../../platform/secrets/signed-links.ts';
import { StorageMissing, type ReadRange, type Storage } from '../../providers/storage/storage.ts';
import type { MediaFile } from './media.queries.ts';

/** A file, and the link with which it was requested. */
export interface Delivery {
  file: MediaFile;
  purpose: LinkPurpose;
  /** Remaining lifetime of the link. */
  secondsLeft: number;
}

/** Sends a file or the requested range of it; 304 if the browser has it already. */
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
  const isKnown = etagMatches(request.headers['if-none-match'], etag);
  const range = ifRangeMatches(request.headers['if-range'], etag) ? byteRange(request.headers.range, size) : undefined;
  const isSent = !isKnown && range !== 'unsatisfiable' && request.method !== 'HEAD';
  // Opened before the headers are set, so that an outage of the storage can still become an error reply.
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

/** Headers of every file; the extension of `name` gives its type and the name it is saved under. */
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

/** The entity tag of a file. Changes with the content; `form` distinguishes the variants of one file. */
export function entityTag({ sha256, storageKey }: MediaFile, form = ''): string {
  return `"${sha256?.toString('base64url') ?? storageKey}${form}"`;
}

/** The error if the row exists but its file does not. */
export function missingInStorage(storageKey: string, cause?: Error): AppError {
  return new AppError('not_found', { cause: cause ?? new Error(`${storageKey} is missing in storage`) });
}

function openFile(storage: Storage, key: string, range: ReadRange | undefined): Promise<Readable> {
  return storage.read(key, range).catch((error: Error) => {
    throw error instanceof StorageMissing ? missingInStorage(key, error) : error;
  });
}

/** Headers that make a browser save a reply under the given name. */
export function attachmentHeaders(title: string, extension: string): Record<string, string> {
  return {
    'content-disposition': disposition('download', plainName(title, extension)),
    'content-security-policy': "sandbox; default-src 'none'",
  };
}

function disposition(purpose: LinkPurpose, name: string): string {
  return `${purpose === 'download' ? 'attachment' : 'inline'}; filename="${name}"; filename*=UTF-8''${name}`;
}

/** A file name of letters, digits and dashes, which is valid in every browser and file system: `keepsake-smile-1.mp4`. */
function plainName(title: string, extension: string): string {
  return `${title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')}${extension}`;
}

/** Whether If-None-Match contains the current entity tag. */
export function etagMatches(header: string | undefined, etag: string): boolean {
  return header !== undefined && header.split(',').some((known) => known.trim().replace(/^W\//, '') === etag);
}

/** Whether a range may be sent: If-Range is missing or equals the current entity tag. */
function ifRangeMatches(header: string | string[] | undefined, etag: string): boolean {
  return header === undefined || header === etag;
}

/**
 * Parses a Range header for a file of `size` bytes (RFC 9110, section 14). Undefined if the whole file is to be sent: there is no header, it is
 * invalid, or it names several ranges. 'unsatisfiable' if the file has no such bytes.
 */
export function byteRange(header: string | undefined, size: number): ReadRange | 'unsatisfiable' | undefined {
  const { code, type, ranges } = parse(size, header ?? '');
  if (type !== 'bytes' || ranges.length > 1) return undefined;
  if (code === 0) return ranges[0];
  return code === 2 && ranges.length === 0 ? 'unsatisfiable' : undefined;
}

const types: Record<string, string> = {
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.mp4': 'video/mp4',
  '.pdf': 'application/pdf',
  '.zip': 'application/zip',
};

/** The media type by the extension of a storage key. */
export function mediaType(storageKey: string): string {
  return types[extname(storageKey)] ?? 'application/octet-stream';
}
