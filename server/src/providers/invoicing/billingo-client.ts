import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { openExchange, type Exchange } from '../http-exchange.ts';
import { readRetryAfter } from '../retry-after.ts';
import { InvoicingError } from './invoice-issuer.ts';

export interface BillingoAnswer {
  status: number;
  contentType: string;
  retryAfterMs: number | undefined;
  body: Buffer;
}

export interface BillingoCall {
  method: 'GET' | 'POST';
  /** Relative to the API's base, with its query. */
  path: string;
  body?: object;
  sendBefore?: number;
}

export type BillingoClient = (call: BillingoCall) => Promise<BillingoAnswer>;

const timeoutMs = 30_000;
const longestWaitMs = 3_600_000;
const maxBytes = 20 * 1024 * 1024;

/** Sends one request on a connection of its own, without retries. @throws InvoicingError not_sent, unknown */
export function createBillingoClient({ apiKey, apiBase }: { apiKey: string; apiBase: string }): BillingoClient {
  return async ({ method, path, body, sendBefore }) => {
    const call: Exchange = {
      url: new URL(`${apiBase.replace(/\/+$/, '')}${path}`),
      method,
      headers: {
        'x-api-key': apiKey,
        accept: 'application/json, application/pdf',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      ...(sendBefore !== undefined && { sendBefore }),
      timeoutMs,
    };
    const opened = openExchange(call);
    try {
      const incoming = await opened.response;
      return {
        status: incoming.statusCode ?? 0,
        contentType: incoming.headers['content-type'] ?? '',
        retryAfterMs: readRetryAfter(incoming.headers['retry-after'], longestWaitMs),
        body: await buffer(Readable.from(limited(incoming))),
      };
    } catch (error) {
      const { failure, message, cause } = opened.toExchangeError(error);
      throw new InvoicingError(failure, message, { cause });
    }
  };
}

async function* limited(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error(`the answer is larger than ${maxBytes} bytes`);
    yield chunk;
  }
}
