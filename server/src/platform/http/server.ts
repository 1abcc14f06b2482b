import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import fastify, {
  LogController,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { api as contract } from '@keepsake/contract/api';
import { limits } from '@keepsake/contract/limits';
import type { ErrorCode } from '@keepsake/contract/errors';
import { AppError } from '../../errors.ts';
import { isDatabaseDown } from '../database/db.ts';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';

export interface ServerOptions {
  log: Log;
  /** There is one proxy in front, which names the client in X-Forwarded-For. */
  trustProxy: boolean;
  /** Answers a page request for an unknown address. */
  sendNotFoundPage?: ((request: FastifyRequest, reply: FastifyReply) => FastifyReply) | undefined;
  /** Aborted when the process begins to stop: from then on every answer closes its connection, so that a load balancer opens new ones elsewhere. */
  stopping?: AbortSignal;
  /** Called after every answer; `route` is the pattern of the address. */
  onAnswered?(call: { method: string; route: string; status: number; seconds: number }): void;
  /** Milliseconds within which a request must have arrived completely, or it is cut off. */
  slowestRequestMs?: number;
  /** Called for every error with a 5xx status. */
  onServerError(error: Error, path: string): void;
}

/** Milliseconds between checks for slow requests: one may last this much longer than its limit, and a little more under load. */
const checkEveryMs = 500;

/** The HTTP server with its limits, security headers and the one place that turns errors into replies. */
export function createServer(options: ServerOptions): FastifyInstance {
  const requestTimeout = (options.slowestRequestMs ?? limits.uploadTimeoutMs) - 2 * checkEveryMs;
  const app = fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    // Only the entry that the proxy itself added is trusted; the caller may have written any entries before it.
    trustProxy: options.trustProxy && ((_address: string, hop: number) => hop === 0),
    bodyLimit: limits.jsonBodyBytes,
    requestTimeout,
    // If the headers had more time than the whole request, Node.js would swap the two timeouts.
    http: {
      // Node.js would answer a request without it by itself, without our headers.
      requireHostHeader: false,
      headersTimeout: Math.min(15_000, requestTimeout),
      connectionsCheckingInterval: checkEveryMs,
    },
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    handlerTimeout: 60_000,
    forceCloseConnections: 'idle',
    // Requests that arrive while the port closes are answered as usual: Fastify would refuse them without our headers.
    return503OnClosing: false,
    genReqId: () => newId(),
    clientErrorHandler: refuseUnreadable,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    routerOptions: { maxParamLength: 200 },
    // A malformed URL reaches no route and no hook.
    frameworkErrors: (error, request, reply) => {
      const refusal = toAppError(error);
      logRefusal(request as FastifyRequest, refusal, undefined);
      send(reply.headers(baseHeaders) as FastifyReply, refusal, request.id);
    },
  }) as unknown as FastifyInstance;
  // Node.js would refuse an expectation that it does not know by itself, without our headers.
  app.server.on('checkExpectation', (_request: unknown, response: ServerResponse) => {
    response.writeHead(417, baseHeaders).end();
  });
  // A form of another site can send text/plain without a preflight request; only application/json is accepted as JSON.
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(baseHeaders);
  });
  // Checked when the answer is sent: the process may begin to stop while the request runs.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (options.stopping?.aborted) reply.header('connection', 'close');
    done();
  });
  app.addHook('onResponse', async (request, reply) => {
    // The route's pattern, because the address itself can hold a secret.
    const path = request.routeOptions.url;
    const { method } = request;
    const status = reply.statusCode;
    options.onAnswered?.({ method, route: path ?? 'none', status, seconds: reply.elapsedTime / 1000 });
    options.log.debug({ requestId: request.id, method, path, status, ms: Math.round(reply.elapsedTime) }, 'request');
  });
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    const refusal = toAppError(error);
    if (refusal.status >= 500 && !isRefusedUnderLoad(error)) {
      options.log.error({ requestId: request.id, path: request.routeOptions.url, err: error }, 'request failed');
      if (refusal.code === 'internal_error')
        options.onServerError(error, request.routeOptions.url ?? 'unknown address');
    } else logRefusal(request, refusal, request.routeOptions.url);
    if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter));
    send(reply, refusal, request.id);
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const known = contract.filter(({ endpoint }) => matches(endpoint.path, path));
    const methods = known.map(({ endpoint }) => endpoint.method);
    if (methods.length === 0 && options.sendNotFoundPage && isPageRequest(request.method, path))
      return options.sendNotFoundPage(request, reply);
    const refusal = new AppError(methods.length > 0 ? 'method_not_allowed' : 'not_found');
    logRefusal(request, refusal, known[0]?.endpoint.path);
    if (methods.length > 0) reply.header('allow', [...new Set(methods)].join(', '));
    return send(reply, refusal, request.id);
  });
  return app;
}

/** Answers a request that is not HTTP, or whose headers are too long: it reaches no route and no hook. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
  const status = statusOfParser[error.code ?? ''] ?? '400 Bad Request';
  const body = JSON.stringify(new AppError('malformed_request').toBody());
  const headers = { ...baseHeaders, 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
  const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' });
  socket.end(`HTTP/1.1 ${status}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`);
}

const statusOfParser: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

function send(reply: FastifyReply, refusal: AppError, requestId: string): FastifyReply {
  return reply.header('cache-control', 'no-store').code(refusal.status).send(refusal.toBody(requestId));
}

/** Logs which user was refused which call and why. Contains names of fields but no values, and the route's pattern instead of the address. */
function logRefusal(request: FastifyRequest, refusal: AppError, path: string | undefined): void {
  const { code, status, fields } = refusal;
  const entry = {
    userId: request.actor?.userId,
    method: request.method,
    path,
    status,
    code,
    ...(fields && { fields: Object.keys(fields).slice(0, 20) }),
  };
  if (status === 403 || status === 429) request.log.warn(entry, 'refused');
  else request.log.info(entry, 'refused');
}

/** Default headers of every reply. They suit an API answer, which must not be rendered as a document. */
const baseHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
};

const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_request',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_request',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_request',
  FST_REQ_FILE_TOO_LARGE: 'body_too_large',
  FST_ERR_HANDLER_TIMEOUT: 'service_unavailable',
};

function toAppError(error: FastifyError | AppError): AppError {
  if (error instanceof AppError) return error;
  const known = fastifyCodes[error.code];
  if (known) return new AppError(known, { cause: error });
  if (isDatabaseDown(error)) return new AppError('service_unavailable', { cause: error, retryAfter: 5 });
  if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
    return new AppError('storage_full', { cause: error, retryAfter: 60 });
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return new AppError('malformed_request', { cause: error });
  return new AppError('internal_error', { cause: error });
}

/** Refused on purpose under load, perhaps a thousand times a second: no error, and not worth a stack trace. */
function isRefusedUnderLoad(error: FastifyError | AppError): boolean {
  return error instanceof AppError && error.code === 'service_unavailable' && error.cause === undefined;
}

function isPageRequest(method: string, path: string): boolean {
  return (
    (method === 'GET' || method === 'HEAD') && !/^\/(?:api|uploads|downloads|assets|locales|dev)(?:\/|$)/.test(path)
  );
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return wanted.length === given.length && wanted.every((part, i) => part.startsWith(':') || part === given[i]);
}
