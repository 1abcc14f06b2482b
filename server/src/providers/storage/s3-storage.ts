import { createWriteStream } from 'node:fs';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { DeleteObjectCommand, HeadBucketCommand, HeadObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { newId } from '../../platform/ids.ts';
import type { TempFolder } from '../../platform/temp-folder.ts';
import { untilClosed } from '../../platform/until-closed.ts';
import { openS3Bucket, type S3Bucket, type S3Limits, type S3Settings } from './s3-bucket.ts';
import { answered, refuse, S3Failure } from './s3-failure.ts';
import { putObject } from './s3-put.ts';
import { readObject } from './s3-read.ts';
import { checkedFolder, checkedKey, type Storage } from './storage.ts';

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
