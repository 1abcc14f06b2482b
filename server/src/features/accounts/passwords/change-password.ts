import type { User } from '@keepsake/contract/accounts/accounts';
import type { Deps } from '../../../deps.ts';
import { newToken, sha256 } from '../../../platform/ids.ts';
import { AppError } from '../../../errors.ts';
import type { Tx } from '../../../platform/database/db.ts';
import { queueMail } from '../../journal/queue-mail.ts';
import { verifyProofPassword, clearSignInFailures } from '../account-limits.ts';
import type { SecurityLog } from '../../../platform/log.ts';
import { insertSession, type SessionRow, deleteSessionsOf, recordKnownNetwork } from '../sessions/session.queries.ts';
import {
  dropRegistration,
  findUser,
  lockUser,
  markEmailVerified,
  setPassword,
  toUser,
  type UserRow,
} from '../user.queries.ts';
import {
  findAccountToken,
  spendAccountToken,
  type AccountTokenKind,
  type GivenToken,
  revokeAccountTokens,
} from '../account-token.queries.ts';
import { deleteUnconfirmedTotp } from '../two-step/totp.queries.ts';
import { lockUserWithPassword, wrongPasswordError } from './password-proof.ts';
import { hashPassword, isPassword } from './password-hash.ts';
import { checkNewPassword } from './password-rules.ts';

/** Sets a new password, ends every session, revokes reset links, notifies the owner by mail and opens one new session. */
export async function changePassword(
  deps: Deps,
  log: SecurityLog,
  user: SessionRow,
  given: { currentPassword: string; newPassword: string },
): Promise<{ token: string; user: User }> {
  if (!(await verifyProofPassword(deps, user, given.currentPassword))) {
    log.warn({ userId: user.id }, 'password change refused: wrong password');
    throw wrongPasswordError('currentPassword');
  }
  checkNewPassword('newPassword', given.newPassword, user, deps.config.PRODUCT_NAME);
  const hash = await hashPassword(given.newPassword);
  const token = newToken();
  // The account as it is now: its language may have been saved while the password was hashed.
  const current = await deps.db.transaction().execute(async (tx) => {
    const locked = await lockUserWithPassword(tx, user, given.currentPassword);
    if (!locked) throw wrongPasswordError('currentPassword');
    await replacePassword(tx, user.id, hash);
    const hasSecondStep = user.hasSecondStep && locked.totpSince !== null;
    await insertSession(tx, { hash: sha256(token), userId: user.id, hasSecondStep, device: user.device });
    await queueMail(tx, { kind: 'password-changed', userId: user.id });
    return locked;
  });
  log.info({ userId: user.id }, 'password changed');
  return { token, user: toUser(current) };
}

/**
 * Sets a password with the link of a mail, ends every session, and verifies the address that received the mail. A verification link can set a
 * password only while the address is not verified. With that of the registration it keeps the registrant's name and newsletter consent; with another
 * one these are dropped, because a stranger may have registered the address.
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
  // Who registered with another password may be somebody else; with the same one it is the same person.
  const isRegistrant = user.emailVerifiedAt === null && (await isPassword(given.newPassword, user.passwordHash));
  const hash = await hashPassword(given.newPassword);
  await deps.db.transaction().execute(async (tx) => {
    const locked = await lockUser(tx, user.id);
    if (!isGood(locked) || !(await spendAccountToken(tx, token))) throw new AppError(refusals[kind]);
    if (locked?.emailVerifiedAt === null && !isRegistrant) await dropRegistration(tx, locked);
    await replacePassword(tx, user.id, hash);
    await markEmailVerified(tx, user.id);
    await recordKnownNetwork(tx, user.id, given.network);
    if (kind === 'reset' && locked?.passwordHash) await queueMail(tx, { kind: 'password-changed', userId: user.id });
  });
  await clearSignInFailures(deps, user, given.network);
  log.info({ userId: user.id }, kind === 'reset' ? 'password reset' : 'address verified, password set');
}

const refusals = { reset: 'reset_link_invalid', verify: 'verification_link_invalid' } as const;

/** Sets the password of a locked account, and ends its sessions, its reset links and an unconfirmed second step. */
async function replacePassword(tx: Tx, userId: string, hash: string): Promise<void> {
  await setPassword(tx, userId, hash);
  await deleteSessionsOf(tx, userId);
  await revokeAccountTokens(tx, userId, 'reset');
  await deleteUnconfirmedTotp(tx, userId);
}
