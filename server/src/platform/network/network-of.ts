import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The network that an address belongs to, as the key of limits: an IPv6 subscriber has a /64 of addresses at least, and may use any. An
 * IPv4 address is the same in every spelling. Invalid addresses, which only a proxy can send, all belong to one network, `unknown`.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  if (isIP(plain) === 0) return 'unknown';
  const parsed = ipaddr.process(plain);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const groups = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${groups.join(':')}::/64`;
}
