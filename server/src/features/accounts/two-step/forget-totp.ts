import { machineActorId } from '@keepsake/contract/audit';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db.ts';
import { deleteSessionsOf } from '../sessions/session.queries.ts';
import { findUserByEmail, lockUser } from '../user.queries.ts';
import { turnTotpOff } from './turn-totp-off.ts';

/**
 * For whoever runs the machine: turns the second step of an account off whose phone and codes are lost, and ends its sessions.
 * @returns whether it was on
 */
export function forgetTotp({ db, clock }: { db: Db; clock: Clock }, email: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const found = await findUserByEmail(tx, email);
    const user = found && (await lockUser(tx, found.id));
    if (!user?.totpSince) return false;
    await turnTotpOff(tx, clock, machineActorId, user.id);
    await deleteSessionsOf(tx, user.id);
    return true;
  });
}
