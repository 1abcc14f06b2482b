import { fieldText } from '@keepsake/contract/field-errors';
import { AppError } from '../../../errors.ts';

/** The refusal of a password that was asked for as proof, told at the field it was typed into. */
export function wrongPassword(field: 'password' | 'currentPassword'): AppError {
  const problem = { code: 'password_wrong' } as const;
  return new AppError('password_wrong', {
    fields: { [field]: fieldText(problem) },
    body: { problems: { [field]: problem } },
  });
}
