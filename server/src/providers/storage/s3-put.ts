import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { S3Bucket } from './s3-bucket.ts';
import { answered, toFailure } from './s3-failure.ts';
import type { StoredFile } from './storage.ts';

/** Stores a source of any length, in one request or, where it is larger, in parts, with one part in memory at a time. */
export async function putObject(
  { client, name, limits }: S3Bucket,
  key: string,
  source: Readable | Uint8Array,
  contentType: string,
): Promise<StoredFile> {
  const sha256 = createHash('sha256');
  let bytes = 0;
  const chunks = source instanceof Uint8Array ? [source] : (source as AsyncIterable<Uint8Array>);
  let sourceError: unknown;
  async function* counted(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of chunks) {
        sha256.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    } catch (error) {
      sourceError = error;
      throw error;
    }
  }
  const params = { Bucket: name, Key: key, Body: Readable.from(counted()), ContentType: contentType };
  const upload = new Upload({ client, params, queueSize: 1, partSize: limits.partBytes });
  try {
    await upload.done();
  } catch (error) {
    if (error === sourceError) throw error;
    const failure = toFailure('PutObject', error);
    // When the completion is repeated after a lost answer, the store may no longer know the upload, because it is complete.
    if (failure.code !== 'NoSuchUpload') throw failure;
    const head = new HeadObjectCommand({ Bucket: name, Key: key });
    const found = await answered('HeadObject', client.send(head)).catch(() => undefined);
    if (found?.ContentLength !== bytes) throw failure;
  }
  return { bytes, sha256: sha256.digest() };
}
