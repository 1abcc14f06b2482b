import { dictionary } from '@zxcvbn-ts/language-common';
import { fieldText, type FieldProblem } from '@keepsake/contract/field-errors';
import { limits } from '@keepsake/contract/limits';
import { AppError } from '../../../errors.ts';

/** The account that the password is for. */
export interface PasswordOwner {
  readonly name: string;
  readonly email: string;
}

/**
 * Refuses a password that is easy to guess. There are no composition rules: any characters are allowed, as typed.
 * @param field name of the request's field, for the error
 * @throws AppError validation_failed naming the field
 */
export function checkNewPassword(field: string, password: string, owner: PasswordOwner, productName: string): void {
  const problem = findPasswordProblem(password.toLowerCase(), owner, productName);
  if (!problem) return;
  throw new AppError('validation_failed', {
    fields: { [field]: fieldText(problem) },
    body: { problems: { [field]: problem } },
  });
}

/** Common passwords that meet the minimum length. */
const common = new Set(dictionary['passwords-common'].filter((password) => password.length >= limits.passwordMin));

function findPasswordProblem(password: string, owner: PasswordOwner, productName: string): FieldProblem | undefined {
  if (common.has(password)) return { code: 'too_common' };
  const productWords = ['keepsake', productName.toLowerCase()];
  if (productWords.some((word) => password.includes(word))) return { code: 'too_personal' };
  return ownWords(owner).some((word) => addsNoLetters(password, word)) ? { code: 'too_personal' } : undefined;
}

function ownWords({ name, email }: PasswordOwner): string[] {
  return [name, email, email.split('@')[0] ?? ''].map((word) => word.toLowerCase());
}

/** `Ada.Lovelace1815!` is `Ada Lovelace` with digits and punctuation added, and just as easy to guess. */
function addsNoLetters(password: string, word: string): boolean {
  const letters = lettersOf(word);
  return password === word || (letters !== '' && lettersOf(password) === letters);
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}]/gu, '');
}
