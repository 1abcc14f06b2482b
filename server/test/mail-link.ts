import assert from 'node:assert/strict';
import type { Email } from 'postal-mime';

/** Token and user of the link to one of our pages that a mail carries. Fails where it has none. */
export function linkIn(
  mail: Email | undefined,
  page: '/verify-email' | '/reset-password',
): { token: string; userId: string } {
  const address = mail?.text?.split(/\s/).find((word) => /^https?:/.test(word) && new URL(word).pathname === page);
  assert.ok(address, `a link to ${page} in: ${mail?.text}`);
  const { searchParams } = new URL(address);
  return { token: searchParams.get('token') ?? '', userId: searchParams.get('userId') ?? '' };
}
