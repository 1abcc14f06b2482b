import { randomInt } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** An id in Stripe's form: a prefix that names the kind, then letters and digits that nobody can guess. */
export function newId(
  prefix: 'ch' | 'du' | 'evt' | 'li' | 'pi' | 'pm' | 'price' | 'prod' | 're' | 'req' | 'cs_test',
): string {
  return prefix === 'cs_test' ? `cs_test_a1${letters(56)}` : `${prefix}_${letters(24)}`;
}

export function letters(count: number): string {
  return Array.from({ length: count }, () => alphabet[randomInt(alphabet.length)]).join('');
}
