import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { test, type TestContext } from 'vitest';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { hasSwift, startSwift } from '../../../test/swift.ts';
import { newId } from '../../platform/ids.ts';
import { openTempFolder } from '../../platform/temp-folder.ts';
import { createS3Storage } from './s3-storage.ts';
import { storageSuite } from './storage.suite.ts';
import type { Storage } from './storage.ts';

const megabyte = 1024 ** 2;

if (hasSwift) {
  const settings = await startSwift();
  const client = new S3Client({ ...settings, region: 'us-east-1', credentials: settings, forcePathStyle: true });

  const open = async (t: TestContext): Promise<Storage> => {
    const tempFolder = await mkdtemp(join(tmpdir(), 'keepsake-s3-'));
    t.onTestFinished(() => rm(tempFolder, { recursive: true, force: true }));
    const bucket = `shop-${randomBytes(6).toString('hex')}`;
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    const limits = { pageSize: 2, partBytes: 5 * megabyte };
    return createS3Storage({ ...settings, bucket }, await openTempFolder(tempFolder), limits);
  };

  storageSuite('A bucket of OpenStack Swift', open);

  test('OpenStack Swift stores a large file in parts and returns it whole and in ranges', async (t) => {
    const storage = await open(t);
    const key = `films/${newId()}.mp4`;
    const film = randomBytes(12 * megabyte);
    const stored = await storage.put(key, Readable.from([film]), 'video/mp4');
    assert.deepEqual(stored, { bytes: film.length, sha256: createHash('sha256').update(film).digest() });
    assert.deepEqual(await buffer(await storage.read(key)), film);
    const range = { start: 5 * megabyte - 3, end: 5 * megabyte + 3 };
    assert.deepEqual(await buffer(await storage.read(key, range)), film.subarray(range.start, range.end + 1));
  });
} else {
  // Needs the Debian package python3-swift, which CI installs.
  test.skip('A bucket of OpenStack Swift', () => undefined);
}
