import type { Deps } from '../../../deps.ts';
import type { Tx } from '../../../platform/db.ts';
import { spendAsRecoveryCode } from './recovery-codes.ts';
import { stepOfCode, stepSeconds } from './totp.ts';
import { lockTotpSecret, noteStep } from './totp.queries.ts';

/** What seals and opens a secret knows whose it is. */
export function contextOf(userId: string): string {
  return `totp:${userId}`;
}

/** Uses a code of the app or a recovery code up; each works once. Count the try first: this does not. */
export async function spendCode(
  tx: Tx,
  deps: Deps,
  userId: string,
  given: string,
): Promise<'totp' | 'recovery' | 'wrong'> {
  const code = given.replaceAll(/[ -]/g, '');
  if (!/^\d{6}$/.test(code)) return (await spendAsRecoveryCode(tx, userId, code)) ? 'recovery' : 'wrong';
  const kept = await lockTotpSecret(tx, userId, stepSeconds);
  if (!kept) return 'wrong';
  const step = stepOfCode(await deps.secrets.open(kept.sealed, contextOf(userId)), code, kept.step);
  if (step === undefined || (kept.lastStep !== null && step <= kept.lastStep)) return 'wrong';
  await noteStep(tx, userId, step);
  return 'totp';
}
