import type { Endpoint, ReplyInput } from '@keepsake/contract/endpoint';
import { errors, type ErrorCode } from '@keepsake/contract/errors';
import { type FieldProblem, fieldText } from '@keepsake/contract/field-errors';

/** A call as the page sent it. */
export interface SentCall {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

export interface HttpReply {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
  /** The reply arrives only when this resolves. */
  after?: Promise<void>;
}

/** What a test lets the server answer to one call of the contract. */
export interface Answer {
  endpoint: Endpoint;
  respond: (sent: SentCall) => HttpReply | 'never' | 'offline';
}

/** What every call can be refused with, see contract/src/errors.ts. */
type CommonCode =
  | 'validation_failed'
  | 'not_signed_in'
  | 'not_allowed'
  | 'not_found'
  | 'rate_limited'
  | 'internal_error'
  | 'service_unavailable'
  | 'second_step_needed';

type CodeOf<E extends Endpoint> = E['errors'] extends readonly ErrorCode[]
  ? E['errors'][number] | CommonCode
  : CommonCode;

/** A success. The contract's own schema reads the data, so that no test shows what the server could not send. */
export function reply<E extends Endpoint>(
  endpoint: E,
  data: ReplyInput<E> | ((sent: SentCall) => ReplyInput<E>),
): Answer {
  const respond = (sent: SentCall) => {
    const body: unknown = typeof data === 'function' ? (data as (sent: SentCall) => unknown)(sent) : data;
    const parsed = endpoint.reply.safeParse(body);
    if (!parsed.success)
      throw new Error(`The contract has another reply of ${nameOf(endpoint)}: ${JSON.stringify(parsed.error.issues)}`);
    return { status: endpoint.status ?? 200, body };
  };
  return { endpoint, respond };
}

/** An error of the contract, with its status and text. @param more.retryAfter seconds, in the header */
export function refuse<E extends Endpoint>(
  endpoint: E,
  code: CodeOf<E>,
  {
    retryAfter,
    ...more
  }: { problems?: Record<string, FieldProblem>; retryAfter?: number; [name: string]: unknown } = {},
): Answer {
  const [status, error] = errors[code];
  const fields = more.problems && {
    fields: Object.fromEntries(Object.entries(more.problems).map(([name, problem]) => [name, fieldText(problem)])),
  };
  const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  return { endpoint, respond: () => ({ status, body: { code, error, ...fields, ...more }, headers }) };
}

/** No answer yet: the page goes on loading. */
export function never(endpoint: Endpoint): Answer {
  return { endpoint, respond: () => 'never' };
}

/** A success that arrives only when `letGo` is called. */
export function held<E extends Endpoint>(endpoint: E, data: ReplyInput<E>): Answer & { letGo: () => void } {
  return late(reply(endpoint, data));
}

/** An answer that arrives only when `letGo` is called. */
export function late({ endpoint, respond }: Answer): Answer & { letGo: () => void } {
  const { promise: after, resolve: letGo } = Promise.withResolvers<void>();
  const respondLate = (sent: SentCall) => {
    const outcome = respond(sent);
    return typeof outcome === 'string' ? outcome : { ...outcome, after };
  };
  return { endpoint, respond: respondLate, letGo };
}

/** The server cannot be reached. */
export function offline(endpoint: Endpoint): Answer {
  return { endpoint, respond: () => 'offline' };
}

export function nameOf({ method, path }: Endpoint): string {
  return `${method} ${path}`;
}
