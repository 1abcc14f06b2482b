import type { register } from '@keepsake/contract/accounts';
import type { Body } from '@keepsake/contract/endpoint';
import type { Deps } from '../../deps.ts';
import type { Tx } from '../../platform/db.ts';
import { newId, sha256 } from '../../platform/ids.ts';
import { enqueue } from '../../platform/queue/job.ts';
import { countMailTo } from './account-limits.ts';
import { revokeAccountTokens } from './account-token.queries.ts';
import { chooseAccountMailJob } from './choose-account-mail.job.ts';
import { hashPassword, isPassword } from './passwords/password-hash.ts';
import { checkNewPassword } from './passwords/password-rules.ts';
import {
  dropPassword,
  findUserByEmail,
  insertUnverifiedUser,
  lockUserByEmail,
  setRegistrationKey,
  type Registration,
  type UserRow,
} from './user.queries.ts';

/** Does the same work for an address that is known and one that is not; which mail goes out is decided afterwards by a job. */
export async function registerAccount(deps: Deps, given: Body<typeof register>, networkAddress: string): Promise<void> {
  const { password, registrationKey, ...details } = given;
  checkNewPassword('password', password, details, deps.config.PRODUCT_NAME);
  await deps.limits.count('register', networkAddress);
  await countMailTo(deps, details.email);
  const key = registrationKey === undefined ? null : sha256(registrationKey);
  const before = await findUserByEmail(deps.db, details.email);
  const write = isContestable(before)
    ? await registerAgain(before, password, key)
    : await registerNew({ ...details, password, key });
  await deps.db.transaction(async (tx) => {
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
    // The same registration may have come twice at once.
    if (isContestable(user) && !(await isPassword(password, user.passwordHash))) await dropContested(tx, user);
  };
}

/**
 * An address that nobody has verified is registered once more. With another password it may be by another person, and which of them owns
 * the mailbox is not known: then no password stands, and a mail leads to a new one.
 */
async function registerAgain(before: UserRow, password: string, key: Buffer | null): Promise<Write> {
  const isSame = await isPassword(password, before.passwordHash);
  return async (tx) => {
    const user = isSame ? undefined : await lockUserByEmail(tx, before.email);
    if (isContestable(user)) await dropContested(tx, user);
    if (isSame && key !== null) await setRegistrationKey(tx, before, key);
  };
}

async function dropContested(tx: Tx, { id }: UserRow): Promise<void> {
  await dropPassword(tx, id);
  await revokeAccountTokens(tx, id, 'verify');
}

/** A customer's account with a password of which nobody knows yet whether it is that of the address's owner. */
function isContestable(user: UserRow | undefined): user is UserRow {
  return user?.role === 'User' && user.emailVerifiedAt === null && user.passwordHash !== null;
}
