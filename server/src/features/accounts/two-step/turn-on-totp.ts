import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { recordChange } from '../../journal/audit.queries.ts';
import { queueMail } from '../../journal/queue-mail.ts';
import { countProof, clearProofFailures, verifyProofPassword } from '../account-limits.ts';
import { lockUserWithPassword, wrongPasswordError } from '../passwords/password-proof.ts';
import type { SecurityLog } from '../../../platform/log.ts';
import { keepSessionWithSecondStep } from '../sessions/session.queries.ts';
import { lockUser, type UserRow } from '../user.queries.ts';
import { makeRecoveryCodes, totpSealContext, spendCode } from './second-step-codes.ts';
import { base32, newTotpSecret, totpUri } from './totp.ts';
import { saveTotpSecret, setTotpOn } from './totp.queries.ts';

/** Creates the secret for an administrator's app. Sign-in stays as it is until a first code is confirmed. */
export async function beginTotp(
  deps: Deps,
  log: SecurityLog,
  user: UserRow,
  password: string,
): Promise<{ secret: string; uri: string }> {
  requireAdmin(user);
  if (!(await verifyProofPassword(deps, user, password))) {
    log.warn({ userId: user.id }, 'two-step sign-in refused: wrong password');
    throw wrongPasswordError('password');
  }
  const secret = newTotpSecret();
  await deps.db.transaction().execute(async (tx) => {
    const locked = await lockUserWithPassword(tx, user, password);
    if (!locked) throw wrongPasswordError('password');
    if (locked.totpSince !== null) throw new AppError('totp_already_on');
    await saveTotpSecret(tx, user.id, deps.secrets.seal(secret, totpSealContext(user.id)));
  });
  const uri = totpUri(secret, { issuer: deps.config.PRODUCT_NAME, account: user.email });
  return { secret: base32(secret), uri };
}

/** Turns the second step on with the app's first code, and ends the other sessions, which were opened without it. @returns recovery codes */
export async function confirmTotp(
  deps: Deps,
  log: SecurityLog,
  { user, sessionHash }: { user: UserRow; sessionHash: Buffer },
  code: string,
): Promise<string[]> {
  requireAdmin(user);
  await countProof(deps, user.id);
  const codes = await deps.db.transaction().execute(async (tx) => {
    if ((await lockUser(tx, user.id))?.totpSince !== null) throw new AppError('totp_already_on');
    if ((await spendCode(tx, deps, user.id, code)) !== 'totp') return undefined;
    await setTotpOn(tx, user.id);
    if (!(await keepSessionWithSecondStep(tx, user.id, sessionHash))) throw new AppError('not_signed_in');
    await recordChange(tx, {
      actor: { userId: user.id },
      action: 'totp.enable',
      subject: user.id,
      before: { totp: false },
      after: { totp: true },
    });
    await queueMail(tx, { kind: 'two-step-changed', userId: user.id, payload: { change: 'on' } });
    return makeRecoveryCodes(tx, user.id);
  });
  if (!codes) {
    log.warn({ userId: user.id }, 'two-step sign-in refused: wrong code');
    throw new AppError('totp_wrong');
  }
  await clearProofFailures(deps, user.id);
  log.info({ userId: user.id }, 'two-step sign-in turned on');
  return codes;
}

function requireAdmin({ role }: UserRow): void {
  if (role !== 'Admin') throw new AppError('not_allowed');
}
