import type { Deps } from '../../deps.ts';
import { newToken, sha256 } from '../../platform/ids.ts';
import { insertAccountToken, type AccountTokenKind } from './account-token.queries.ts';

/** What a link of a mail is for: the page it leads to, the kind of its token and its life. */
const purposes = {
  'verify-email': { page: '/verify-email', kind: 'verify', lifeMs: 24 * 3_600_000 },
  'reset-password': { page: '/reset-password', kind: 'reset', lifeMs: 3_600_000 },
  'set-password': { page: '/reset-password', kind: 'reset', lifeMs: 24 * 3_600_000 },
} as const satisfies Record<string, { page: string; kind: AccountTokenKind; lifeMs: number }>;

/** A new single-use link to one of our pages; of its secret only the hash is kept. */
export async function createAccountLink(deps: Deps, purpose: keyof typeof purposes, userId: string): Promise<string> {
  const { page, kind, lifeMs } = purposes[purpose];
  const token = newToken();
  await insertAccountToken(deps.db, { hash: sha256(token), userId, kind, lifeMs });
  return `${deps.publicUrl}${page}?${new URLSearchParams({ token, userId })}`;
}
