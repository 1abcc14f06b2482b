import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startObjectStoreSandbox } from '@keepsake/sandbox/object-store/object-store-sandbox';
import { createLog } from '../src/platform/log.ts';
import { afterFile } from './after-file.ts';
import { sandboxControls, type SandboxControls } from './sandbox-controls.ts';

export const putRoute = 'PUT /:bucket/*';
export const getRoute = 'GET /:bucket/*';
export const uploadRoute = 'POST /:bucket/*';
export const removeRoute = 'DELETE /:bucket/*';

export interface TestObjectStore extends SandboxControls {
  url: string;
  /** What the server needs to keep its files there, in a bucket of its own. */
  settings(bucket: string): Record<string, string>;
  /** A bucket that nobody has used yet. */
  freshBucket(): string;
  /** Requests that planned faults have hit. */
  hits(): Promise<number>;
  /** Bytes that fit in; null for no limit. */
  room(bytes: number | null): Promise<void>;
  held(bucket: string): Promise<{ objects: string[]; uploads: string[] }>;
}

const buckets = Array.from({ length: 40 }, () => `keepsake-${randomBytes(6).toString('hex')}`);
export const region = 'eu-test-1';
export const keys = { accessKeyId: 'AKIATESTTESTTEST', secretAccessKey: 'secret/of+the/object-store' };

/** An object store on a port of its own, for one test file. */
export async function startTestObjectStore(): Promise<TestObjectStore> {
  const dataDir = await mkdtemp(join(tmpdir(), 'keepsake-object-store-'));
  const log = createLog(process.env['TEST_LOG'] ?? 'silent', 'object-store');
  const store = await startObjectStoreSandbox({ host: '127.0.0.1', port: 0, dataDir, buckets, region, ...keys, log });
  afterFile(async () => {
    await store.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const unused = [...buckets];
  const controls = sandboxControls(store.url, keys.secretAccessKey);
  const { control } = controls;
  return {
    url: store.url,
    settings: (bucket) => ({
      S3_ENDPOINT: store.url,
      S3_REGION: region,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    }),
    freshBucket() {
      const bucket = unused.pop();
      if (bucket === undefined) throw new Error('The object store has no bucket left');
      return bucket;
    },
    ...controls,
    hits: async () => {
      const { faults } = (await control('GET', 'faults')) as { faults: { hits: number }[] };
      return faults.reduce((sum, { hits }) => sum + hits, 0);
    },
    room: async (bytes) => void (await control('POST', 'room', { bytes })),
    async held(bucket) {
      const held = (await control('GET', 'objects')) as Record<
        'objects' | 'uploads',
        { bucket: string; key: string }[]
      >;
      const keysIn = (list: { bucket: string; key: string }[]) =>
        list.filter((one) => one.bucket === bucket).map(({ key }) => key);
      return { objects: keysIn(held.objects), uploads: keysIn(held.uploads) };
    },
  };
}
