import { isIPv6 } from 'node:net';

/** The network that an address belongs to: an IPv6 subscriber has a /64 of addresses at least, and may use any. */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  // The browser's form: hexadecimal and without leading zeros, with one `::` at most.
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const [before, after] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array<string>(8 - (before?.length ?? 0) - (after?.length ?? 0)).fill('0');
  return `${[...(before ?? []), ...zeros, ...(after ?? [])].slice(0, 4).join(':')}::/64`;
}
