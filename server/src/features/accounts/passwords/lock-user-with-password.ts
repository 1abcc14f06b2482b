import type { Tx } from '../../../platform/db.ts';
import { isPassword } from './password-hash.ts';
import { lockUser, type UserRow } from '../user.queries.ts';

/**
 * Locks an account for what its password was checked for. The check came before this transaction: meanwhile the password may have been
 * changed, which ends everything that the old one opened.
 * @returns undefined where the password is not the account's any more, or the account has gone
 */
export async function lockUserWithPassword(
  tx: Tx,
  checked: Pick<UserRow, 'id' | 'passwordHash'>,
  password: string,
): Promise<UserRow | undefined> {
  const user = await lockUser(tx, checked.id);
  // Another hash may still be the same password's, hashed anew at today's cost.
  const isStill =
    user?.passwordHash === checked.passwordHash || (await isPassword(password, user?.passwordHash ?? null));
  return isStill ? user : undefined;
}
