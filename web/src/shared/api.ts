import type { BodyInput, Endpoint, QueryInput, Reply } from '@keepsake/contract/endpoint';
import { errorBody, type ErrorCode } from '@keepsake/contract/errors';
import type { FieldProblem } from '@keepsake/contract/field-errors';
import * as z from 'zod/mini';
import { learnTime } from './clock.ts';
import { takeEarlyAnswer } from './early-answers.ts';
import { logProblem } from './log.ts';
import { endRefusedSession, getToken } from './session.ts';

/** Codes of the contract, and those that occur only in the browser. */
export type ApiErrorCode = ErrorCode | 'network_error' | 'unexpected_reply';

const problemsBody = z.object({ problems: z.record(z.string(), z.custom<FieldProblem>(isFieldProblem)) });

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiErrorCode;
  /** HTTP status; 0 without a reply. */
  readonly status: number;
  /** The server's English message; for display use `errorText(error)`. */
  readonly text: string;
  /** The server's English messages by field name. */
  readonly fields: Record<string, string>;
  /** Problem codes by field name, which have texts in every language. */
  readonly problems: Record<string, FieldProblem>;
  /** Seconds to wait before a retry (Retry-After); null if the server sent none. */
  readonly retryAfter: number | null;
  /** The whole body: some errors carry more, such as the refused files of an upload. */
  readonly body: unknown;

  constructor(
    code: ApiErrorCode,
    status: number,
    text: string,
    fields: Record<string, string> = {},
    body?: unknown,
    retryAfter: number | null = null,
  ) {
    super(text);
    this.code = code;
    this.status = status;
    this.text = text;
    this.fields = fields;
    this.problems = problemsBody.safeParse(body).data?.problems ?? {};
    this.body = body;
    this.retryAfter = retryAfter;
  }
}

type Input<E extends Endpoint, K extends 'params' | 'query' | 'body'> = E[K] extends z.ZodMiniType
  ? K extends 'params'
    ? { params: z.input<E[K]> }
    : K extends 'query'
      ? { query?: QueryInput<E> }
      : { body: BodyInput<E> }
  : unknown;

export type CallOptions<E extends Endpoint> = Input<E, 'params'> &
  Input<E, 'query'> &
  Input<E, 'body'> & {
    signal?: AbortSignal;
    /** Sent to the end even if the page is closed meanwhile. */
    keepalive?: boolean;
  };

type CallArguments<E extends Endpoint> = object extends CallOptions<E> ? [CallOptions<E>?] : [CallOptions<E>];

/** Browsers refuse to keep longer requests alive. Our bodies that are kept alive are ASCII. */
const keepaliveBytes = 60_000;

/**
 * Calls the API: builds the request from the contract, sends the bearer token and validates the reply.
 * Throws ApiError; an aborted call throws the signal's own reason.
 */
export async function call<E extends Endpoint>(endpoint: E, ...[options]: CallArguments<E>): Promise<Reply<E>> {
  const { params, query, body, signal, keepalive } = (options ?? {}) as LooseOptions;
  const request: RequestInit = { method: endpoint.method, headers: requestHeaders(body !== undefined) };
  if (body !== undefined) {
    const json = JSON.stringify(body);
    request.body = json;
    if (keepalive) request.keepalive = json.length <= keepaliveBytes;
  }
  if (signal !== undefined) request.signal = signal;
  const sentToken = getToken();
  const url = endpointUrl(endpoint, params, query);
  const response = (await takeEarlyAnswer(endpoint.method, url, sentToken)) ?? (await send(url, request));
  const reply: unknown = await readJsonBody(response, signal);
  if (!response.ok) throw failure(response.status, reply, sentToken, response.headers.get('retry-after'));
  return parseReply(endpoint, reply, response.status);
}

/** Path and query of a call, for requests sent without `call` (uploads with progress). */
export function endpointUrl(
  endpoint: Endpoint,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const path = endpoint.path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)]);
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs).toString()}`;
}

export function requestHeaders(json: boolean): Record<string, string> {
  const token = getToken();
  return {
    accept: 'application/json',
    ...(json && { 'content-type': 'application/json' }),
    ...(token !== null && { authorization: `Bearer ${token}` }),
  };
}

/** Validates the body of a successful reply. Throws ApiError with the invalid fields. */
export function parseReply<E extends Endpoint>(endpoint: E, body: unknown, status: number): Reply<E> {
  const parsed = endpoint.reply.safeParse(body);
  if (parsed.success) return parsed.data as Reply<E>;
  const where = parsed.error.issues.map((issue) => issue.path.map(String).join('.') || 'body').join(', ');
  const text = `${endpoint.method} ${endpoint.path} answered with another shape than agreed: ${where}`;
  logProblem(text, parsed.error.issues);
  throw new ApiError('unexpected_reply', status, text, {}, body);
}

/** Converts an error reply to ApiError. If the current token was refused, ends the session. */
export function failure(
  status: number,
  body: unknown,
  sentToken: string | null,
  retryAfter: string | null = null,
): ApiError {
  const parsed = errorBody.safeParse(body);
  if (!parsed.success) return new ApiError('unexpected_reply', status, `HTTP ${status}`, {}, body);
  const { code, error, fields } = parsed.data;
  if (code === 'not_signed_in' && sentToken !== null) void endRefusedSession(sentToken);
  return new ApiError(code as ErrorCode, status, error, fields ?? {}, body, secondsIn(retryAfter));
}

function secondsIn(retryAfter: string | null): number | null {
  return retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : null;
}

/** Whether the network or the whole server failed, so that the error says nothing about the request itself. */
export function isOutage(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

export function networkError(): ApiError {
  return new ApiError('network_error', 0, 'The server could not be reached.');
}

function isFieldProblem(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'string';
}

interface LooseOptions {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  signal?: AbortSignal;
  keepalive?: boolean;
}

async function send(url: string, request: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, request);
    learnTime(response);
    return response;
  } catch (error) {
    if (request.signal?.aborted) throw error;
    throw networkError();
  }
}

async function readJsonBody(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (signal?.aborted) throw error;
    // Not JSON. Any other error while reading, such as an aborted page, counts as a network error.
    if (error instanceof SyntaxError) return undefined;
    throw networkError();
  }
}

/** The state that another user has saved since it was loaded here. */
interface ChangedMeanwhile<State> {
  current: State;
  revision: number;
}

/** The newer state in a `changed_meanwhile` error; null for other errors. */
export function changedMeanwhile<State>(error: unknown, state: z.ZodMiniType<State>): ChangedMeanwhile<State> | null {
  if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') return null;
  return z.object({ current: state, revision: z.int() }).safeParse(error.body).data ?? null;
}
