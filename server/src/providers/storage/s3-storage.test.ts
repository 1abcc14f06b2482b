import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { describe, test, type TestContext } from 'vitest';
import { inspect } from 'node:util';
import {
  getRoute,
  keys,
  putRoute,
  region,
  removeRoute,
  startTestObjectStore,
  uploadRoute,
} from '../../../test/object-store.ts';
import { AppError } from '../../errors.ts';
import { newId } from '../../platform/ids.ts';
import { openTempFolder } from '../../platform/temp-folder.ts';
import type { S3Limits, S3Settings } from './s3-bucket.ts';
import { S3Failure } from './s3-failure.ts';
import { createS3Storage } from './s3-storage.ts';
import { listedKeys, storageSuite } from './storage.suite.ts';
import type { Storage } from './storage.ts';

const store = await startTestObjectStore();
const megabyte = 1024 ** 2;
/** Large enough for three parts of the smallest size. */
const large = randomBytes(12 * megabyte);

storageSuite('A bucket, asked for two keys at a time,', async (t) => (await open(t, {}, { pageSize: 2 })).storage);

describe('a large file', () => {
  test('is uploaded in parts and read as a stream and in ranges across parts', async (t) => {
    const { storage, bucket } = await openWithParts(t);
    const key = filmKey();
    const stored = await storage.put(key, pieces(large, 70_001), 'video/mp4');
    assert.deepEqual(stored, { bytes: large.length, sha256: createHash('sha256').update(large).digest() });
    assert.deepEqual(await buffer(await storage.read(key)), large);
    const range = { start: 5 * megabyte - 3, end: 5 * megabyte + 3 };
    assert.deepEqual(await buffer(await storage.read(key, range)), large.subarray(range.start, range.end + 1));
    assert.deepEqual(await store.held(bucket), { objects: [key], uploads: [] });
  });

  test('leaves neither object nor parts if its source or the store fails', async (t) => {
    const { storage, bucket } = await openWithParts(t);
    async function* cut(): AsyncGenerator<Buffer> {
      yield* pieces(large.subarray(0, 8 * megabyte), megabyte) as AsyncIterable<Buffer>;
      throw new Error('line cut');
    }
    await assert.rejects(storage.put(filmKey(), Readable.from(cut()), 'video/mp4'), /line cut/);
    await planned(t, { route: putRoute, action: 'error', status: 500, skip: 1, times: 4 });
    await assert.rejects(storage.put(filmKey(), pieces(large, megabyte), 'video/mp4'), isUnavailable);
    assert.deepEqual(await store.held(bucket), { objects: [], uploads: [] });
  });

  test('is stored if only the answer to its completion was lost', async (t) => {
    const { storage } = await openWithParts(t);
    const key = filmKey();
    await planned(t, { route: uploadRoute, action: 'drop', phase: 'after', skip: 1 });
    await storage.put(key, pieces(large, megabyte), 'video/mp4');
    assert.equal(await storage.size(key), large.length);
  });
});

