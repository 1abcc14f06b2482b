import { fieldText } from '@keepsake/contract/field-errors';
import type { Tx } from '../../../platform/database/db.ts';
import { AppError } from '../../../errors.ts';
import { lockUser, type UserRow } from '../user.queries.ts';
import { isPassword } from './password-hash.ts';

/**
 * Locks an account whose password was checked before this transaction, and checks that it was not changed since.
 * @returns undefined if the password has been changed, or the account deleted
 */
export async function lockUserWithPassword(
  tx: Tx,
  checked: Pick<UserRow, 'id' | 'passwordHash'>,
  password: string,
): Promise<UserRow | undefined> {
  const user = await lockUser(tx, checked.id);
  // The hash may differ although the password is the same: a sign-in replaces a hash with an outdated cost.
  const isStill =
    user?.passwordHash === checked.passwordHash || (await isPassword(password, user?.passwordHash ?? null));
  return isStill ? user : undefined;
}

/** The error for a wrong password entered to confirm an action; it names the field. */
export function wrongPasswordError(field: 'password' | 'currentPassword'): AppError {
  const problem = { code: 'password_wrong' } as const;
  return new AppError('password_wrong', {
    fields: { [field]: fieldText(problem) },
    body: { problems: { [field]: problem } },
  });
}
