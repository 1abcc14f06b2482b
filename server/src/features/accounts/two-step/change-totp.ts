import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import type { Tx } from '../../../platform/db.ts';
import { forgiveProofs, isRightProof } from '../account-limits.ts';
import { lockUserWithPassword } from '../passwords/lock-user-with-password.ts';
import type { SecurityLog } from '../security-log.ts';
import { deleteSessionsOf } from '../sessions/session.queries.ts';
import { lockUser, type UserRow } from '../user.queries.ts';
import { wrongPassword } from '../passwords/wrong-password.ts';
import { recordChange } from '../../journal/audit.queries.ts';
import { queueMail } from '../../journal/queue-mail.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { spendCode } from './spend-code.ts';
import { turnTotpOff } from './turn-totp-off.ts';

interface Proof {
  password: string;
  totpCode: string;
}

/** Turns one's own second step off. */
export async function disableTotp(deps: Deps, log: SecurityLog, user: UserRow, proof: Proof): Promise<void> {
  await withBothSteps(deps, log, user, proof, (tx) => turnTotpOff(tx, deps.clock, user.id, user.id));
  log.warn({ userId: user.id }, 'two-step sign-in turned off');
}

/** Makes new recovery codes for oneself; the old ones end. */
export async function renewRecoveryCodes(deps: Deps, log: SecurityLog, user: UserRow, proof: Proof): Promise<string[]> {
  const codes = await withBothSteps(deps, log, user, proof, async (tx) => {
    const change = { action: 'totp.renew_codes', subject: user.id, before: null, after: null } as const;
    await recordChange(tx, { actor: { userId: user.id }, ...change });
    await queueMail(tx, deps.clock, { kind: 'two-step-changed', userId: user.id, payload: { change: 'codes' } });
    return makeRecoveryCodes(tx, user.id);
  });
  log.info({ userId: user.id }, 'recovery codes renewed');
  return codes;
}

/** Turns the second step of somebody else off who has lost phone and codes: every session of theirs ends. */
export async function resetTotp(deps: Deps, log: SecurityLog, actorId: string, userId: string): Promise<void> {
  if (actorId === userId) throw new AppError('totp_own');
  await deps.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user) throw new AppError('not_found');
    if (user.totpSince === null) throw new AppError('totp_not_on');
    await turnTotpOff(tx, deps.clock, actorId, userId);
    await deleteSessionsOf(tx, userId);
  });
  log.warn({ userId: actorId, of: userId }, 'two-step sign-in of another turned off');
}

async function withBothSteps<T>(
  deps: Deps,
  log: SecurityLog,
  user: UserRow,
  { password, totpCode }: Proof,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (user.totpSince === null) throw new AppError('totp_not_on');
  if (!(await isRightProof(deps, user, password))) {
    log.warn({ userId: user.id }, 'change of two-step sign-in refused: wrong password');
    throw wrongPassword('password');
  }
  const done = await deps.db.transaction(async (tx) => {
    const locked = await lockUserWithPassword(tx, user, password);
    if (!locked) throw wrongPassword('password');
    if (locked.totpSince === null) throw new AppError('totp_not_on');
    if ((await spendCode(tx, deps, user.id, totpCode)) === 'wrong') return undefined;
    return { result: await work(tx) };
  });
  if (!done) {
    log.warn({ userId: user.id }, 'change of two-step sign-in refused: wrong code');
    throw new AppError('totp_wrong');
  }
  await forgiveProofs(deps, user.id);
  return done.result;
}
