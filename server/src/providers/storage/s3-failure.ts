import { S3ServiceException } from '@aws-sdk/client-s3';
import { AppError } from '../../errors.ts';

/**
 * A failed request to the store: its code and status, or the connection's code. The client's own error is dropped, because stores repeat the
 * access key and the signed text in their refusals, and neither may be logged.
 */
export class S3Failure extends Error {
  override name = 'S3Failure';
  readonly code: string;
  /** HTTP status; undefined if there was no answer. */
  readonly status: number | undefined;

  constructor(action: string, code: string, status: number | undefined) {
    super(`The object store failed at ${action}: ${status === undefined ? code : `${status} ${code}`}`);
    this.code = code;
    this.status = status;
  }
}

/** Awaits an answer of the store and maps its errors. @throws S3Failure */
export async function answered<T>(action: string, reply: Promise<T>): Promise<T> {
  try {
    return await reply;
  } catch (error) {
    throw toFailure(action, error);
  }
}

export function toFailure(action: string, error: unknown): S3Failure {
  if (error instanceof S3Failure) return error;
  if (error instanceof S3ServiceException) return new S3Failure(action, error.name, error.$metadata.httpStatusCode);
  const { code, name } = error as NodeJS.ErrnoException;
  return new S3Failure(action, code ?? name, undefined);
}

/** Codes of a full store, among them those of MinIO, Ceph and Garage. */
const fullCodes = new Set([
  'XMinioStorageFull',
  'XMinioAdminBucketQuotaExceeded',
  'QuotaExceeded',
  'InsufficientStorage',
  'InsufficientCapacity',
  'StorageFull',
]);

/** Maps a store's error to the product's. */
export function refuse(error: unknown): never {
  if (!(error instanceof S3Failure)) throw error;
  if (error.status === 507 || fullCodes.has(error.code))
    throw new AppError('storage_full', { cause: error, retryAfter: 60 });
  throw new AppError('service_unavailable', { cause: error, retryAfter: 5 });
}
