import { machineActorId } from '@keepsake/contract/admin/audit';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import type { Tx, Db } from '../../../platform/database/db.ts';
import { recordChange } from '../../journal/audit.queries.ts';
import { queueMail } from '../../journal/queue-mail.ts';
import { clearProofFailures, verifyProofPassword } from '../account-limits.ts';
import { lockUserWithPassword, wrongPasswordError } from '../passwords/password-proof.ts';
import type { SecurityLog } from '../../../platform/log.ts';
import { deleteSessionsOf, clearSecondStepOfSessions } from '../sessions/session.queries.ts';
import { lockUser, type UserRow, findUserByEmail } from '../user.queries.ts';
import { makeRecoveryCodes, spendCode } from './second-step-codes.ts';
import { setTotpOff } from './totp.queries.ts';

interface Proof {
  password: string;
  totpCode: string;
}

/** Turns the user's own second step off. */
export async function disableTotp(deps: Deps, log: SecurityLog, user: UserRow, proof: Proof): Promise<void> {
  await withBothSteps(deps, log, user, proof, (tx) => turnTotpOff(tx, user.id, user.id));
  log.warn({ userId: user.id }, 'two-step sign-in turned off');
}

/** Replaces the user's own recovery codes. */
export async function renewRecoveryCodes(deps: Deps, log: SecurityLog, user: UserRow, proof: Proof): Promise<string[]> {
  const codes = await withBothSteps(deps, log, user, proof, async (tx) => {
    const change = { action: 'totp.renew_codes', subject: user.id, before: null, after: null } as const;
    await recordChange(tx, { actor: { userId: user.id }, ...change });
    await queueMail(tx, { kind: 'two-step-changed', userId: user.id, payload: { change: 'codes' } });
    return makeRecoveryCodes(tx, user.id);
  });
  log.info({ userId: user.id }, 'recovery codes renewed');
  return codes;
}

/** Turns the second step off for another user who has lost phone and recovery codes, and ends all sessions of that user. */
export async function resetTotp(deps: Deps, log: SecurityLog, actorId: string, userId: string): Promise<void> {
  if (actorId === userId) throw new AppError('totp_own');
  await deps.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user) throw new AppError('not_found');
    if (user.totpSince === null) throw new AppError('totp_not_on');
    await turnTotpOff(tx, actorId, userId);
    await deleteSessionsOf(tx, userId);
  });
  log.warn({ userId: actorId, of: userId }, 'two-step sign-in of another user turned off');
}

async function withBothSteps<T>(
  deps: Deps,
  log: SecurityLog,
  user: UserRow,
  { password, totpCode }: Proof,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (user.totpSince === null) throw new AppError('totp_not_on');
  if (!(await verifyProofPassword(deps, user, password))) {
    log.warn({ userId: user.id }, 'change of two-step sign-in refused: wrong password');
    throw wrongPasswordError('password');
  }
  const done = await deps.db.transaction().execute(async (tx) => {
    const locked = await lockUserWithPassword(tx, user, password);
    if (!locked) throw wrongPasswordError('password');
    if (locked.totpSince === null) throw new AppError('totp_not_on');
    if ((await spendCode(tx, deps, user.id, totpCode)) === 'wrong') return undefined;
    return { result: await work(tx) };
  });
  if (!done) {
    log.warn({ userId: user.id }, 'change of two-step sign-in refused: wrong code');
    throw new AppError('totp_wrong');
  }
  await clearProofFailures(deps, user.id);
  return done.result;
}

/**
 * For the operator's command line: turns off the second step of an account whose owner has lost phone and recovery codes, and ends its sessions.
 * @returns whether it was on
 */
export function turnTotpOffByEmail({ db }: { db: Db }, email: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const found = await findUserByEmail(tx, email);
    const user = found && (await lockUser(tx, found.id));
    if (!user?.totpSince) return false;
    await turnTotpOff(tx, machineActorId, user.id);
    await deleteSessionsOf(tx, user.id);
    return true;
  });
}

/** Turns the second step of a locked account off, records who did it, and notifies the owner by mail. */
async function turnTotpOff(tx: Tx, actorId: string, userId: string): Promise<void> {
  await setTotpOff(tx, userId);
  await clearSecondStepOfSessions(tx, userId);
  const change = { subject: userId, before: { totp: true }, after: { totp: false } };
  await recordChange(tx, { actor: { userId: actorId }, action: 'totp.disable', ...change });
  await queueMail(tx, { kind: 'two-step-changed', userId, payload: { change: 'off' } });
}
