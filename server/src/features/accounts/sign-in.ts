import type { User } from '@keepsake/contract/accounts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { newToken, sha256 } from '../../platform/ids.ts';
import { spendCode } from '../totp/spend-code.ts';
import { forgiveFailures, isRightPassword } from './account-limits.ts';
import { hashPassword, isOutdated } from './password-hash.ts';
import type { SecurityLog } from './security-log.ts';
import { insertSession, noteActivity } from './session.queries.ts';
import { findUserByEmail, noteLogin, replacePassword, toUser, type UserRow } from './user.queries.ts';

/** The one way in. An unknown address and a wrong password get the same answer after the same work. */
export async function signIn(
  deps: Deps,
  log: SecurityLog,
  given: { email: string; password: string; totpCode?: string | undefined },
  device: string | null,
): Promise<{ token: string; user: User }> {
  const user = await findUserByEmail(deps.db, given.email);
  const account = { email: given.email, passwordHash: user?.passwordHash ?? null, totpSince: user?.totpSince ?? null };
  const isRight = await isRightPassword(deps, account, given.password);
  if (!isRight || !user) {
    log.warn({ userId: user?.id }, 'sign-in failed');
    throw new AppError('login_failed');
  }
  if (!user.emailVerifiedAt) {
    log.warn({ userId: user.id }, 'sign-in refused: address not verified');
    throw new AppError('email_not_verified');
  }
  if (user.totpSince && given.totpCode === undefined) throw new AppError('totp_required');
  await renewHash(deps, user, given.password);
  const token = newToken();
  const signedIn = await deps.db.transaction(async (tx) => {
    const secondStep = user.totpSince ? await spendCode(tx, deps, user.id, given.totpCode ?? '') : 'none';
    if (secondStep === 'wrong') return undefined;
    const hasSecondStep = secondStep !== 'none';
    await insertSession(tx, { hash: sha256(token), userId: user.id, hasSecondStep, device });
    await noteActivity(tx, user.id);
    return noteLogin(tx, user.id);
  });
  if (!signedIn) {
    log.warn({ userId: user.id }, 'sign-in failed: wrong code');
    throw new AppError('totp_wrong');
  }
  if (user.totpSince) await forgiveFailures(deps, user.email);
  log.info({ userId: user.id }, 'signed in');
  return { token, user: toUser(signedIn) };
}

async function renewHash(deps: Deps, user: UserRow, password: string): Promise<void> {
  if (user.passwordHash === null || !isOutdated(user.passwordHash)) return;
  await replacePassword(deps.db, user.id, { old: user.passwordHash, new: await hashPassword(password) });
}
