import { request as httpRequest, type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';

export interface Exchange {
  url: URL;
  method: 'GET' | 'POST' | 'DELETE';
  headers: OutgoingHttpHeaders;
  body?: string;
  /** Milliseconds from the start to the last byte of the answer. */
  timeoutMs: number;
  /** Milliseconds that the connection may be idle. */
  idleMs?: number;
  /** On the scale of performance.now(): the request is not sent after this moment. */
  sendBefore?: number;
  signal?: AbortSignal;
  lookup?: LookupFunction | undefined;
}

/** A failed request: certainly `not_sent`, or `unknown`, which means that it may have been received and acted on. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';
  readonly failure: 'not_sent' | 'unknown';

  constructor(failure: 'not_sent' | 'unknown', message: string, cause: unknown) {
    super(message, { cause });
    this.failure = failure;
  }
}

export interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

const maxAnswerBytes = 20 * 1024 * 1024;

/**
 * Sends one request on a connection of its own, without redirects and retries. It knows whether the request may have been
 * sent: a failure before that is `not_sent`, a failure after it is `unknown`.
 * @throws ExchangeError
 */
export async function exchange(call: Exchange): Promise<Answer> {
  const opened = openExchange(call);
  try {
    const incoming = await opened.response;
    return { status: incoming.statusCode ?? 0, headers: incoming.headers, text: await readText(incoming) };
  } catch (error) {
    throw opened.toExchangeError(error);
  }
}

export interface OpenExchange {
  readonly response: Promise<IncomingMessage>;
  toExchangeError(error: unknown): ExchangeError;
}

/** Sends a request and returns its answer with the body unread; timeouts and the signal also end the reading of the body. */
export function openExchange(call: Exchange): OpenExchange {
  const isSecure = call.url.protocol === 'https:';
  let left = false;
  let incoming: IncomingMessage | undefined;
  const outgoing = (isSecure ? httpsRequest : httpRequest)(call.url, {
    method: call.method,
    headers: { ...call.headers, ...(call.body !== undefined && { 'content-length': Buffer.byteLength(call.body) }) },
    agent: false,
    ...(call.lookup && { lookup: call.lookup }),
  });
  onConnected(outgoing, isSecure, () => {
    if (call.sendBefore !== undefined && performance.now() > call.sendBefore) {
      outgoing.destroy(new Error('the connection was ready too late to send the request'));
      return;
    }
    left = true;
    outgoing.end(call.body);
  });
  breakOff(outgoing, call, (reason) => (incoming ?? outgoing).destroy(new Error(reason)));
  return {
    response: new Promise((resolve, reject) => {
      outgoing.on('error', reject);
      outgoing.once('response', (response) => resolve((incoming = response)));
    }),
    toExchangeError: (error) => {
      const why = error instanceof Error ? error.message || (error as NodeJS.ErrnoException).code : String(error);
      return new ExchangeError(left ? 'unknown' : 'not_sent', `${call.method} ${call.url.host}: ${why}`, error);
    },
  };
}

/** Calls `ready` when the connection (with TLS, if used) is established: no byte of the request is sent before its `end()`. */
function onConnected(outgoing: ClientRequest, isSecure: boolean, ready: () => void): void {
  outgoing.once('socket', (socket) => socket.once(isSecure ? 'secureConnect' : 'connect', ready));
}

function breakOff(outgoing: ClientRequest, call: Exchange, stop: (reason: string) => void): void {
  const timer = setTimeout(() => stop(`not finished within ${call.timeoutMs} ms`), call.timeoutMs);
  const { idleMs, signal } = call;
  if (idleMs !== undefined) outgoing.setTimeout(idleMs, () => stop(`stood still for ${idleMs} ms`));
  const cancel = () => stop('broken off');
  if (signal?.aborted) cancel();
  signal?.addEventListener('abort', cancel, { once: true });
  outgoing.once('close', () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  });
}

async function readText(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxAnswerBytes) throw new Error(`the answer is larger than ${maxAnswerBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
