import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'vitest';
import { putRoute, startTestObjectStore } from '../../test/object-store.ts';
import { readConfig } from '../config.ts';
import { createStorage } from './create-storage.ts';
import { createLog } from '../platform/log.ts';
import { openTempFolder } from '../platform/temp-folder.ts';
import type { Storage } from '../providers/storage/storage.ts';

const store = await startTestObjectStore();
const settings = store.settings(store.freshBucket());

describe('a start with an object store', () => {
  const refusals: Record<string, [Record<string, string>, RegExp]> = {
    'a bucket that does not exist': [
      { S3_BUCKET: 'keepsake-nobody' },
      /^Setting S3_BUCKET cannot be used: the name of a bucket that exists is expected \(NoSuchBucket\)\.$/,
    ],
    'a key that the store does not know': [
      { S3_ACCESS_KEY_ID: 'AKIANOBODY' },
      /^Setting S3_ACCESS_KEY_ID cannot be used: a key that the store knows is expected \(InvalidAccessKeyId\)\.$/,
    ],
    'a wrong secret': [
      { S3_SECRET_ACCESS_KEY: 'wrong' },
      /^Setting S3_SECRET_ACCESS_KEY cannot be used: .* is expected \(SignatureDoesNotMatch\)\.$/,
    ],
    'another region': [
      { S3_REGION: 'mars-1' },
      /^Setting S3_REGION cannot be used: the region of the bucket is expected/,
    ],
    'an address where no store is': [
      { S3_ENDPOINT: 'http://127.0.0.1:9' },
      /^Setting S3_ENDPOINT cannot be used: the address of an S3-compatible store that answers is expected \(ECONNREFUSED\)\.$/,
    ],
    'a part of the settings': [{ S3_BUCKET: '' }, /^Setting S3_ENDPOINT needs S3_BUCKET: set all of S3_\* or none/],
    'a region alone': [
      { S3_ENDPOINT: '', S3_BUCKET: '', S3_ACCESS_KEY_ID: '', S3_SECRET_ACCESS_KEY: '' },
      /^Setting S3_REGION needs S3_ENDPOINT, S3_BUCKET, /,
    ],
    'a bucket that can have no such name': [
      { S3_BUCKET: 'My Bucket' },
      /^Setting S3_BUCKET cannot be used: .*dashes\), such as .* is expected\.$/,
    ],
    'an address that is none': [{ S3_ENDPOINT: 'minio:9000' }, /^Setting S3_ENDPOINT cannot be used: an http or https/],
  };
  for (const [name, [wrong, line]] of Object.entries(refusals)) {
    test(`ends with one line for ${name}`, async (t) => {
      await assert.rejects(start(t, wrong), (error: Error) => {
        assert.match(error.message, line);
        assert.doesNotMatch(error.message, /\n|AKIA|secret\//);
        return true;
      });
    });
  }

  test('ends if the keys may not write', async (t) => {
    await store.fault({
      route: putRoute,
      action: 'error',
      status: 403,
      body: '<Error><Code>AccessDenied</Code></Error>',
    });
    await assert.rejects(start(t), /Setting S3_ACCESS_KEY_ID cannot be used: a key that may list, read, write/);
  });

  test('succeeds if the store is down, and becomes ready when the store recovers', async (t) => {
    t.onTestFinished(() => store.clearFaults());
    await store.fault({ route: putRoute, action: 'error', status: 500, times: 100 });
    const storage = await start(t);
    await assert.rejects(storage.check());
    await store.clearFaults();
    await storage.check();
  });
});

async function start(t: TestContext, change: Record<string, string> = {}): Promise<Storage> {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-create-storage-'));
  t.onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const config = readConfig({ DATA_DIR: folder, ...settings, ...change });
  return createStorage(config, await openTempFolder(join(folder, 'tmp')), createLog('silent', 'test'));
}
