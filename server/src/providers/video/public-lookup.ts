import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

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
