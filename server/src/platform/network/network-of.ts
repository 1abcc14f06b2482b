import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The network that an address belongs to, as the key of limits: an IPv6 subscriber has a /64 of addresses at least, and may use any. An
 * IPv4 address is the same in every spelling. Invalid addresses, which only a proxy can send, all belong to one network, `unknown`.
 */
export function networkOf(address: string): string {
  return networkOfLength(address, 64);
}

/** The same with the /56 of an IPv6 address: many subscribers have one, which is 256 networks of the other kind. */
export function wideNetworkOf(address: string): string {
  return networkOfLength(address, 56);
}

function networkOfLength(address: string, bits: 56 | 64): string {
  const [plain = ''] = address.split('%');
  if (isIP(plain) === 0) return 'unknown';
  const parsed = ipaddr.process(plain);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const [first = 0, second = 0, third = 0, fourth = 0] = parsed.parts;
  const groups = [first, second, third, bits === 56 ? fourth & 0xff00 : fourth];
  return `${groups.map((part) => part.toString(16)).join(':')}::/${bits}`;
}
