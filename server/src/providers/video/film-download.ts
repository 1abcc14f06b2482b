import type { IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { openExchange } from '../http-exchange.ts';
import { toUnansweredError } from './provider-answers.ts';
import { ProviderError } from './video-provider.ts';

/** Limits of one download: without data, and in all. */
const idleMs = 120_000;
const timeoutMs = 15 * 60_000;
/** Resumptions of one download after a broken connection; after that the film is fetched again later. */
const resumesMax = 3;

export interface FilmAddress {
  url: URL;
  lookup: LookupFunction | undefined;
}

/**
 * The bytes of a film, without any API key. A connection that breaks is taken up where it ended, if the server offers that and
 * still holds the same file (RFC 9110, 13.1.5 and 14.2).
 * @throws ProviderError
 */
export async function downloadFilm(
  address: FilmAddress,
  signal: AbortSignal,
): Promise<{ stream: Readable; bytes: number | undefined }> {
  const first = await request(address, signal, {}, 200);
  const length = first.headers['content-length'];
  const bytes = length === undefined ? undefined : Number(length);
  const version = first.headers.etag ?? first.headers['last-modified'];
  const canResume = bytes !== undefined && version !== undefined && first.headers['accept-ranges'] === 'bytes';
  if (!canResume) return { stream: first, bytes };
  const resume = async (from: number) => {
    const headers = { range: `bytes=${from}-`, 'if-range': version };
    const rest = await request(address, signal, headers, 206);
    if (rest.headers['content-range'] === `bytes ${from}-${bytes - 1}/${bytes}`) return rest;
    rest.destroy();
    throw new ProviderError('unknown', 'The film’s address did not go on where it was broken off');
  };
  return { stream: Readable.from(whole(first, bytes, resume, signal), { objectMode: false }), bytes };
}

async function* whole(
  first: IncomingMessage,
  bytes: number,
  resume: (from: number) => Promise<IncomingMessage>,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  let part = first;
  let received = 0;
  for (let resumes = 0; ; resumes += 1) {
    try {
      for await (const chunk of part as AsyncIterable<Buffer>) {
        received += chunk.length;
        yield chunk;
      }
      return;
    } catch (error) {
      if (signal.aborted || resumes === resumesMax || received >= bytes) throw error;
    }
    part = await resume(received);
  }
}

async function request(
  { url, lookup }: FilmAddress,
  signal: AbortSignal,
  headers: Record<string, string>,
  expected: number,
): Promise<IncomingMessage> {
  const accept = { accept: 'video/mp4,*/*', 'accept-encoding': 'identity' };
  const opened = openExchange({
    url,
    method: 'GET',
    headers: { ...accept, ...headers },
    timeoutMs,
    idleMs,
    signal,
    lookup,
  });
  try {
    const incoming = await opened.response;
    const encoding = incoming.headers['content-encoding'] ?? 'identity';
    if (incoming.statusCode === expected && encoding === 'identity') return incoming;
    incoming.destroy();
    throw new ProviderError('unknown', `The film’s address answered HTTP ${incoming.statusCode}, encoded ${encoding}`);
  } catch (error) {
    throw error instanceof ProviderError ? error : toUnansweredError(opened.toExchangeError(error));
  }
}