describe('a temporary failure is retried:', () => {
  const faults: Record<string, Parameters<typeof planned>[1]> = {
    'a store that asks to slow down': { route: putRoute, action: 'error', status: 503, body: slowDown(), times: 2 },
    'a store that fails inside': { route: putRoute, action: 'error', status: 500, times: 2 },
    'a connection that breaks while a file is sent': { route: putRoute, action: 'drop', times: 2 },
    'an answer that is lost': { route: putRoute, action: 'drop', phase: 'after', times: 2 },
    'a download that does not begin': { route: getRoute, action: 'drop', times: 2 },
    'a removal that is answered with 500': { route: removeRoute, action: 'error', status: 500, times: 2 },
  };
  for (const [name, fault] of Object.entries(faults)) {
    test(name, async (t) => {
      const { storage, bucket } = await open(t);
      const key = filmKey();
      await planned(t, fault);
      await storage.put(key, Buffer.from('a film'), 'video/mp4');
      assert.equal(await text(await storage.read(key)), 'a film');
      await storage.remove(key);
      assert.equal(await store.hits(), 2);
      assert.deepEqual((await store.held(bucket)).objects, []);
    });
  }

  test('an interrupted download resumes where it was interrupted', async (t) => {
    const { storage } = await openWithParts(t);
    const key = filmKey();
    await storage.put(key, large, 'video/mp4');
    await planned(t, { route: getRoute, action: 'cut', phase: 'after', times: 3 });
    assert.deepEqual(await buffer(await storage.read(key)), large);
    const range = { start: 1000, end: 200_000 };
    await planned(t, { route: getRoute, action: 'cut', phase: 'after' });
    assert.deepEqual(await buffer(await storage.read(key, range)), large.subarray(1000, 200_001));
    assert.equal(await store.hits(), 4);
  });

  test('an interrupted download of an object that was replaced meanwhile fails, and never mixes both', async (t) => {
    const { storage } = await openWithParts(t);
    const key = filmKey();
    await storage.put(key, large, 'video/mp4');
    const reading = await storage.read(key);
    await storage.put(key, randomBytes(large.length), 'video/mp4');
    await planned(t, { route: getRoute, action: 'cut', phase: 'after' });
    const again = await storage.read(key);
    await storage.put(key, large, 'video/mp4');
    await assert.rejects(buffer(again), S3Failure);
    reading.destroy();
  });

  test('a request to a store that does not answer times out', async (t) => {
    // Long enough for an answer on a busy machine, much shorter than the delay.
    const { storage } = await open(t, {}, { idleMs: 1_000 });
    const key = filmKey();
    await planned(t, { route: putRoute, action: 'delay', delayMs: 10_000 });
    await storage.put(key, Buffer.from('a film'), 'video/mp4');
    assert.equal(await text(await storage.read(key)), 'a film');
  });
});

describe('a lasting failure', () => {
  test('is reported as service_unavailable, and the previous object stays', async (t) => {
    const { storage } = await open(t);
    const key = filmKey();
    await storage.put(key, Buffer.from('before'), 'video/mp4');
    await planned(t, { route: putRoute, action: 'error', status: 503, body: slowDown(), times: 100 });
    await assert.rejects(storage.put(key, Buffer.from('after'), 'video/mp4'), isUnavailable);
    assert.ok((await store.hits()) < 10, 'and the store is not stormed');
    assert.equal(await text(await storage.read(key)), 'before');
    await assert.rejects(storage.check(), S3Failure);
  });

  test('does not count as a missing file', async (t) => {
    const { storage } = await open(t, { bucket: 'keepsake-nobody' });
    await assert.rejects(storage.read(filmKey()), isUnavailable);
    await assert.rejects(storage.size(filmKey()), isUnavailable);
    await assert.rejects(listedKeys(storage, 'films/'), isUnavailable);
    await assert.rejects(storage.check(), (error: S3Failure) => error.code === 'NoSuchBucket');
  });

  test('a full store is reported as storage_full, for small and large files', async (t) => {
    const { storage, bucket } = await openWithParts(t);
    t.onTestFinished(() => store.room(null));
    await store.room(6 * megabyte);
    for (const content of [large, randomBytes(4 * megabyte)])
      await assert.rejects(
        async () => {
          await storage.put(filmKey(), Buffer.alloc(3 * megabyte), 'video/mp4');
          await storage.put(filmKey(), content, 'video/mp4');
        },
        (error) => error instanceof AppError && error.code === 'storage_full',
      );
    assert.deepEqual((await store.held(bucket)).uploads, []);
    await store.room(null);
    await storage.put(filmKey(), large, 'video/mp4');
  });

  test('reveals neither access keys nor the signed text', async (t) => {
    for (const wrong of [{ accessKeyId: 'AKIANOBODYNOBODY' }, { secretAccessKey: 'wrong/secret' }]) {
      const { storage } = await open(t, wrong);
      const error = await storage.put(filmKey(), Buffer.from('x'), 'video/mp4').catch((caught: unknown) => caught);
      const printed = inspect(error, { depth: 20, showHidden: true });
      assert.match(printed, /InvalidAccessKeyId|SignatureDoesNotMatch/);
      for (const secret of [...Object.values(wrong), ...Object.values(keys), 'AWS4-HMAC'])
        assert.ok(!printed.includes(secret), secret);
    }
  });
});

