import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import type { S3Bucket } from './s3-bucket.ts';
import { answered, S3Failure, toFailure } from './s3-failure.ts';
import { StorageMissing, type ReadRange } from './storage.ts';

/** Consecutive failures of a stream without a byte in between. */
const maxBreaks = 3;
const pauseMs = 200;

/**
 * A stream of an object or of a range of it. After a broken connection it resumes where it was, if the object has not changed.
 * @throws StorageMissing
 */
export async function readObject(bucket: S3Bucket, key: string, range: ReadRange | undefined): Promise<Readable> {
  const stop = new AbortController();
  const first = await openBody(bucket, key, { range, signal: stop.signal });
  const out = new PassThrough();
  out.once('close', () => stop.abort());
  const start = range?.start ?? 0;
  const rest = { start, end: start + first.bytes - 1 };
  flow(bucket, key, { first, rest, out, signal: stop.signal }).catch((error: Error) => out.destroy(error));
  return out;
}

interface Body {
  stream: AsyncIterable<Uint8Array>;
  bytes: number;
  etag: string | undefined;
}

async function openBody(
  { client, name }: S3Bucket,
  key: string,
  { range, etag, signal }: { range?: ReadRange | undefined; etag?: string | undefined; signal: AbortSignal },
): Promise<Body> {
  const command = new GetObjectCommand({
    Bucket: name,
    Key: key,
    ...(range && { Range: `bytes=${range.start}-${range.end}` }),
    IfMatch: etag,
  });
  const reply = await answered('GetObject', client.send(command, { abortSignal: signal })).catch((error: Error) => {
    throw error instanceof S3Failure && error.code === 'NoSuchKey' ? new StorageMissing(key) : error;
  });
  if (reply.ContentLength === undefined) throw new S3Failure('GetObject', 'NoContentLength', 200);
  return { stream: reply.Body as Readable, bytes: reply.ContentLength, etag: reply.ETag };
}

interface Flow {
  first: Body;
  rest: { start: number; end: number };
  out: PassThrough;
  signal: AbortSignal;
}

async function flow(bucket: S3Bucket, key: string, { first, rest, out, signal }: Flow): Promise<void> {
  let { stream } = first;
  let at = rest.start;
  for (let breaks = 0; breaks <= maxBreaks; breaks++) {
    try {
      for await (const chunk of stream) {
        at += chunk.length;
        breaks = 0;
        if (!out.write(chunk)) await once(out, 'drain', { signal });
      }
    } catch (error) {
      if (signal.aborted) return;
      if (breaks === maxBreaks) throw toFailure('reading', error);
    }
    if (at > rest.end) {
      out.end();
      return;
    }
    await delay(pauseMs * (breaks + 1));
    if (signal.aborted) return;
    const range = { start: at, end: rest.end };
    ({ stream } = await openBody(bucket, key, { range, etag: first.etag, signal }));
  }
  throw new S3Failure('reading', 'BrokenOff', undefined);
}
