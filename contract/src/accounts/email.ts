import * as z from 'zod/mini';

const longest = 254;

/** Control, format (zero width, direction, soft hyphen), unpaired surrogate, unassigned and default-ignorable characters. */
const invisible = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** The local part, and the labels of a host name in DNS. */
const stored =
  /^[^\s\p{Cc}@<>()[\]\\,;:"]{1,64}@(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/u;

/**
 * An e-mail address in the one form in which it is stored, compared and counted: trimmed, in NFKC and lower case, its domain as browsers
 * and mail servers write it (`bücher.example` is `xn--bcher-kva.example`). Invisible characters are refused, not removed: no two
 * addresses may look the same. Only the mail server knows whether an address exists.
 */
export const email = z.string().check(z.trim(), z.maxLength(longest), z.overwrite(canonicalEmail), z.regex(stored));

/** The stored form of a domain; undefined if it is invalid. */
export function canonicalDomain(domain: string): string | undefined {
  const text = domain.normalize('NFKC');
  // Characters that `URL` would not treat as part of a host name, or would remove.
  if (!/^[\p{L}\p{M}\p{N}._。-]+$/u.test(text) || invisible.test(text)) return undefined;
  const address = `http://${text}`;
  return URL.canParse(address) ? new URL(address).hostname : undefined;
}

/** The stored form of an address; undefined if it is invalid. */
function canonicalEmail(given: string): string {
  if (given.length > longest || invisible.test(given)) return '';
  const [local = '', domain = '', ...more] = given.normalize('NFKC').split('@');
  const host = canonicalDomain(domain);
  if (host === undefined || more.length > 0) return '';
  const address = `${local.toLowerCase().normalize('NFKC')}@${host}`;
  return address.length > longest ? '' : address;
}
