import type { Deps } from '../../deps.ts';
import { newId, sha256 } from '../../platform/ids.ts';
import { isKnownNetwork } from './sessions/session.queries.ts';
import { isPassword } from './passwords/password-hash.ts';
import type { UserRow } from './user.queries.ts';

/**
 * Whether this is the password of the address, which may have no account. Every attempt is counted before it is checked, so that concurrent guesses
 * count too. There are two counts: per account and network, so that a stranger cannot lock out the owner in another network; and over all networks
 * that are new to the account, so that guesses from many networks are limited as well. A correct password clears the count of its network.
 * @throws AppError rate_limited, service_unavailable
 */
export async function verifySignInPassword(
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

/**
 * Counts a second-step code sent with the correct password, over all networks: somebody who knows the password must not get more guesses by changing
 * networks.
 * @throws AppError rate_limited
 */
export async function countCode(deps: Deps, userId: string): Promise<void> {
  await deps.limits.count('totpFailure', userId);
}

/**
 * Whether a signed-in user has entered the correct password to confirm an action. Has its own limit, because strangers can use up the limit of
 * sign-ins. A correct password clears the count, unless a code follows.
 * @throws AppError rate_limited, service_unavailable
 */
export async function verifyProofPassword(deps: Deps, user: UserRow, password: string): Promise<boolean> {
  await countProof(deps, user.id);
  const isRight = await isPassword(password, user.passwordHash);
  if (isRight && user.totpSince === null) await clearProofFailures(deps, user.id);
  return isRight;
}

/** Counts a second-step code that is sent without a password. @throws AppError rate_limited */
export async function countProof(deps: Deps, userId: string): Promise<void> {
  await deps.limits.count('proofFailure', userId);
}

export async function clearProofFailures(deps: Deps, userId: string): Promise<void> {
  await deps.limits.clear('proofFailure', userId);
}

/**
 * Counts a request that can cause a mail to an address. Each network has a count of its own, because strangers must not keep the owner of an address
 * from registering; above the limit of the address the mail itself is left out.
 * @throws AppError rate_limited
 */
export async function countMailRequest(
  deps: Deps,
  kind: 'mailFrom' | 'resetMailFrom',
  { email, network }: { email: string; network: string },
): Promise<void> {
  await deps.limits.count(kind, keyOf(email, network));
}

/** Counts a mail that follows a registration: anybody can register any address. @throws AppError rate_limited */
export async function countMailTo(deps: Deps, email: string): Promise<void> {
  await deps.limits.count('mail', keyOf(email));
}

/** Counts a password reset mail. It has its own limit, because it may be the user's only way to sign in again. @throws AppError rate_limited */
export async function countResetMailTo(deps: Deps, email: string): Promise<void> {
  await deps.limits.count('resetMail', keyOf(email));
}

/** Clears the failed sign-ins from this network, after the owner has proved access to the mailbox or passed both steps. */
export async function clearSignInFailures(deps: Deps, { id, email }: UserRow, network: string): Promise<void> {
  await deps.limits.clear('loginFailure', keyOf(email, network));
  await deps.limits.clear('totpFailure', id);
}

/** The key of a counter is hashed, so that the table of limits contains no addresses and no long keys. */
function keyOf(...parts: string[]): string {
  return sha256(parts.join(' ')).toString('base64url');
}
