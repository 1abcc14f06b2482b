import type { Db } from '../../platform/db.ts';
import { deleteSessionsOf } from '../accounts/session.queries.ts';
import { findUserByEmail } from '../accounts/user.queries.ts';
import { setTotpOff } from './totp.queries.ts';

/**
 * For whoever runs the machine: turns the second step of an account off whose phone and codes are lost, and ends its sessions.
 * @returns whether it was on
 */
export function forgetTotp(db: Db, email: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (!user?.totpSince) return false;
    await setTotpOff(tx, user.id);
    await deleteSessionsOf(tx, user.id);
    return true;
  });
}
