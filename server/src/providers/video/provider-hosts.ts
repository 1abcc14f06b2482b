import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Config } from '../../config.ts';
import type { ProviderName } from './video-provider.ts';

type ServiceName = Exclude<ProviderName, 'embedded'>;
type ProviderHosts = Pick<Config, 'LUMAAI_BASE_URL' | 'LUMA_AGENTS_BASE_URL' | 'LUMA_AGENTS_FILM_HOSTS'>;

interface Service {
  /** The API's address, unless the operator configured another. */
  baseUrl: string;
  named(config: ProviderHosts): string | undefined;
  /** Further hosts of its films; a name includes its subdomains. */
  filmHosts(config: ProviderHosts): readonly string[];
}

/** Luma's documented host of films (see its API guide, "assets"). */
const lumaCdn = 'cdn-luma.com';
/** Object stores whose signed links Luma Agents may return; its documentation names no host. */
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

/** A provider's default address; the embedded renderer needs none, so the settings show Luma's. */
export function defaultProviderUrl(name: ProviderName, config: ProviderHosts): string {
  const service = services[name === 'embedded' ? 'luma' : name];
  return service.named(config) ?? service.baseUrl;
}

/** Whether the provider's API key may travel to this address: its own host over https, or the origin that the operator configured. */
export function isProviderUrl(name: ProviderName, url: string, config: ProviderHosts): boolean {
  const address = parseUrl(url);
  if (!address || address.username || address.password) return false;
  const own = name === 'embedded' ? Object.values(services) : [services[name]];
  return own.some((service) => isNamed(service, address, config) || address.origin === new URL(service.baseUrl).origin);
}

/** Whether a film may be fetched from this address: the origin that made it, or one of the provider's hosts of films. */
export function isFilmUrl(name: ServiceName, url: string, baseUrl: string, config: ProviderHosts): boolean {
  const address = parseUrl(url);
  if (!address || address.username || address.password) return false;
  if (address.origin === parseUrl(baseUrl)?.origin) return true;
  const hosts = services[name].filmHosts(config);
  const isTheirs = hosts.some((host) => address.hostname === host || address.hostname.endsWith(`.${host}`));
  return isTheirs && address.protocol === 'https:' && address.port === '';
}

/** An address that the operator configured may be local; every other one must resolve to public addresses. */
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

/** The part of IPv6 that is allocated so far (global unicast). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

export class NotPublicAddress extends Error {
  override name = 'NotPublicAddress';
}

/** A DNS lookup that refuses a name with any address that is not public. Check and connection use the same answer, so that a name cannot change in between. */
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
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(globalUnicast));
}
