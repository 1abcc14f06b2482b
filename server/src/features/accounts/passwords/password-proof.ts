import { fieldText } from '@keepsake/contract/field-errors';
import type { Tx } from '../../../platform/database/db.ts';
import { AppError } from '../../../errors.ts';
import { lockUser, type UserRow } from '../user.queries.ts';
import { isPassword } from './password-hash.ts';

/**
 * Locks an account whose password was checked before this transaction. The password may have been changed since, which ends everything
 * that the old one opened.
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

/** The error for a wrong password given as proof, at the field it was typed into. */
export function wrongPasswordError(field: 'password' | 'currentPassword'): AppError {
  const problem = { code: 'password_wrong' } as const;
  return new AppError('password_wrong', {
    fields: { [field]: fieldText(problem) },
    body: { problems: { [field]: problem } },
  });
}
