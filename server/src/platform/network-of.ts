import { isIP } from 'node:net';

/**
 * The network that an address belongs to, as the key of limits: an IPv6 subscriber has a /64 of addresses at least, and may use any. An
 * IPv4 address is the same in every spelling. Whatever is no address, as only a proxy can name it, belongs to one network, `unknown`.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  if (isIP(plain) === 4) return plain;
  if (isIP(plain) !== 6) return 'unknown';
  // The browser's form: hexadecimal and without leading zeros, with one `::` at most.
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const [before = [], after = []] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  const groups = [...before, ...zeros, ...after];
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return mapped(groups.slice(6));
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** The IPv4 address in the last two groups of an IPv6 address. */
function mapped(groups: readonly string[]): string {
  const bytes = groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]);
  return bytes.join('.');
}
