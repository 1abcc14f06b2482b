import type { Deps } from '../../deps.ts';
import { newId, sha256 } from '../../platform/ids.ts';
import { isKnownNetwork } from './sessions/session.queries.ts';
import { isPassword } from './passwords/password-hash.ts';
import type { UserRow } from './user.queries.ts';

/**
 * Whether this is the password of an address, which may have no account. Every attempt is counted before it is checked, so that simultaneous
 * guesses count too: per account and network, so that a stranger locks the owner out nowhere else; and over all networks that are new to
 * the account, so that guesses from many networks are limited as well. A right password clears the count of its network.
 * @throws AppError rate_limited, service_unavailable
 */
export async function isRightSignIn(
  deps: Deps,
  { email, user }: { email: string; user: UserRow | undefined },
  password: string,
  network: string,
): Promise<boolean> {
  const isKnown = await isKnownNetwork(deps.db, user?.id ?? newId(), network);
  const key = keyOf(email, network);
  await deps.limits.count('loginFailure', key);
  if (!isKnown) await deps.limits.count('loginElsewhere', keyOf(email));
  const isRight = await isPassword(password, user?.passwordHash ?? null);
  if (isRight) await deps.limits.clear('loginFailure', key);
  return isRight;
}

/** Counts a code that comes with the right password: one that leaked must not buy guesses from every network. @throws AppError rate_limited */
export async function countCode(deps: Deps, userId: string): Promise<void> {
  await deps.limits.count('totpFailure', userId);
}

/**
 * Whether a signed-in user gives the right password as proof. Counted apart from sign-ins, which strangers can use up; a right one
 * clears the count, unless a code is to follow.
 * @throws AppError rate_limited, service_unavailable
 */
export async function isRightProof(deps: Deps, user: UserRow, password: string): Promise<boolean> {
  await countProof(deps, user.id);
  const isRight = await isPassword(password, user.passwordHash);
  if (isRight && user.totpSince === null) await clearProofFailures(deps, user.id);
  return isRight;
}

/** Counts a code where no password is given with it. @throws AppError rate_limited */
export async function countProof(deps: Deps, userId: string): Promise<void> {
  await deps.limits.count('proofFailure', userId);
}

export async function clearProofFailures(deps: Deps, userId: string): Promise<void> {
  await deps.limits.clear('proofFailure', userId);
}

/** Counts a mail that follows a registration, which anybody can make for anybody. @throws AppError rate_limited */
export async function countMailTo(deps: Deps, email: string): Promise<void> {
  await deps.limits.count('mail', keyOf(email));
}

/** Counts a mail with a link to a new password. Apart from the others: these are the way back in. @throws AppError rate_limited */
export async function countResetMailTo(deps: Deps, email: string): Promise<void> {
  await deps.limits.count('resetMail', keyOf(email));
}

/** Clears the failed sign-ins from this network after the owner proved the mailbox or both steps. */
export async function clearSignInFailures(deps: Deps, { id, email }: UserRow, network: string): Promise<void> {
  await deps.limits.clear('loginFailure', keyOf(email, network));
  await deps.limits.clear('totpFailure', id);
}

/** Counters are stored under a hash: the table of limits needs no addresses, and its keys have a maximum length. */
function keyOf(...parts: string[]): string {
  return sha256(parts.join(' ')).toString('base64url');
}
