import { createHash } from 'node:crypto';
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ObjectStore, StoredObject } from './object-store-context.ts';
import { receiveContent } from './receive-content.ts';
import { S3Refusal } from './s3-refusal.ts';
import { abortUpload, completeUpload, putPart, startUpload } from './uploads.ts';

type ObjectRequest = FastifyRequest<{ Params: { bucket: string; '*': string }; Querystring: Record<string, string> }>;

/** Objects by bucket and key: put, get (whole or a range), head, delete, and uploads in parts. */
export function objectRoutes(app: FastifyInstance, store: ObjectStore): void {
  app.put('/:bucket/*', async (request: ObjectRequest, reply) => {
    refuseUnknown(request, ['uploadId', 'partNumber', 'x-id']);
    if (request.headers['x-amz-copy-source'] !== undefined) throw new S3Refusal('NotImplemented');
    if (request.query['uploadId'] !== undefined) return putPart(store, request, reply);
    const content = await receiveContent(store, request);
    const contentType = request.headers['content-type'] ?? 'binary/octet-stream';
    await keepObject(store, { ...names(request), ...content, contentType });
    return reply.header('etag', `"${content.etag}"`).send();
  });

  app.get('/:bucket/*', async (request: ObjectRequest, reply) => {
    refuseUnknown(request, ['x-id']);
    const object = findObject(store, request);
    if (!object) throw new S3Refusal('NoSuchKey');
    const span = byteSpan(request.headers.range, object.bytes);
    describe(object, reply);
    if (span) reply.code(206).header('content-range', `bytes ${span.start}-${span.end}/${object.bytes}`);
    return reply.send(await contentOf(store, object, span));
  });

  app.head('/:bucket/*', async (request: ObjectRequest, reply) => {
    const object = findObject(store, request);
    if (!object) throw new S3Refusal('NoSuchKey');
    return describe(object, reply).header('content-length', object.bytes).send();
  });

  app.delete('/:bucket/*', async (request: ObjectRequest, reply) => {
    refuseUnknown(request, ['uploadId', 'x-id']);
    if (request.query['uploadId'] !== undefined) await abortUpload(store, request);
    else await removeObject(store, objectId(names(request)));
    return reply.code(204).send();
  });

  app.post('/:bucket/*', async (request: ObjectRequest, reply) => {
    refuseUnknown(request, ['uploads', 'uploadId', 'x-id']);
    reply.type('application/xml');
    if (request.query['uploads'] !== undefined) return startUpload(store, request);
    if (request.query['uploadId'] !== undefined) return completeUpload(store, request, keepObject);
    throw new S3Refusal('NotImplemented');
  });
}

/** Refuses what this stand-in does not implement. */
function refuseUnknown(request: ObjectRequest, known: string[]): void {
  const unknown = Object.keys(request.query).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new S3Refusal('NotImplemented', `The query "${unknown}" is not implemented.`);
}

function names({ params }: ObjectRequest): { bucket: string; key: string } {
  return { bucket: params.bucket, key: params['*'] };
}

function objectId({ bucket, key }: { bucket: string; key: string }): string {
  return createHash('sha256').update(`${bucket}/${key}`).digest('hex');
}

/** The object, unless If-Match wants another one. */
function findObject({ records }: ObjectStore, request: ObjectRequest): StoredObject | undefined {
  const object = records.get('object', objectId(names(request)));
  const wanted = request.headers['if-match'];
  if (object && wanted !== undefined && wanted.replaceAll('"', '') !== object.etag)
    throw new S3Refusal('PreconditionFailed');
  return object;
}

function describe(object: StoredObject, reply: FastifyReply): FastifyReply {
  return reply.headers({
    'accept-ranges': 'bytes',
    'content-type': object.contentType,
    'last-modified': new Date(object.modifiedAt).toUTCString(),
    etag: `"${object.etag}"`,
  });
}

async function contentOf(
  store: ObjectStore,
  { file }: StoredObject,
  span: { start: number; end: number } | undefined,
): Promise<Buffer> {
  const path = join(store.folder, file);
  if (!span) return readFile(path);
  const handle = await open(path);
  try {
    const part = Buffer.alloc(span.end - span.start + 1);
    await handle.read(part, 0, part.length, span.start);
    return part;
  } finally {
    await handle.close();
  }
}

/** Replaces an object atomically. */
async function keepObject(store: ObjectStore, object: Omit<StoredObject, 'id' | 'modifiedAt'>): Promise<void> {
  const id = objectId(object);
  await store.inTurn(id, async () => {
    const before = store.records.get('object', id);
    const record = { id, ...object, modifiedAt: new Date().toISOString() };
    await store.records.write([{ kind: 'object', record }]);
    if (before) await rm(join(store.folder, before.file), { force: true });
  });
}

async function removeObject(store: ObjectStore, id: string): Promise<void> {
  await store.inTurn(id, async () => {
    const object = store.records.get('object', id);
    if (!object) return;
    await store.records.remove('object', id);
    await rm(join(store.folder, object.file), { force: true });
  });
}

/** The bytes that a Range header asks for, both ends included; undefined if it asks for all. */
function byteSpan(header: string | undefined, size: number): { start: number; end: number } | undefined {
  const asked = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!asked || (asked[1] === '' && asked[2] === '')) return undefined;
  const [, from = '', to = ''] = asked;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (start >= size || end < start) throw new S3Refusal('InvalidRange');
  return { start, end };
}
