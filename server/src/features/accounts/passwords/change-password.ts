import type { User } from '@keepsake/contract/accounts';
import type { Deps } from '../../../deps.ts';
import { newToken, sha256 } from '../../../platform/ids.ts';
import { queueMail } from '../../journal/queue-mail.ts';
import { isRightProof } from '../account-limits.ts';
import { lockUserWithPassword } from './lock-user-with-password.ts';
import { hashPassword } from './password-hash.ts';
import { checkNewPassword } from './password-rules.ts';
import { replacePassword } from './replace-password.ts';
import type { SecurityLog } from '../security-log.ts';
import { insertSession, type SessionRow } from '../sessions/session.queries.ts';
import { toUser } from '../user.queries.ts';
import { wrongPassword } from './wrong-password.ts';

/** A new password ends every session, takes back reset links, tells the owner by mail and opens one new session. */
export async function changePassword(
  deps: Deps,
  log: SecurityLog,
  user: SessionRow,
  given: { currentPassword: string; newPassword: string },
): Promise<{ token: string; user: User }> {
  if (!(await isRightProof(deps, user, given.currentPassword))) {
    log.warn({ userId: user.id }, 'password change refused: wrong password');
    throw wrongPassword('currentPassword');
  }
  checkNewPassword('newPassword', given.newPassword, user, deps.config.PRODUCT_NAME);
  const hash = await hashPassword(given.newPassword);
  const token = newToken();
  await deps.db.transaction(async (tx) => {
    const locked = await lockUserWithPassword(tx, user, given.currentPassword);
    if (!locked) throw wrongPassword('currentPassword');
    await replacePassword(tx, user.id, hash);
    const hasSecondStep = user.hasSecondStep && locked.totpSince !== null;
    await insertSession(tx, { hash: sha256(token), userId: user.id, hasSecondStep, device: user.device });
    await queueMail(tx, deps.clock, { kind: 'password-changed', userId: user.id });
  });
  log.info({ userId: user.id }, 'password changed');
  return { token, user: toUser(user) };
}
