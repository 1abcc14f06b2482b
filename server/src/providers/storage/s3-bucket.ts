import type { LookupFunction } from 'node:net';
import { S3Client } from '@aws-sdk/client-s3';

export interface S3Settings {
  /** Address of the store; with the bucket's name before the host where the store wants it there. */
  endpoint: string;
  region: string | undefined;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export interface S3Limits {
  /** How long a connection may stand still. */
  idleMs: number;
  /** Larger files go in parts of this size, which is also what of a file is held in memory. Stores take no less than 5 MB. */
  partBytes: number;
  /** Keys that are asked for at once. */
  pageSize: number;
  /** How often a request is made at most. Every one may be sent again: it says what there is to be, not what there is to be added. */
  tries: number;
  lookup?: LookupFunction;
}

/** A bucket and the way to it. */
export interface S3Bucket {
  readonly client: S3Client;
  readonly name: string;
  readonly limits: S3Limits;
}

const defaults: S3Limits = { idleMs: 30_000, partBytes: 8 * 1024 ** 2, pageSize: 1000, tries: 4 };
const connectMs = 5_000;
/** From the first byte that is sent to the first that is answered. */
const answerMs = 60_000;

export function openS3Bucket(settings: S3Settings, given: Partial<S3Limits> = {}): S3Bucket {
  const limits = { ...defaults, ...given };
  const { endpoint, isInHost } = addressing(settings);
  const agent = { keepAlive: true, maxSockets: 1000, ...(limits.lookup && { lookup: limits.lookup }) };
  const client = new S3Client({
    endpoint,
    region: settings.region ?? regionOf(endpoint) ?? 'us-east-1',
    forcePathStyle: !isInHost,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    maxAttempts: limits.tries,
    retryMode: 'standard',
    // The signature covers a SHA-256 of what is sent; the further checksums of newer clients are refused by many stores.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      socketTimeout: limits.idleMs,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
  return { client, name: settings.bucket, limits };
}

/** Amazon wants the bucket's name in the host; other stores take it in the path, unless the address shows it in the host. */
function addressing({ endpoint, bucket }: S3Settings): { endpoint: string; isInHost: boolean } {
  const url = new URL(endpoint);
  if (!url.hostname.startsWith(`${bucket}.`)) return { endpoint, isInHost: url.hostname.endsWith('.amazonaws.com') };
  url.hostname = url.hostname.slice(bucket.length + 1);
  return { endpoint: url.href, isInHost: true };
}

function regionOf(endpoint: string): string | undefined {
  return /^s3[.-]([a-z0-9-]+)\.amazonaws\.com$/.exec(new URL(endpoint).hostname)?.[1];
}
