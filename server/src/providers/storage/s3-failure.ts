import { S3ServiceException } from '@aws-sdk/client-s3';
import { AppError } from '../../errors.ts';

/**
 * What went wrong at the store: its code and status, or those of the connection. The client's own error is left behind: stores repeat the
 * access key and the signed text in their refusals, and neither belongs into a log.
 */
export class S3Failure extends Error {
  override name = 'S3Failure';
  readonly code: string;
  /** HTTP status; undefined where there was no answer. */
  readonly status: number | undefined;

  constructor(action: string, code: string, status: number | undefined) {
    super(`The object store failed at ${action}: ${status === undefined ? code : `${status} ${code}`}`);
    this.code = code;
    this.status = status;
  }
}

/** Waits for an answer of the store. @throws S3Failure */
export async function answered<T>(action: string, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
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

/** Codes by which stores say that there is no more room: of MinIO, Ceph, Garage and others. */
const fullCodes = new Set([
  'XMinioStorageFull',
  'XMinioAdminBucketQuotaExceeded',
  'QuotaExceeded',
  'InsufficientStorage',
  'InsufficientCapacity',
  'StorageFull',
]);

/** Tells the product's own error in the place of the store's. */
export function refuse(error: unknown): never {
  if (!(error instanceof S3Failure)) throw error;
  if (error.status === 507 || fullCodes.has(error.code))
    throw new AppError('storage_full', { cause: error, retryAfter: 60 });
  throw new AppError('service_unavailable', { cause: error, retryAfter: 5 });
}
