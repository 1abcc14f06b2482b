import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Config } from '../../config.ts';
import type { ProviderName } from './video-provider.ts';

type ServiceName = Exclude<ProviderName, 'embedded'>;
type ProviderHosts = Pick<Config, 'LUMAAI_BASE_URL' | 'LUMA_AGENTS_BASE_URL' | 'LUMA_AGENTS_FILM_HOSTS'>;

interface Service {
  /** Where it answers, unless the operator named another place. */
  baseUrl: string;
  named(config: ProviderHosts): string | undefined;
  /** Where its films lie besides there; a name stands for its subdomains too. */
  filmHosts(config: ProviderHosts): readonly string[];
}

/** Luma's documented place for films (see its API guide, "assets"). */
const lumaCdn = 'cdn-luma.com';
/** Kinds of object storage whose signed links Luma Agents can hand out; its documentation names no host. */
const signedLinkHosts = ['lumalabs.ai', lumaCdn, 'amazonaws.com', 'r2.cloudflarestorage.com', 'storage.googleapis.com'];

const services: Record<ServiceName, Service> = {
  luma: {
    baseUrl: 'https://api.lumalabs.ai/dream-machine/v1',
    named: ({ LUMAAI_BASE_URL }) => LUMAAI_BASE_URL,
    filmHosts: () => [lumaCdn],
  },
  'luma-agents': {
    baseUrl: 'https://agents.lumalabs.ai/v1',
    named: ({ LUMA_AGENTS_BASE_URL }) => LUMA_AGENTS_BASE_URL,
    filmHosts: ({ LUMA_AGENTS_FILM_HOSTS }) => LUMA_AGENTS_FILM_HOSTS ?? signedLinkHosts,
  },
};

/** A provider's address unless another is configured; the embedded renderer needs none and shows Luma's. */
export function defaultProviderUrl(name: ProviderName, config: ProviderHosts): string {
  const service = services[name === 'embedded' ? 'luma' : name];
  return service.named(config) ?? service.baseUrl;
}

/** Whether the provider's API key may travel to this address: its own host over https, or the origin that the operator named. */
export function isProviderUrl(name: ProviderName, url: string, config: ProviderHosts): boolean {
  const address = parseUrl(url);
  if (!address || address.username || address.password) return false;
  const own = name === 'embedded' ? Object.values(services) : [services[name]];
  return own.some((service) => isNamed(service, address, config) || address.origin === new URL(service.baseUrl).origin);
}

/** Whether a film may be fetched from this address: the origin that made it, or one of the provider's places for films. */
export function isFilmUrl(name: ServiceName, url: string, baseUrl: string, config: ProviderHosts): boolean {
  const address = parseUrl(url);
  if (!address || address.username || address.password) return false;
  if (address.origin === parseUrl(baseUrl)?.origin) return true;
  const hosts = services[name].filmHosts(config);
  const isTheirs = hosts.some((host) => address.hostname === host || address.hostname.endsWith(`.${host}`));
  return isTheirs && address.protocol === 'https:' && address.port === '';
}

/** The operator's own address may be local; every other one has to resolve to public addresses. */
export function isOperatorAddress(name: ServiceName, url: URL, config: ProviderHosts): boolean {
  return isNamed(services[name], url, config);
}

function isNamed(service: Service, address: URL, config: ProviderHosts): boolean {
  const named = service.named(config);
  return named !== undefined && address.origin === parseUrl(named)?.origin;
}

function parseUrl(url: string): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined;
}

/** The part of IPv6 that is handed out so far. */
const handedOut = ipaddr.IPv6.parseCIDR('2000::/3');

export class NotPublicAddress extends Error {
  override name = 'NotPublicAddress';
}

/** Name resolution that refuses a name of which any address is not public; the check and the connection use the same answer. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  systemLookup(hostname, { ...(options as LookupOptions), all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return callback(error, '');
    const inside = addresses.find(({ address }) => !isPublicAddress(address));
    if (inside)
      return callback(
        new NotPublicAddress(`${hostname} leads to ${inside.address}, which is not a public address`),
        '',
      );
    const [first] = addresses;
    if ((options as LookupOptions).all) return callback(null, addresses);
    return callback(null, first?.address ?? '', first?.family);
  });
};

/** Whether it is in none of IANA's special-purpose registries. */
export function isPublicAddress(address: string): boolean {
  const parsed = ipaddr.parse(address);
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(handedOut));
}
