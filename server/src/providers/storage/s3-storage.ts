import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { DeleteObjectCommand, HeadBucketCommand, HeadObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { newId } from '../../platform/ids.ts';
import type { TempFolder } from '../../platform/temp-folder.ts';
import { untilClosed } from '../../platform/until-closed.ts';
import { openS3Bucket, type S3Bucket, type S3Limits, type S3Settings } from './s3-bucket.ts';
import { answered, refuse, S3Failure, toFailure } from './s3-failure.ts';
import { readObject } from './s3-read.ts';
import { checkedFolder, checkedKey, type Storage, type StoredFile } from './storage.ts';

/** Milliseconds for which a successful check is not repeated, because the store charges for requests. */
const checkHoldsMs = 10_000;

/** Files in a bucket of any store with Amazon's S3 API. */
export function createS3Storage(settings: S3Settings, temp: TempFolder, limits: Partial<S3Limits> = {}): Storage {
  const bucket = openS3Bucket(settings, limits);
  // A readiness check needs an answer soon.
  const probed = openS3Bucket(settings, { ...limits, idleMs: 5_000, tries: 2 });
  const probeKey = `probes/${newId()}.txt`;
  let checkedAt = -Infinity;
  const storage: Storage = {
    put: async (key, source, contentType) => putObject(bucket, checkedKey(key), source, contentType).catch(refuse),
    size: async (key) => objectSize(bucket, checkedKey(key)).catch(refuse),
    read: async (key, range) => readObject(bucket, checkedKey(key), range).catch(refuse),
    withLocalFile: (key, work) =>
      temp.use(async (newPath) => {
        const path = newPath();
        const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
        try {
          await pipeline(await storage.read(key), file).catch(refuse);
        } finally {
          file.destroy();
          await untilClosed(file);
        }
        return work(path);
      }),
    remove: async (key) => removeObject(bucket, checkedKey(key)).catch(refuse),
    list: (folder) => listObjects(bucket, checkedFolder(folder)),
    async check() {
      if (performance.now() - checkedAt < checkHoldsMs) return;
      await probe(probed, probeKey);
      checkedAt = performance.now();
    },
  };
  return storage;
}

async function objectSize(bucket: S3Bucket, key: string): Promise<number | undefined> {
  const { client, name } = bucket;
  try {
    const command = new HeadObjectCommand({ Bucket: name, Key: key });
    return (await answered('HeadObject', client.send(command))).ContentLength;
  } catch (error) {
    if (!(error instanceof S3Failure) || error.status !== 404) throw error;
    // The answer to HEAD has no body, so it cannot distinguish a missing object from a missing bucket.
    await answered('HeadBucket', client.send(new HeadBucketCommand({ Bucket: name })));
    return undefined;
  }
}

async function removeObject({ client, name }: S3Bucket, key: string): Promise<void> {
  await answered('DeleteObject', client.send(new DeleteObjectCommand({ Bucket: name, Key: key })));
}

async function* listObjects({ client, name, limits }: S3Bucket, folder: string): AsyncGenerator<string> {
  let next: string | undefined;
  do {
    const command = new ListObjectsV2Command({
      Bucket: name,
      Prefix: folder,
      MaxKeys: limits.pageSize,
      ContinuationToken: next,
    });
    const page = await answered('ListObjectsV2', client.send(command)).catch(refuse);
    for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key;
    next = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (next !== undefined);
}

/** Tries each request that storing files needs once. @throws S3Failure */
async function probe(bucket: S3Bucket, key: string): Promise<void> {
  const { client, name } = bucket;
  await putObject(bucket, key, Buffer.from('probe'), 'text/plain');
  await answered('ListObjectsV2', client.send(new ListObjectsV2Command({ Bucket: name, MaxKeys: 1 })));
  if ((await text(await readObject(bucket, key, undefined))) !== 'probe')
    throw new S3Failure('reading', 'OtherContent', 200);
  await removeObject(bucket, key);
}

/** Stores a source of any length, in one request or, if it is larger, in parts, with one part in memory at a time. */
async function putObject(
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
