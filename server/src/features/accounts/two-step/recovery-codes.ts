import { randomBytes } from 'node:crypto';
import type { Tx } from '../../../platform/db.ts';
import { sha256 } from '../../../platform/ids.ts';
import { base32 } from './totp.ts';
import { putRecoveryCodes, spendRecoveryCode } from './totp.queries.ts';

const count = 10;
/** 120 bits a code: as nobody can try them all, a plain hash keeps them (ASVS 6.5.2). */
const bytes = 15;

/** Gives a user new recovery codes in place of the old ones. Only their hashes are kept: these are shown once. */
export async function makeRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: count }, () => base32(randomBytes(bytes)));
  await putRecoveryCodes(
    tx,
    userId,
    codes.map((code) => sha256(code)),
  );
  return codes.map((code) => (code.match(/.{4}/g) ?? []).join('-'));
}

/** @param code without spaces and hyphens */
export function spendAsRecoveryCode(tx: Tx, userId: string, code: string): Promise<boolean> {
  return spendRecoveryCode(tx, userId, sha256(code.toUpperCase()));
}
