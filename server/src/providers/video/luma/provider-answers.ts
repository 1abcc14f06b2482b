import type * as z from 'zod/mini';
import type { Answer, ExchangeError } from '../../http-exchange.ts';
import { readRetryAfter } from '../../retry-after.ts';
import { ProviderError, type RequestFailure } from '../video-provider.ts';

const longestWaitMs = 24 * 3_600_000;

/** Parses an answer's body. @throws ProviderError `unknown` if it has another shape */
export function parseAnswer<S extends z.ZodMiniType>(answer: Answer, schema: S): z.output<S> {
  let json: unknown;
  try {
    json = JSON.parse(answer.text);
  } catch (cause) {
    throw new ProviderError('unknown', `HTTP ${answer.status} without JSON`, { cause });
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues[0]?.path.join('.') ?? '';
  throw new ProviderError('unknown', `HTTP ${answer.status} with an answer of another shape (${where})`);
}

export function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status <= 299;
}

/** The failure of each HTTP status. Every other status is `unknown`: the request may have been accepted. */
const failureOfStatus: Record<number, RequestFailure> = {
  400: 'refused',
  401: 'account',
  402: 'account',
  403: 'account',
  404: 'refused',
  405: 'refused',
  413: 'refused',
  414: 'refused',
  415: 'refused',
  422: 'refused',
  429: 'busy',
};

/** The error of a request without a complete answer. */
export function toUnansweredError({ failure, message, cause }: ExchangeError): ProviderError {
  return new ProviderError(failure, message, { cause });
}

/**
 * Maps an unsuccessful answer to a ProviderError.
 * @param refine a more exact class by the provider's wording
 */
export function toProviderError(
  answer: Answer,
  refine: (failure: RequestFailure, words: string, status: number) => RequestFailure,
): ProviderError {
  const detail = readDetail(answer.text);
  const failure = refine(failureOfStatus[answer.status] ?? 'unknown', detail, answer.status);
  return new ProviderError(failure, `HTTP ${answer.status}: ${detail}`, {
    retryAfterMs: readRetryAfter(answer.headers['retry-after'], longestWaitMs),
  });
}

/**
 * `{"detail": "…"}`, sometimes a list of validation errors, sometimes not JSON. URLs are removed: validation errors quote our
 * request, whose link to the photo is a secret that must not reach logs.
 */
function readDetail(body: string): string {
  return withoutAddresses(readWords(body));
}

export function withoutAddresses(words: string): string {
  return words.replace(/https?:\/\/[^\s"'\\]+/g, '[address]');
}

function readWords(body: string): string {
  try {
    const { detail } = JSON.parse(body) as { detail?: unknown };
    if (detail !== undefined) return (typeof detail === 'string' ? detail : JSON.stringify(detail)).slice(0, 500);
  } catch {
    // Not JSON: an answer of a proxy, shown unchanged.
  }
  return body.replace(/\s+/g, ' ').trim().slice(0, 200) || 'no details';
}
