import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
  type CompletedPart,
} from '@aws-sdk/client-s3';
import type { S3Bucket } from './s3-bucket.ts';
import { answered, S3Failure } from './s3-failure.ts';
import type { StoredFile } from './storage.ts';

/** Stores a source of any length, in one request or, where it is larger, in parts, with one part in memory at a time. */
export async function putObject(
  bucket: S3Bucket,
  key: string,
  source: Readable | Uint8Array,
  contentType: string,
): Promise<StoredFile> {
  const sha256 = createHash('sha256');
  let bytes = 0;
  let upload: PartedUpload | undefined;
  try {
    for await (const { content, isLast } of partsOf(source, bucket.limits.partBytes)) {
      sha256.update(content);
      bytes += content.length;
      if (isLast && !upload) await putWhole(bucket, key, content, contentType);
      else {
        upload ??= await startUpload(bucket, key, contentType);
        await upload.add(content);
      }
    }
    await upload?.complete(bytes);
    return { bytes, sha256: sha256.digest() };
  } catch (error) {
    await upload?.abort();
    throw error;
  }
}

/** All parts but the last have the same size, as some stores require. */
async function* partsOf(
  source: Readable | Uint8Array,
  partBytes: number,
): AsyncGenerator<{ content: Buffer; isLast: boolean }> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  const chunks = source instanceof Uint8Array ? [source] : (source as AsyncIterable<Uint8Array>);
  for await (const chunk of chunks) {
    let rest = chunk;
    while (heldBytes + rest.length > partBytes) {
      const missing = partBytes - heldBytes;
      yield { content: Buffer.concat([...held, rest.subarray(0, missing)]), isLast: false };
      rest = rest.subarray(missing);
      held = [];
      heldBytes = 0;
    }
    held.push(rest);
    heldBytes += rest.length;
  }
  yield { content: Buffer.concat(held), isLast: true };
}

async function putWhole({ client, name }: S3Bucket, key: string, content: Buffer, contentType: string): Promise<void> {
  const command = new PutObjectCommand({ Bucket: name, Key: key, Body: content, ContentType: contentType });
  await answered('PutObject', client.send(command));
}

interface PartedUpload {
  add(content: Buffer): Promise<void>;
  complete(bytes: number): Promise<void>;
  abort(): Promise<void>;
}

async function startUpload({ client, name }: S3Bucket, key: string, contentType: string): Promise<PartedUpload> {
  const object = { Bucket: name, Key: key };
  const start = new CreateMultipartUploadCommand({ ...object, ContentType: contentType });
  const { UploadId } = await answered('CreateMultipartUpload', client.send(start));
  const parts: CompletedPart[] = [];
  return {
    async add(content) {
      const PartNumber = parts.length + 1;
      const command = new UploadPartCommand({ ...object, UploadId, PartNumber, Body: content });
      const { ETag } = await answered('UploadPart', client.send(command));
      parts.push({ PartNumber, ETag });
    },
    async complete(bytes) {
      const command = new CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload: { Parts: parts } });
      try {
        await answered('CompleteMultipartUpload', client.send(command));
      } catch (error) {
        // When the request is repeated after a lost answer, the store may no longer know the upload, because it is complete.
        if (!(error instanceof S3Failure) || error.code !== 'NoSuchUpload') throw error;
        const found = await answered('HeadObject', client.send(new HeadObjectCommand(object))).catch(() => undefined);
        if (found?.ContentLength !== bytes) throw error;
      }
    },
    async abort() {
      // Parts that cannot be aborted now are invisible; the bucket's rule for unfinished uploads (docs/storage.md) deletes them.
      await client.send(new AbortMultipartUploadCommand({ ...object, UploadId })).catch(() => undefined);
    },
  };
}
