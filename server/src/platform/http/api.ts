import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Body, Endpoint, Params, Query, ReplyInput } from '@keepsake/contract/endpoint';
import { fieldProblems } from '@keepsake/contract/field-errors';
import type { Language } from '@keepsake/contract/primitives';
import type * as z from 'zod/mini';
import { AppError } from '../../errors.ts';
import { invalidFields } from './invalid-fields.ts';
import { acceptForms } from './multipart.ts';
import { sendPublicAnswer } from './send-answer.ts';
import { longestTableMs, sendTable } from '../csv/csv-table.ts';
import { createSlots, type InSlot } from '../slots.ts';

/** Who is signed in. */
export interface Actor {
  readonly userId: string;
  readonly role: 'User' | 'Admin';
  /** The session was opened without a second step, which administrators need. */
  readonly lacksSecondStep: boolean;
  readonly language: Language;
  /** SHA-256 of the session token. */
  readonly sessionHash: Buffer;
}

export interface Call<E extends Endpoint> {
  readonly params: Params<E>;
  readonly query: Query<E>;
  readonly body: Body<E>;
  /** Present on `user` and `admin` calls; on public ones only with a valid token. */
  readonly actor: E['access'] extends 'user' | 'admin' ? Actor : Actor | undefined;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface Api {
  /** Serves one call of the contract: checks access, parses the input, runs the handler, and reduces the reply to the contract's fields. */
  handle<E extends Endpoint>(endpoint: E, handler: (call: Call<E>) => Promise<ReplyInput<E>>): void;
  /** All mounted calls, for the test that compares them with the contract. */
  readonly handled: readonly Endpoint[];
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | undefined;
  }
}

export interface ApiOptions {
  authenticate(token: string, request: FastifyRequest): Promise<Actor | undefined>;
  /** Throws `service_unavailable` while too many calls wait. A service retries a refused event, or a job queries the service. */
  refuseWhenBusy(isService: boolean): void;
  /** Counts a call against the caller's limit. Throws `rate_limited`. */
  countCall(request: FastifyRequest): Promise<void>;
  /** The same for calls of services. */
  countServiceCall(request: FastifyRequest): Promise<void>;
}

/** Concurrent reading calls of administrators: with more of them, customers wait too long (docs/decisions/0033). */
const adminReadsAtOnce = 2;

export function createApi(app: FastifyInstance, options: ApiOptions): Api {
  const handled: Endpoint[] = [];
  const inAdminSlot = createSlots({ slots: adminReadsAtOnce, longestWaitMs: 4000 });
  app.decorateRequest('actor', undefined);
  return {
    handled,
    handle(endpoint, handler) {
      handled.push(endpoint);
      const mount = (scope: FastifyInstance) => mountRoute(scope, endpoint, { ...options, inAdminSlot }, handler);
      if (endpoint.bodyType === 'raw') app.register(async (scope) => mount(readRaw(scope)));
      else if (endpoint.bodyType === 'multipart')
        app.register(async (scope) => {
          await acceptForms(scope);
          mount(scope);
        });
      else mount(app);
    },
  };
}

function mountRoute<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  options: ApiOptions & { inAdminSlot: InSlot },
  handler: (call: Call<E>) => Promise<ReplyInput<E>>,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(endpoint.replyType === 'csv' && { handlerTimeout: longestTableMs }),
    onRequest: async (request) => {
      options.refuseWhenBusy(endpoint.access === 'service');
      await (endpoint.access === 'service' ? options.countServiceCall(request) : options.countCall(request));
      request.actor = await identify(request, endpoint, options);
      checkAccess(endpoint, request.actor);
    },
    handler: async (request, reply) => {
      const call = {
        params: parse(endpoint.params, request.params),
        query: parse(endpoint.query, request.query),
        body: parse(endpoint.body, request.body),
        actor: request.actor,
        request,
        reply,
      } as Call<E>;
      const answer = isAdminRead(endpoint) ? await options.inAdminSlot(() => handler(call)) : await handler(call);
      if (endpoint.replyType === 'csv') {
        request.log.info({ userId: request.actor?.userId, path: endpoint.path }, 'administrator exported a list');
        return sendTable(reply, endpoint.path, answer as AsyncIterable<string>);
      }
      const result = endpoint.reply.safeParse(answer);
      if (!result.success)
        throw new Error(
          `${endpoint.method} ${endpoint.path} would answer outside its contract: ${result.error.message}`,
        );
      if (endpoint.access === 'admin' && endpoint.method !== 'GET') logChange(request, endpoint, call.params);
      reply.header('cache-control', 'no-store');
      reply.code(endpoint.status ?? 200);
      const isPublicRead = endpoint.access === 'public' && endpoint.method === 'GET';
      return isPublicRead ? sendPublicAnswer(request, reply, result.data) : reply.send(result.data);
    },
  });
}

async function identify(request: FastifyRequest, endpoint: Endpoint, options: ApiOptions): Promise<Actor | undefined> {
  const token = endpoint.access === 'service' ? undefined : bearerToken(request);
  return token === undefined ? undefined : options.authenticate(token, request);
}

function checkAccess({ access }: Endpoint, actor: Actor | undefined): void {
  if (access === 'public' || access === 'service') return;
  if (!actor) throw new AppError('not_signed_in');
  if (access !== 'admin') return;
  if (actor.role !== 'Admin') throw new AppError('not_allowed');
  if (actor.lacksSecondStep) throw new AppError('second_step_needed');
}

/** Calls that wait for an outside service do not count: during its outage they would occupy all slots. */
function isAdminRead({ access, method, errors = [] }: Endpoint): boolean {
  const waitsForService = errors.some((code) => code === 'provider_unavailable' || code === 'ledger_not_compared');
  return access === 'admin' && method === 'GET' && !waitsForService;
}

/** Logs which administrator changed which record. */
function logChange(request: FastifyRequest, { method, path }: Endpoint, params: unknown): void {
  request.log.info({ userId: request.actor?.userId, method, path, params }, 'administrator changed a record');
}

/** The session token of a request, if it is well-formed. */
export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([A-Za-z0-9_-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** Parses one part of a request. @throws AppError validation_failed naming every invalid field */
export function parse<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S>;
export function parse<S extends z.ZodMiniType>(schema: S | undefined, value: unknown): z.output<S> | undefined;
export function parse<S extends z.ZodMiniType>(schema: S | undefined, value: unknown): z.output<S> | undefined {
  if (!schema) return undefined;
  const result = schema.safeParse(value ?? {}, { reportInput: true });
  if (result.success) return result.data;
  throw invalidFields(fieldProblems(result.error.issues));
}

function readRaw(scope: FastifyInstance): FastifyInstance {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  return scope;
}
