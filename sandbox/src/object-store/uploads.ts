import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ObjectStore, Part, StoredObject, Upload } from './object-store-context.ts';
import { receiveContent } from './receive-content.ts';
import { S3Refusal } from './s3-refusal.ts';
import { tag, xmlDocument } from './xml.ts';

type UploadRequest = FastifyRequest<{ Params: { bucket: string; '*': string }; Querystring: Record<string, string> }>;

const smallestPart = 5 * 1024 ** 2;

export async function startUpload({ records }: ObjectStore, request: UploadRequest): Promise<string> {
  const { bucket, '*': key } = request.params;
  const id = randomBytes(16).toString('hex');
  const contentType = request.headers['content-type'] ?? 'binary/octet-stream';
  const record = { id, bucket, key, contentType, startedAt: new Date().toISOString(), parts: {} };
  await records.write([{ kind: 'upload', record }]);
  return xmlDocument(tag('InitiateMultipartUploadResult', tag('Bucket', bucket), tag('Key', key), tag('UploadId', id)));
}

export async function putPart(store: ObjectStore, request: UploadRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { id } = requireUpload(store, request);
  const number = Number(request.query['partNumber']);
  if (!Number.isInteger(number) || number < 1 || number > 10_000) throw new S3Refusal('InvalidArgument');
  const part = await receiveContent(store, request);
  await store.inTurn(id, async () => {
    const upload = requireUpload(store, request);
    const before = upload.parts[number];
    const record = { ...upload, parts: { ...upload.parts, [number]: part } };
    await store.records.write([{ kind: 'upload', record }]);
    if (before) await rm(join(store.folder, before.file), { force: true });
  });
  return reply.header('etag', `"${part.etag}"`).send();
}

/** Creates the object from the named parts. */
export async function completeUpload(
  store: ObjectStore,
  request: UploadRequest,
  keep: (store: ObjectStore, object: Omit<StoredObject, 'id' | 'modifiedAt'>) => Promise<void>,
): Promise<string> {
  const wanted = readParts(await text((request.body ?? Readable.from([])) as Readable));
  return store.inTurn(requireUpload(store, request).id, async () => {
    const upload = requireUpload(store, request);
    const { bucket, key, contentType } = upload;
    const parts = wanted.map(({ number, etag }) => {
      const part = upload.parts[number];
      if (part?.etag !== etag) throw new S3Refusal('InvalidPart');
      return part;
    });
    if (parts.slice(0, -1).some(({ bytes }) => bytes < smallestPart)) throw new S3Refusal('EntityTooSmall');
    const content = await concatenate(store, parts);
    await keep(store, { bucket, key, contentType, ...content });
    await forget(store, upload);
    return xmlDocument(
      tag('CompleteMultipartUploadResult', tag('Bucket', bucket), tag('Key', key), tag('ETag', `"${content.etag}"`)),
    );
  });
}

export async function abortUpload(store: ObjectStore, request: UploadRequest): Promise<void> {
  await store.inTurn(requireUpload(store, request).id, () => forget(store, requireUpload(store, request)));
}

function requireUpload({ records }: ObjectStore, { params, query }: UploadRequest): Upload {
  const upload = records.get('upload', query['uploadId'] ?? '');
  if (upload?.bucket !== params.bucket || upload.key !== params['*']) throw new S3Refusal('NoSuchUpload');
  return upload;
}

function readParts(xml: string): { number: number; etag: string }[] {
  const parts = [...xml.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
    number: Number(/<PartNumber>(\d+)<\/PartNumber>/.exec(part)?.[1]),
    etag: /<ETag>(?:"|&quot;)?([0-9a-f]{32})(?:"|&quot;)?<\/ETag>/.exec(part)?.[1] ?? '',
  }));
  if (parts.length === 0) throw new S3Refusal('MalformedXML');
  if (parts.some(({ number }, at) => at > 0 && !(number > (parts[at - 1]?.number ?? 0))))
    throw new S3Refusal('InvalidPartOrder');
  return parts;
}

/** The ETag of an object in parts is the MD5 of their MD5s, with their number. */
async function concatenate({ folder }: ObjectStore, parts: Part[]): Promise<Part> {
  const file = randomUUID();
  async function* contents(): AsyncGenerator<Buffer> {
    for (const part of parts) yield* createReadStream(join(folder, part.file)) as AsyncIterable<Buffer>;
  }
  await pipeline(contents, createWriteStream(join(folder, file), { flags: 'wx' }));
  const md5 = createHash('md5');
  for (const { etag } of parts) md5.update(etag, 'hex');
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  return { file, bytes, etag: `${md5.digest('hex')}-${parts.length}` };
}

async function forget({ records, folder }: ObjectStore, upload: Upload): Promise<void> {
  await records.remove('upload', upload.id);
  await Promise.all(Object.values(upload.parts).map(({ file }) => rm(join(folder, file), { force: true })));
}
