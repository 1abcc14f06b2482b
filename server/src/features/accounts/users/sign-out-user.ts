import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { deleteSessionsOf } from '../sessions/session.queries.ts';
import { lockUser } from '../user.queries.ts';
import { recordChange } from '../../journal/audit.queries.ts';

/** Ends every session of a user. @throws AppError not_found */
export async function signOutUser(deps: Deps, actorId: string, userId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
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
