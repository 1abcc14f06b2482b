import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { sha256 } from '../../../platform/ids.ts';
import { queueMail } from '../../journal/queue-mail.ts';
import { forgiveFailures } from '../account-limits.ts';
import {
  findAccountToken,
  spendAccountToken,
  type AccountTokenKind,
  type GivenToken,
} from '../account-token.queries.ts';
import { noteKnownNetwork } from '../sessions/known-network.queries.ts';
import { hashPassword } from './password-hash.ts';
import { checkNewPassword } from './password-rules.ts';
import { replacePassword } from './replace-password.ts';
import type { SecurityLog } from '../security-log.ts';
import { findUser, lockUser, markEmailVerified, type UserRow } from '../user.queries.ts';

/**
 * Sets a password with the link of a mail: ends every session, and verifies the address that the mail reached. A link that verifies an
 * address sets one while the address is not verified, and none afterwards.
 * @throws AppError reset_link_invalid, verification_link_invalid, validation_failed
 */
export async function resetPassword(
  deps: Deps,
  log: SecurityLog,
  kind: AccountTokenKind,
  given: { token: string; userId: string; newPassword: string; network: string },
): Promise<void> {
  const token: GivenToken = { hash: sha256(given.token), userId: given.userId, kind };
  const isGood = (user: UserRow | undefined) => kind === 'reset' || user?.emailVerifiedAt === null;
  const known = await findAccountToken(deps.db, token);
  const user = known?.usable ? await findUser(deps.db, given.userId) : undefined;
  if (!user || !isGood(user)) {
    log.warn({ userId: given.userId }, 'password reset refused: link not valid');
    throw new AppError(refusals[kind]);
  }
  checkNewPassword('newPassword', given.newPassword, user, deps.config.PRODUCT_NAME);
  const hash = await hashPassword(given.newPassword);
  await deps.db.transaction(async (tx) => {
    const locked = await lockUser(tx, user.id);
    if (!isGood(locked) || !(await spendAccountToken(tx, token))) throw new AppError(refusals[kind]);
    await replacePassword(tx, user.id, hash);
    await markEmailVerified(tx, user.id);
    await noteKnownNetwork(tx, user.id, given.network);
    if (kind === 'reset' && locked?.passwordHash)
      await queueMail(tx, deps.clock, { kind: 'password-changed', userId: user.id });
  });
  await forgiveFailures(deps, user, given.network);
  log.info({ userId: user.id }, kind === 'reset' ? 'password reset' : 'address verified, password set');
}

const refusals = { reset: 'reset_link_invalid', verify: 'verification_link_invalid' } as const;
