import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { recordChange } from '../../journal/audit.queries.ts';
import { deleteSessionsOf } from '../sessions/session.queries.ts';
import { lockAdmins, lockUser, setDisabled } from '../user.queries.ts';
import { requireOtherAdmin } from './change-user.ts';

/**
 * Disables an account and ends its sessions at once, or enables it again. Paid films are made and kept as before. A repeated call changes nothing.
 * @returns since when it is disabled
 * @throws AppError own_account, last_admin, not_found; not_allowed if the actor has lost their rights meanwhile
 */
export function setUserDisabled(
  deps: Deps,
  actorId: string,
  userId: string,
  isDisabled: boolean,
): Promise<Date | null> {
  if (actorId === userId) throw new AppError('own_account');
  return deps.db.transaction().execute(async (tx) => {
    const admins = isDisabled ? await requireOtherAdmin(tx, userId) : await lockAdmins(tx);
    if (!admins.includes(actorId)) throw new AppError('not_allowed');
    const user = await lockUser(tx, userId);
    if (!user) throw new AppError('not_found');
    if ((user.disabledAt !== null) === isDisabled) return user.disabledAt;
    const disabledAt = await setDisabled(tx, userId, isDisabled);
    const sessions = isDisabled ? await deleteSessionsOf(tx, userId) : 0;
    await recordChange(tx, {
      actor: { userId: actorId },
      action: isDisabled ? 'users.disable' : 'users.enable',
      subject: userId,
      before: { disabled: !isDisabled, ...(isDisabled && { sessions }) },
      after: { disabled: isDisabled },
    });
    return disabledAt;
  });
}
