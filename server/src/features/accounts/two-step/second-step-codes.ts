import { randomBytes } from 'node:crypto';
import type { Deps } from '../../../deps.ts';
import type { Tx } from '../../../platform/database/db.ts';
import { sha256 } from '../../../platform/ids.ts';
import { stepOfCode, stepSeconds, base32 } from './totp.ts';
import { lockTotpSecret, recordTotpStep, saveRecoveryCodes, spendRecoveryCode } from './totp.queries.ts';

/** Binds a sealed secret to its user. */
export function totpSealContext(userId: string): string {
  return `totp:${userId}`;
}

/** Uses a code of the app or a recovery code up; each works once. The caller counts the attempt first. */
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
  const step = stepOfCode(await deps.secrets.open(kept.sealed, totpSealContext(userId)), code, kept.step);
  if (step === undefined || (kept.lastStep !== null && step <= kept.lastStep)) return 'wrong';
  await recordTotpStep(tx, userId, step);
  return 'totp';
}

const count = 10;
/** 120 bits per code cannot be guessed, so a hash without salt is enough (ASVS 6.5.2). */
const bytes = 15;

/** Replaces the recovery codes of a user. Only hashes are stored; the codes are shown once. */
export async function makeRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: count }, () => base32(randomBytes(bytes)));
  await saveRecoveryCodes(
    tx,
    userId,
    codes.map((code) => sha256(code)),
  );
  return codes.map((code) => (code.match(/.{4}/g) ?? []).join('-'));
}

/** @param code without spaces and hyphens */
function spendAsRecoveryCode(tx: Tx, userId: string, code: string): Promise<boolean> {
  return spendRecoveryCode(tx, userId, sha256(code.toUpperCase()));
}
