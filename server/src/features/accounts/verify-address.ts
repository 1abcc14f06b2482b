import type { verifyEmail } from '@keepsake/contract/accounts';
import type { Query } from '@keepsake/contract/endpoint';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { sha256 } from '../../platform/ids.ts';
import { queueMail } from '../journal/queue-mail.ts';
import { findAccountToken, spendAccountToken, type GivenToken } from './account-token.queries.ts';
import { lockUser, markEmailVerified } from './user.queries.ts';

/**
 * Verifies an address with the link of a mail. A link of ours that comes again finds the address verified already. The pages send along
 * the key of their browser: where it is not the one that knows the password, the address may have been registered by a stranger, and
 * whoever follows the link chooses the password first.
 * @throws AppError verification_link_invalid, password_needed
 */
export async function verifyAddress(
  deps: Deps,
  given: Query<typeof verifyEmail>,
): Promise<'verified' | 'was_verified'> {
  const token: GivenToken = { hash: sha256(given.token), userId: given.userId, kind: 'verify' };
  if (!(await findAccountToken(deps.db, token))) throw new AppError('verification_link_invalid');
  return deps.db.transaction(async (tx) => {
    const user = await lockUser(tx, given.userId);
    if (user?.emailVerifiedAt) return 'was_verified';
    if (!user || !(await spendAccountToken(tx, token))) throw new AppError('verification_link_invalid');
    if (given.registrationKey !== undefined && !user.registrationKey?.equals(sha256(given.registrationKey)))
      throw new AppError('password_needed');
    await markEmailVerified(tx, user.id);
    if (user.passwordHash === null) await queueMail(tx, deps.clock, { kind: 'set-password', userId: user.id });
    return 'verified';
  });
}
