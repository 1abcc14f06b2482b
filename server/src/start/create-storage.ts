import { join } from 'node:path';
import { ConfigError, type Config } from '../config.ts';
import type { Log } from '../platform/log.ts';
import type { TempFolder } from '../platform/temp-folder.ts';
import { createDiskStorage } from '../providers/storage/disk-storage.ts';
import type { S3Failure } from '../providers/storage/s3-failure.ts';
import type { Storage } from '../providers/storage/storage.ts';

/**
 * The object store that the settings name, or a folder of this machine. A mistake in the settings ends the start. A store that answers
 * but is overloaded, full or failing does not: then everything but photos and films works, and /readyz reports it.
 * @throws ConfigError
 */
export async function createStorage(config: Config, temp: TempFolder, log: Log): Promise<Storage> {
  const { S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config;
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY)
    return createDiskStorage(join(config.DATA_DIR, 'media'));
  // Loaded on demand, because the client takes a moment to load.
  const { createS3Storage } = await import('../providers/storage/s3-storage.ts');
  const storage = createS3Storage(
    {
      endpoint: S3_ENDPOINT,
      region: S3_REGION,
      bucket: S3_BUCKET,
      accessKeyId: S3_ACCESS_KEY_ID,
      secretAccessKey: S3_SECRET_ACCESS_KEY,
    },
    temp,
  );
  await storage.check().catch((error: S3Failure) => {
    const [name, expected] = settingAtFault(error) ?? [];
    if (name !== undefined)
      throw new ConfigError(`Setting ${name} cannot be used: ${expected} (${error.code}).`, { cause: error });
    log.warn({ err: error }, 'the object store cannot be used now');
  });
  return storage;
}

/** The setting that caused a failure, and what is expected of it. */
function settingAtFault({ code, status }: S3Failure): [string, string] | undefined {
  const known = blame.get(code);
  if (known) return known;
  if (status === undefined) return ['S3_ENDPOINT', 'the address of an S3-compatible store that answers is expected'];
  if (status === 401 || status === 403) return blame.get('AccessDenied');
  return status >= 300 && status < 400 ? blame.get('PermanentRedirect') : undefined;
}

const region: [string, string] = ['S3_REGION', 'the region of the bucket is expected'];
const bucket: [string, string] = ['S3_BUCKET', 'the name of a bucket that exists is expected'];
const blame = new Map<string, [string, string]>(
  Object.entries({
    NoSuchBucket: bucket,
    InvalidBucketName: bucket,
    InvalidAccessKeyId: ['S3_ACCESS_KEY_ID', 'a key that the store knows is expected'],
    SignatureDoesNotMatch: ['S3_SECRET_ACCESS_KEY', 'the secret that belongs to S3_ACCESS_KEY_ID is expected'],
    AccessDenied: ['S3_ACCESS_KEY_ID', 'a key that may list, read, write and remove in the bucket is expected'],
    AuthorizationHeaderMalformed: region,
    PermanentRedirect: region,
    RequestTimeTooSkewed: ['S3_ENDPOINT', 'a store whose clock agrees with this machine’s is expected'],
  }),
);
