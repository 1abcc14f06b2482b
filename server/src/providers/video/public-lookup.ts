import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Address ranges that are nobody's public server (IANA's special-purpose registries). */
const special = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  special.addSubnet(network, bits, 'ipv4');
const publicV6 = new BlockList();
publicV6.addSubnet('2000::', 3, 'ipv6');
const specialV6 = new BlockList();
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  specialV6.addSubnet(network, bits, 'ipv6');

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

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !special.check(address, 'ipv4');
  return publicV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6');
}
