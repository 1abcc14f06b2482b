import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/** Who may call: anybody, a signed-in user (own objects only), an administrator, or an outside service with a signature or token. */
export type Access = 'public' | 'user' | 'admin' | 'service';

/** One call of the API. Server routes and web clients are typed from it; nothing else describes a call. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path with `:name` placeholders, e.g. `/api/buckets/:id`. */
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  readonly params?: z.ZodMiniObject;
  readonly query?: z.ZodMiniObject;
  readonly body?: z.ZodMiniType;
  /** `json` by default; `multipart` and `raw` bodies are read by the route itself. */
  readonly bodyType?: 'json' | 'multipart' | 'raw';
  /** `json` by default; a `csv` reply is a table that is sent while it is read, `reply` says that it is text. */
  readonly replyType?: 'json' | 'csv';
  readonly reply: z.ZodMiniType;
  /** Status of the success reply, 200 by default. */
  readonly status?: number;
  /** Error codes of this call, in addition to those that every call shares (see errors.ts). */
  readonly errors?: readonly ErrorCode[];
}

/* @__NO_SIDE_EFFECTS__ */
export function endpoint<const E extends Endpoint>(description: E): E {
  return description;
}

type Part<E extends Endpoint, K extends 'params' | 'query' | 'body'> = E[K] extends z.ZodMiniType
  ? z.output<E[K]>
  : undefined;
type PartInput<E extends Endpoint, K extends 'params' | 'query' | 'body'> = E[K] extends z.ZodMiniType
  ? z.input<E[K]>
  : undefined;

export type Params<E extends Endpoint> = Part<E, 'params'>;
export type Query<E extends Endpoint> = Part<E, 'query'>;
export type Body<E extends Endpoint> = Part<E, 'body'>;
export type QueryInput<E extends Endpoint> = PartInput<E, 'query'>;
export type BodyInput<E extends Endpoint> = PartInput<E, 'body'>;
/** What a handler returns; for a `csv` reply, its lines as they are read. */
export type ReplyInput<E extends Endpoint> = E extends { readonly replyType: 'csv' }
  ? AsyncIterable<string>
  : z.input<E['reply']>;
export type Reply<E extends Endpoint> = z.output<E['reply']>;
