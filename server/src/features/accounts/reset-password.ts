import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { sha256 } from '../../platform/ids.ts';
import { queueMail } from '../notifications/queue-mail.ts';
import { forgiveFailures } from './account-limits.ts';
import { findAccountToken, revokeAccountTokens, spendAccountToken, type GivenToken } from './account-token.queries.ts';
import { hashPassword } from './password-hash.ts';
import { checkNewPassword } from './password-rules.ts';
import type { SecurityLog } from './security-log.ts';
import { deleteSessionsOf } from './session.queries.ts';
import { findUser, markEmailVerified, setPassword } from './user.queries.ts';

/** Sets a password with the link of a mail: ends every session, and verifies the address that the mail reached. */
export async function resetPassword(
  deps: Deps,
  log: SecurityLog,
  given: { token: string; userId: string; newPassword: string },
): Promise<void> {
  const token: GivenToken = { hash: sha256(given.token), userId: given.userId, kind: 'reset' };
  const known = await findAccountToken(deps.db, token);
  const user = known?.usable ? await findUser(deps.db, given.userId) : undefined;
  if (!user) {
    log.warn({ userId: given.userId }, 'password reset refused: link not valid');
    throw new AppError('reset_link_invalid');
  }
  checkNewPassword('newPassword', given.newPassword, user, deps.config.PRODUCT_NAME);
  const hash = await hashPassword(given.newPassword);
  await deps.db.transaction(async (tx) => {
    if (!(await spendAccountToken(tx, token))) throw new AppError('reset_link_invalid');
    await setPassword(tx, user.id, hash);
    await markEmailVerified(tx, user.id);
    await deleteSessionsOf(tx, user.id);
    await revokeAccountTokens(tx, user.id, 'reset');
    if (user.passwordHash) await queueMail(tx, deps.clock, { kind: 'password-changed', userId: user.id });
  });
  await forgiveFailures(deps, user.email);
  log.info({ userId: user.id }, 'password reset');
}
