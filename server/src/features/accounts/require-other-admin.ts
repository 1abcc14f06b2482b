import { AppError } from '../../errors.ts';
import type { Tx } from '../../platform/db.ts';
import { isOtherAdmin, lockAdmins } from './user.queries.ts';

/**
 * Makes sure that somebody who can sign in stays an administrator when this one goes.
 * @returns all administrators, locked
 * @throws AppError last_admin
 */
export async function requireOtherAdmin(tx: Tx, userId: string): Promise<string[]> {
  const admins = await lockAdmins(tx);
  if (admins.includes(userId) && !(await isOtherAdmin(tx, userId))) throw new AppError('last_admin');
  return admins;
}
