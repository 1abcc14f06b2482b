import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { sha256 } from '../../platform/ids.ts';
import { findAccountToken, spendAccountToken, type GivenToken } from './account-token.queries.ts';
import { findUser, markEmailVerified } from './user.queries.ts';

/** Verifies an address with the link of a mail. A link of ours that comes again finds the address verified already. */
export async function verifyAddress(
  deps: Deps,
  given: { token: string; userId: string },
): Promise<'verified' | 'was_verified'> {
  const token: GivenToken = { hash: sha256(given.token), userId: given.userId, kind: 'verify' };
  return deps.db.transaction(async (tx) => {
    const isSpent = await spendAccountToken(tx, token);
    const user = (await findAccountToken(tx, token)) && (await findUser(tx, given.userId));
    if (user?.emailVerifiedAt) return 'was_verified';
    if (!user || !isSpent) throw new AppError('verification_link_invalid');
    await markEmailVerified(tx, user.id);
    return 'verified';
  });
}
