import type { Deps } from '../../deps.ts';
import { newToken, sha256 } from '../../platform/ids.ts';
import { insertAccountToken, type AccountTokenKind } from './account-token.queries.ts';

/** Purposes of links in mails: the page, the kind of token and the lifetime. */
const purposes = {
  'verify-email': { page: '/verify-email', kind: 'verify', lifeMs: 24 * 3_600_000 },
  'reset-password': { page: '/reset-password', kind: 'reset', lifeMs: 3_600_000 },
  'set-password': { page: '/reset-password', kind: 'reset', lifeMs: 24 * 3_600_000 },
} as const satisfies Record<string, { page: string; kind: AccountTokenKind; lifeMs: number }>;

/** Creates a single-use link to one of our pages; only the hash of its secret is stored. */
export async function createAccountLink(deps: Deps, purpose: keyof typeof purposes, userId: string): Promise<string> {
  const { page, kind, lifeMs } = purposes[purpose];
  const token = newToken();
  await insertAccountToken(deps.db, { hash: sha256(token), userId, kind, lifeMs });
  return `${deps.publicUrl}${page}?${new URLSearchParams({ token, userId })}`;
}
