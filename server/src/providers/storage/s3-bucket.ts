import type { LookupFunction } from 'node:net';
import { S3Client } from '@aws-sdk/client-s3';

export interface S3Settings {
  /** Address of the store; with the bucket's name before the host if the store requires that. */
  endpoint: string;
  region: string | undefined;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export interface S3Limits {
  /** Milliseconds that a connection may be idle. */
  idleMs: number;
  /** Larger files are uploaded in parts of this size, one of which is in memory at a time. Stores require at least 5 MB. */
  partBytes: number;
  /** Keys per page of a list. */
  pageSize: number;
  /** Attempts per request. Every request may be repeated, because all of them are idempotent. */
  tries: number;
  lookup?: LookupFunction;
}

/** A bucket and the client that reaches it. */
export interface S3Bucket {
  readonly client: S3Client;
  readonly name: string;
  readonly limits: S3Limits;
}

const defaults: S3Limits = { idleMs: 30_000, partBytes: 8 * 1024 ** 2, pageSize: 1000, tries: 4 };
const connectMs = 5_000;
/** Milliseconds from the first byte of the request to the first byte of the answer. */
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
    // The signature covers a SHA-256 of the body; many stores refuse the further checksums of newer clients.
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

/** Amazon requires the bucket's name in the host; for other stores it goes into the path, unless the address has it in the host. */
function addressing({ endpoint, bucket }: S3Settings): { endpoint: string; isInHost: boolean } {
  const url = new URL(endpoint);
  if (!url.hostname.startsWith(`${bucket}.`)) return { endpoint, isInHost: url.hostname.endsWith('.amazonaws.com') };
  url.hostname = url.hostname.slice(bucket.length + 1);
  return { endpoint: url.href, isInHost: true };
}

function regionOf(endpoint: string): string | undefined {
  return /^s3[.-]([a-z0-9-]+)\.amazonaws\.com$/.exec(new URL(endpoint).hostname)?.[1];
}