test('a reader that stops closes the connection to the store', async (t) => {
  const { storage } = await openWithParts(t);
  const key = filmKey();
  await storage.put(key, large, 'video/mp4');
  for (let readers = 0; readers < 20; readers++) {
    const reading = await storage.read(key);
    for await (const chunk of reading) if (chunk) break;
    assert.ok(reading.destroyed);
  }
  assert.equal((await buffer(await storage.read(key))).length, large.length);
});

test('temporary local copies are deleted when their work is done', async (t) => {
  const { storage, tempFolder } = await open(t);
  const key = filmKey();
  await storage.put(key, Buffer.from('local'), 'video/mp4');
  await storage.withLocalFile(key, async () => assert.equal((await readdir(tempFolder)).length, 1));
  await assert.rejects(
    storage.withLocalFile(key, () => Promise.reject(new Error('failed'))),
    /failed/,
  );
  assert.deepEqual(await readdir(tempFolder), []);
});

test('the bucket’s name may be part of the host, as Amazon requires', async (t) => {
  const { port } = new URL(store.url);
  const local: LookupFunction = (_name, options, done) =>
    options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4);
  const bucket = store.freshBucket();
  const { storage } = await open(t, { endpoint: `http://${bucket}.store.example:${port}`, bucket }, { lookup: local });
  const key = filmKey();
  await storage.put(key, Buffer.from('a film'), 'video/mp4');
  assert.equal(await text(await storage.read(key)), 'a film');
  assert.deepEqual(await listedKeys(storage, 'films/'), [key]);
  assert.deepEqual((await store.held(bucket)).objects, [key]);
});

test('a recent successful check is not repeated', async (t) => {
  let requests = 0;
  const counting = createServer((_request, response) => {
    requests += 1;
    response.writeHead(503).end();
  });
  await new Promise<void>((ready) => counting.listen(0, '127.0.0.1', ready));
  t.onTestFinished(() => void counting.close());
  const { storage } = await open(t);
  await storage.check();
  await planned(t, { route: putRoute, action: 'error', status: 403, times: 100 });
  await storage.check();
  assert.equal(await store.hits(), 0);
  const { port } = counting.address() as { port: number };
  const { storage: broken } = await open(t, { endpoint: `http://127.0.0.1:${port}` });
  await assert.rejects(broken.check());
  await assert.rejects(broken.check());
  assert.ok(requests >= 2, 'one that failed is made again');
});

interface Opened {
  storage: Storage;
  bucket: string;
  tempFolder: string;
}

async function open(t: TestContext, change: Partial<S3Settings> = {}, limits: Partial<S3Limits> = {}): Promise<Opened> {
  const tempFolder = await mkdtemp(join(tmpdir(), 'keepsake-s3-'));
  t.onTestFinished(() => rm(tempFolder, { recursive: true, force: true }));
  const bucket = change.bucket ?? store.freshBucket();
  const settings = { endpoint: store.url, region, bucket, ...keys, ...change };
  return { storage: createS3Storage(settings, await openTempFolder(tempFolder), limits), bucket, tempFolder };
}

function openWithParts(t: TestContext): Promise<Opened> {
  return open(t, {}, { partBytes: 5 * megabyte });
}

async function planned(t: TestContext, fault: Parameters<typeof store.fault>[0]): Promise<void> {
  t.onTestFinished(() => store.clearFaults());
  await store.fault(fault);
}

function pieces(content: Buffer, bytes: number): Readable {
  const count = Math.ceil(content.length / bytes);
  return Readable.from(Array.from({ length: count }, (_, at) => content.subarray(at * bytes, (at + 1) * bytes)));
}

function filmKey(): string {
  return `films/${newId()}.mp4`;
}

function slowDown(): string {
  return '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>';
}

function isUnavailable(error: unknown): boolean {
  return error instanceof AppError && error.code === 'service_unavailable' && error.cause instanceof S3Failure;
}
