import type { IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import type { Config } from '../../../config.ts';
import { type Answer, exchange, type Exchange, ExchangeError, openExchange } from '../../http-exchange.ts';
import { isFilmUrl, isOperatorAddress, isProviderUrl, publicLookup } from '../provider-hosts.ts';
import { ProviderError, type ProviderName } from '../video-provider.ts';
import { toUnansweredError } from './provider-answers.ts';

const createTimeoutMs = 60_000;
const statusTimeoutMs = 15_000;

export interface ServiceClient {
  /** Sends one request with the API key, without retries. @throws ProviderError */
  call(method: Exchange['method'], path: string): Promise<Answer>;
  /** Sends the request that may cost money. @throws ProviderError */
  create(path: string, body: object, sendBefore: number): Promise<Answer>;
  /** Downloads a film from one of the provider's hosts, without the API key. @throws ProviderError */
  download(url: string | null, signal: AbortSignal): Promise<{ stream: Readable; bytes: number | undefined }>;
}

type Hosts = Pick<Config, 'LUMAAI_BASE_URL' | 'LUMA_AGENTS_BASE_URL' | 'LUMA_AGENTS_FILM_HOSTS'>;

/** A JSON client of a video service. It sends the key only to the service's own host, and connects only to public addresses. */
export function createServiceClient(
  name: Exclude<ProviderName, 'embedded'>,
  config: Hosts,
  baseUrl: string,
  key: { value: string | undefined; setting: string },
): ServiceClient {
  const lookupOf = (url: URL) => (isOperatorAddress(name, url, config) ? undefined : publicLookup);
  const send = async (method: Exchange['method'], path: string, options: Partial<Exchange>) => {
    if (!isProviderUrl(name, baseUrl, config))
      throw new ProviderError('account', `${baseUrl} is not an address of the provider`);
    if (!key.value) throw new ProviderError('account', `${key.setting} is not set`);
    const url = new URL(`${baseUrl.replace(/\/+$/, '')}${path}`);
    const headers = {
      authorization: `Bearer ${key.value}`,
      accept: 'application/json',
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
    };
    try {
      return await exchange({ url, method, headers, timeoutMs: statusTimeoutMs, lookup: lookupOf(url), ...options });
    } catch (error) {
      throw error instanceof ExchangeError ? toUnansweredError(error) : error;
    }
  };
  return {
    call: (method, path) => send(method, path, {}),
    create: (path, body, sendBefore) =>
      send('POST', path, { body: JSON.stringify(body), sendBefore, timeoutMs: createTimeoutMs }),
    download: async (address, signal) => {
      if (!address || !isFilmUrl(name, address, baseUrl, config))
        throw new ProviderError('refused', `The film lies at ${placeOf(address)}, which is not a host of the provider`);
      const url = new URL(address);
      return downloadFilm({ url, lookup: lookupOf(url) }, signal);
    },
  };
}

/** The origin only: path and query may be a secret. */
function placeOf(address: string | null): string {
  if (!address) return 'no address';
  return URL.canParse(address) ? new URL(address).origin : 'something that is no address';
}

/** Milliseconds of one download: without data, and in all. */
const idleMs = 120_000;
const timeoutMs = 15 * 60_000;
/** Resumptions of one download after a broken connection; after that the film is fetched again later. */
const maxResumes = 3;

export interface FilmAddress {
  url: URL;
  lookup: LookupFunction | undefined;
}

/**
 * The bytes of a film, without the API key. A broken download is resumed where it ended, if the server supports ranges and
 * still has the same file (RFC 9110, 13.1.5 and 14.2).
 * @throws ProviderError
 */
async function downloadFilm(
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
    throw new ProviderError('unknown', 'The film’s host did not resume the download where it stopped');
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
      if (signal.aborted || resumes === maxResumes || received >= bytes) throw error;
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
