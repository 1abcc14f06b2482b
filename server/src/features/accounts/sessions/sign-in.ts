import type { login, User } from '@keepsake/contract/accounts/accounts';
import type { Body } from '@keepsake/contract/endpoint';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { newToken, sha256 } from '../../../platform/ids.ts';
import { spendCode } from '../two-step/second-step-codes.ts';
import { countCode, clearSignInFailures, verifySignInPassword } from '../account-limits.ts';
import { lockUserWithPassword } from '../passwords/password-proof.ts';
import { hashPassword, isOutdatedHash } from '../passwords/password-hash.ts';
import type { SecurityLog } from '../../../platform/log.ts';
import { findUserByEmail, recordSignIn, setPassword, setRegistrationKey, toUser } from '../user.queries.ts';
import { recordKnownNetwork, insertSession, recordActivity } from './session.queries.ts';

/** Signs a user in. An unknown address and a wrong password get the same answer after the same work. */
export async function signIn(
  deps: Deps,
  log: SecurityLog,
  given: Body<typeof login>,
  from: { network: string; device: string | null },
): Promise<{ token: string; user: User }> {
  const user = await findUserByEmail(deps.db, given.email);
  const isRight = await verifySignInPassword(deps, { email: given.email, user }, given.password, from.network);
  if (!isRight || !user) {
    log.warn({ userId: user?.id }, 'sign-in failed');
    throw new AppError('login_failed');
  }
  if (!user.emailVerifiedAt) {
    if (given.registrationKey !== undefined) await setRegistrationKey(deps.db, user, sha256(given.registrationKey));
    log.warn({ userId: user.id }, 'sign-in refused: address not verified');
    throw new AppError('email_not_verified');
  }
  if (user.totpSince && given.totpCode !== undefined) await countCode(deps, user.id);
  const renewed = isOutdatedHash(user.passwordHash ?? '') ? await hashPassword(given.password) : undefined;
  const token = newToken();
  const outcome = await deps.db.transaction().execute(async (tx) => {
    const locked = await lockUserWithPassword(tx, user, given.password);
    if (!locked) return 'login_failed';
    if (locked.disabledAt) return 'user_disabled';
    if (locked.totpSince && given.totpCode === undefined) return 'totp_required';
    const secondStep = locked.totpSince ? await spendCode(tx, deps, user.id, given.totpCode ?? '') : 'none';
    if (secondStep === 'wrong') return 'totp_wrong';
    if (renewed !== undefined && locked.passwordHash === user.passwordHash) await setPassword(tx, user.id, renewed);
    const hasSecondStep = secondStep !== 'none';
    await insertSession(tx, { hash: sha256(token), userId: user.id, hasSecondStep, device: from.device });
    await recordActivity(tx, user.id);
    await recordKnownNetwork(tx, user.id, from.network);
    return recordSignIn(tx, user.id);
  });
  if (typeof outcome === 'string') {
    log.warn({ userId: user.id }, `sign-in failed: ${outcome}`);
    throw new AppError(outcome);
  }
  if (user.totpSince) await clearSignInFailures(deps, user, from.network);
  log.info({ userId: user.id }, 'signed in');
  return { token, user: toUser(outcome) };
}
