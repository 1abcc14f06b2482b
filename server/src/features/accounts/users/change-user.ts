import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import type { Tx } from '../../../platform/database/db.ts';
import { recordChange } from '../../journal/audit.queries.ts';
import { lockAdmins, lockUser, setRole, type UserRow, hasOtherAdmin } from '../user.queries.ts';
import { setTotpOff } from '../two-step/totp.queries.ts';
import { deleteSessionsOf } from '../sessions/session.queries.ts';

/**
 * Grants or revokes administrator rights. The change applies from that user's next call, because the role is read with every call. Revoking them also
 * turns the second step off: customers have none, and no page to turn it off.
 * @throws AppError last_admin, address_not_verified, not_found; not_allowed if the actor has lost their rights meanwhile
 */
export async function changeRole(
  deps: Deps,
  actorId: string,
  { userId, role }: { userId: string; role: UserRow['role'] },
): Promise<UserRow> {
  return deps.db.transaction().execute(async (tx) => {
    const admins = role === 'User' ? await requireOtherAdmin(tx, userId) : await lockAdmins(tx);
    if (!admins.includes(actorId)) throw new AppError('not_allowed');
    const user = await lockUser(tx, userId);
    if (!user) throw new AppError('not_found');
    if (user.role === role) return user;
    if (role === 'Admin' && user.emailVerifiedAt === null) throw new AppError('address_not_verified');
    await setRole(tx, userId, role);
    if (role === 'User') await setTotpOff(tx, userId);
    const changed = { ...user, role, totpSince: role === 'User' ? null : user.totpSince };
    await recordChange(tx, {
      actor: { userId: actorId },
      action: 'users.set_role',
      subject: userId,
      before: { role: user.role, totp: user.totpSince !== null },
      after: { role, totp: changed.totpSince !== null },
    });
    return changed;
  });
}

/** Ends every session of a user. @throws AppError not_found */
export async function signOutUser(deps: Deps, actorId: string, userId: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    if (!(await lockUser(tx, userId))) throw new AppError('not_found');
    const sessions = await deleteSessionsOf(tx, userId);
    await recordChange(tx, {
      actor: { userId: actorId },
      action: 'users.sign_out',
      subject: userId,
      before: { sessions },
      after: { sessions: 0 },
    });
  });
}

/**
 * Ensures that an administrator who can sign in remains when this one leaves.
 * @returns all administrators who are not disabled, locked
 * @throws AppError last_admin
 */
export async function requireOtherAdmin(tx: Tx, userId: string): Promise<string[]> {
  const admins = await lockAdmins(tx);
  if (admins.includes(userId) && !(await hasOtherAdmin(tx, userId))) throw new AppError('last_admin');
  return admins;
}
