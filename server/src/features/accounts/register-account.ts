import type { register, verifyEmail } from '@keepsake/contract/accounts/accounts';
import type { Body, Query } from '@keepsake/contract/endpoint';
import type { Deps } from '../../deps.ts';
import type { Tx } from '../../platform/database/db.ts';
import { newId, sha256 } from '../../platform/ids.ts';
import { enqueue } from '../../platform/queue/job.ts';
import { AppError } from '../../errors.ts';
import { queueMail } from '../journal/queue-mail.ts';
import { revokeAccountTokens, findAccountToken, spendAccountToken, type GivenToken } from './account-token.queries.ts';
import { countMailRequest } from './account-limits.ts';
import { chooseAccountMailJob } from './choose-account-mail.job.ts';
import { hashPassword, isPassword } from './passwords/password-hash.ts';
import { checkNewPassword } from './passwords/password-rules.ts';
import {
  dropRegistration,
  findUserByEmail,
  insertUnverifiedUser,
  lockUserByEmail,
  setRegistrationKey,
  type Registration,
  type UserRow,
  lockUser,
  markEmailVerified,
} from './user.queries.ts';

/** Does the same work for a known and an unknown address, so that the timing reveals nothing; a job then decides which mail is sent. */
export async function registerAccount(deps: Deps, given: Body<typeof register>, network: string): Promise<void> {
  const { password, registrationKey, ...details } = given;
  checkNewPassword('password', password, details, deps.config.PRODUCT_NAME);
  await deps.limits.count('register', network);
  await countMailRequest(deps, 'mailFrom', { email: details.email, network });
  const key = registrationKey === undefined ? null : sha256(registrationKey);
  const before = await findUserByEmail(deps.db, details.email);
  const write = isContestable(before)
    ? await registerAgain(before, password, key)
    : await registerNew({ ...details, password, key });
  await deps.db.transaction().execute(async (tx) => {
    await write(tx);
    await enqueue(tx, chooseAccountMailJob, { requestId: newId(), email: details.email, askedFor: 'registration' });
  });
}

type Write = (tx: Tx) => Promise<void>;
type NewAccount = Omit<Registration, 'passwordHash' | 'registrationKey'> & { password: string; key: Buffer | null };

async function registerNew({ password, key, ...details }: NewAccount): Promise<Write> {
  const registration = { ...details, passwordHash: await hashPassword(password), registrationKey: key };
  return async (tx) => {
    if (await insertUnverifiedUser(tx, registration)) return;
    const user = await lockUserByEmail(tx, details.email);
    // Two identical registrations may run concurrently.
    if (isContestable(user) && !(await isPassword(password, user.passwordHash))) await dropContested(tx, user);
  };
}

/**
 * Registers an unverified address again. A different password may come from a different person, and it is unknown which of them owns the mailbox:
 * then neither password is kept, and the mail has a link to set a new one.
 */
async function registerAgain(before: UserRow, password: string, key: Buffer | null): Promise<Write> {
  const isSame = await isPassword(password, before.passwordHash);
  return async (tx) => {
    const user = isSame ? undefined : await lockUserByEmail(tx, before.email);
    if (isContestable(user)) await dropContested(tx, user);
    if (isSame && key !== null) await setRegistrationKey(tx, before, key);
  };
}

async function dropContested(tx: Tx, user: UserRow): Promise<void> {
  await dropRegistration(tx, user);
  await revokeAccountTokens(tx, user.id, 'verify');
}

/** Whether somebody other than the owner of the address may have set the password of a customer's account. */
function isContestable(user: UserRow | undefined): user is UserRow {
  return user?.role === 'User' && user.emailVerifiedAt === null && user.passwordHash !== null;
}

/**
 * Verifies an address with the link of a mail. If a link is used again, the address is already verified. The pages also send the key of their
 * browser: if it differs from the key of the registration, a stranger may have registered the address, and the reader of the mail must choose a
 * password first.
 * @throws AppError verification_link_invalid, password_needed
 */
export async function verifyAddress(
  deps: Deps,
  given: Query<typeof verifyEmail>,
): Promise<'verified' | 'was_verified'> {
  const token: GivenToken = { hash: sha256(given.token), userId: given.userId, kind: 'verify' };
  if (!(await findAccountToken(deps.db, token))) throw new AppError('verification_link_invalid');
  return deps.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, given.userId);
    if (user?.emailVerifiedAt) return 'was_verified';
    if (!user || !(await spendAccountToken(tx, token))) throw new AppError('verification_link_invalid');
    if (given.registrationKey !== undefined && !user.registrationKey?.equals(sha256(given.registrationKey)))
      throw new AppError('password_needed');
    await markEmailVerified(tx, user.id);
    if (user.passwordHash === null) await queueMail(tx, { kind: 'set-password', userId: user.id });
    return 'verified';
  });
}
