import { uploadContent, uploadReply } from '@keepsake/contract/photos/content';
import type { Reply } from '@keepsake/contract/endpoint';
import { limits } from '@keepsake/contract/limits';
import { endpointUrl, failure, networkError, parseReply, requestHeaders } from '../../../shared/api.ts';
import { getToken } from '../../../shared/session.ts';

interface Delivery {
  /** The client's id of the upload, which the server stores with the photo. */
  uploadId: string;
  file: File;
  chosenAt: string;
  /** The bucket to add the photo to; null creates one. */
  bucketId: string | null;
  /** Idempotency key of the bucket to create: a retry after a lost reply creates no second bucket. */
  bucketKey: string;
  signal: AbortSignal;
  /** Fraction of the file that is sent, 0..1. */
  onProgress: (share: number) => void;
}

export class UploadTimeout extends Error {
  override readonly name = 'UploadTimeout';
}

/** The server asked to retry after `waitMs`. */
export class UploadPostponed extends Error {
  override readonly name = 'UploadPostponed';
  readonly waitMs: number;

  constructor(waitMs: number) {
    super(`Try again in ${waitMs} ms`);
    this.waitMs = waitMs;
  }
}

/**
 * Uploads one photo. Uses XHR because fetch reports no upload progress. A photo that the server refuses is listed in `rejected`.
 * Throws ApiError, UploadTimeout, UploadPostponed, or the signal's reason.
 */
export function sendPhoto({
  uploadId,
  file,
  chosenAt,
  bucketId,
  bucketKey,
  signal,
  onProgress,
}: Delivery): Promise<Reply<typeof uploadContent>> {
  const request = new XMLHttpRequest();
  const sentToken = getToken();
  return new Promise((resolve, reject) => {
    const abort = () => request.abort();
    request.open(uploadContent.method, endpointUrl(uploadContent));
    for (const [name, value] of Object.entries(requestHeaders(false))) request.setRequestHeader(name, value);
    request.timeout = limits.uploadTimeoutMs;
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener('error', () => reject(networkError()));
    request.addEventListener('timeout', () => reject(new UploadTimeout('The upload took too long')));
    request.addEventListener('abort', () => reject(signal.reason));
    request.addEventListener('load', () => {
      try {
        resolve(readReply(request, sentToken));
      } catch (error) {
        reject(error);
      }
    });
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort));
    signal.addEventListener('abort', abort);
    if (signal.aborted) reject(signal.reason);
    else request.send(formOf({ uploadId, chosenAt }, file, bucketId, bucketKey));
  });
}

interface Entry {
  uploadId: string;
  chosenAt: string;
}

function formOf(entry: Entry, file: File, bucketId: string | null, bucketKey: string): FormData {
  const form = new FormData();
  if (bucketId) form.set('bucketId', bucketId);
  else form.set('setKey', bucketKey);
  form.set('contentEntries', JSON.stringify([{ actions: [], ...entry }]));
  form.set('files', file, file.name);
  return form;
}

function readReply(request: XMLHttpRequest, sentToken: string | null): Reply<typeof uploadContent> {
  const body = parseJson(request.responseText);
  if (request.status >= 200 && request.status < 300) return parseReply(uploadContent, body, request.status);
  const refused = uploadReply.safeParse(body);
  if (request.status === 422 && refused.success) return refused.data;
  if (request.status === 429 || request.status === 503) throw new UploadPostponed(waitOf(request));
  throw failure(request.status, body, sentToken);
}

const defaultWaitMs = 3_000;

/** The Retry-After header is in seconds. */
function waitOf(request: XMLHttpRequest): number {
  const seconds = Number(request.getResponseHeader('retry-after'));
  return seconds > 0 ? seconds * 1000 : defaultWaitMs;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
