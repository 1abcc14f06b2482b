import type { Deps } from '../../deps.ts';
import { sha256 } from '../../platform/ids.ts';
import { isPassword } from './password-hash.ts';

interface Account {
  email: string;
  passwordHash: string | null;
  totpSince: Date | null;
}

/**
 * Whether this is the account's password. Every try counts against the account's limit before it is looked at, so that guesses made
 * at once count too; a right one clears the count, unless a second step follows: a password that leaked must not buy guesses of codes.
 * The same for an address that has no account.
 * @throws AppError rate_limited, service_unavailable
 */
export async function isRightPassword(deps: Deps, account: Account, password: string): Promise<boolean> {
  const key = addressKey(account.email);
  await deps.limits.count('loginFailure', key);
  const isRight = await isPassword(password, account.passwordHash);
  if (isRight && account.totpSince === null) await deps.limits.clear('loginFailure', key);
  return isRight;
}

/** Counts a try of a code where no password is tried with it, as one of a password. @throws AppError rate_limited */
export async function countCode(deps: Deps, email: string): Promise<void> {
  await deps.limits.count('loginFailure', addressKey(email));
}

/** Counts one mail that was asked for an address by somebody who has not proven to own it. @throws AppError rate_limited */
export async function countMailTo(deps: Deps, email: string): Promise<void> {
  await deps.limits.count('mail', addressKey(email));
}

/** Somebody proved to be the owner, by the mailbox or both steps: a lock that strangers brought about with their guesses ends. */
export async function forgiveFailures(deps: Deps, email: string): Promise<void> {
  await deps.limits.clear('loginFailure', addressKey(email));
}

/** Counters are kept under a hash: the table of limits needs no addresses, and takes keys of a certain length only. */
function addressKey(email: string): string {
  return sha256(email).toString('base64url');
}
