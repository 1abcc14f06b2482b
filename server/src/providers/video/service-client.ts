import type { Readable } from 'node:stream';
import type { Config } from '../../config.ts';
import { exchange, ExchangeError, type Answer, type Exchange } from '../http-exchange.ts';
import { downloadFilm } from './film-download.ts';
import { toUnansweredError } from './provider-answers.ts';
import { isFilmUrl, isProviderUrl, isOperatorAddress, publicLookup } from './provider-hosts.ts';
import { ProviderError, type ProviderName } from './video-provider.ts';

const createTimeoutMs = 60_000;
const statusTimeoutMs = 15_000;

export interface ServiceClient {
  /** One request with the API key; nothing is repeated. @throws ProviderError */
  call(method: Exchange['method'], path: string): Promise<Answer>;
  /** The one request that may cost money. @throws ProviderError */
  create(path: string, body: object, sendBefore: number): Promise<Answer>;
  /** A film from one of the provider's own places, without the API key. @throws ProviderError */
  download(url: string | null, signal: AbortSignal): Promise<{ stream: Readable; bytes: number | undefined }>;
}

type Hosts = Pick<Config, 'LUMAAI_BASE_URL' | 'LUMA_AGENTS_BASE_URL' | 'LUMA_AGENTS_FILM_HOSTS'>;

/** Speaks JSON over HTTP with a video service. Its key goes to no address but its own, over names that lead to public addresses only. */
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
        throw new ProviderError(
          'refused',
          `The film lies at ${placeOf(address)}, which is not a place of the provider`,
        );
      const url = new URL(address);
      return downloadFilm({ url, lookup: lookupOf(url) }, signal);
    },
  };
}

/** Without path and query, which may be a secret. */
function placeOf(address: string | null): string {
  if (!address) return 'no address';
  return URL.canParse(address) ? new URL(address).origin : 'something that is no address';
}
