import { createHash, randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import type { ObjectStore, Part } from './object-store-context.ts';
import { S3Refusal } from './s3-refusal.ts';

/** Stores the body of a request in a file, unless it differs from the announced length or hashes. */
export async function receiveContent(store: ObjectStore, request: FastifyRequest): Promise<Part> {
  const { headers } = request;
  if (headers['content-length'] === undefined) throw new S3Refusal('MissingContentLength');
  const announced = Number(headers['content-length']);
  if (announced > freeBytes(store)) throw new S3Refusal('XMinioStorageFull');
  const file = randomUUID();
  const path = join(store.folder, file);
  try {
    const { bytes, md5, sha256 } = await write(path, request);
    if (bytes !== announced) throw new S3Refusal('IncompleteBody');
    requireSha256(String(headers['x-amz-content-sha256']), sha256);
    const announcedMd5 = headers['content-md5'];
    if (announcedMd5 !== undefined && announcedMd5 !== md5.toString('base64')) throw new S3Refusal('BadDigest');
    return { file, bytes, etag: md5.toString('hex') };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** Free space of the store. */
function freeBytes({ records, room }: ObjectStore): number {
  const parts = records.all('upload').flatMap((upload) => Object.values(upload.parts));
  return [...records.all('object'), ...parts].reduce((free, { bytes }) => free - bytes, room.bytes);
}

async function write(path: string, request: FastifyRequest): Promise<{ bytes: number; md5: Buffer; sha256: string }> {
  const [md5, sha256] = [createHash('md5'), createHash('sha256')];
  let bytes = 0;
  const file = await open(path, 'wx');
  try {
    for await (const chunk of (request.body ?? []) as AsyncIterable<Buffer>) {
      md5.update(chunk);
      sha256.update(chunk);
      bytes += chunk.length;
      await file.write(chunk);
    }
  } finally {
    await file.close();
  }
  return { bytes, md5: md5.digest(), sha256: sha256.digest('hex') };
}

function requireSha256(announced: string, found: string): void {
  if (announced === 'UNSIGNED-PAYLOAD') return;
  if (announced.startsWith('STREAMING-')) throw new S3Refusal('NotImplemented');
  if (announced !== found) throw new S3Refusal('XAmzContentSHA256Mismatch');
}
