import type { register } from '@keepsake/contract/accounts';
import type { Body } from '@keepsake/contract/endpoint';
import type { Deps } from '../../deps.ts';
import { newId } from '../../platform/ids.ts';
import { enqueue } from '../../platform/queue/job.ts';
import { countMailTo } from './account-limits.ts';
import { revokeAccountTokens } from './account-token.queries.ts';
import { chooseAccountMailJob } from './choose-account-mail.job.ts';
import { hashPassword } from './password-hash.ts';
import { checkNewPassword } from './password-rules.ts';
import { upsertUnverifiedUser } from './user.queries.ts';

/** Does the same work for an address that is known and one that is not; which mail goes out is decided afterwards by a job. */
export async function registerAccount(
  deps: Deps,
  registration: Body<typeof register>,
  networkAddress: string,
): Promise<void> {
  const { password, ...details } = registration;
  checkNewPassword('password', password, details, deps.config.PRODUCT_NAME);
  await deps.limits.count('register', networkAddress);
  await countMailTo(deps, details.email);
  const passwordHash = await hashPassword(password);
  await deps.db.transaction(async (tx) => {
    const userId = await upsertUnverifiedUser(tx, { ...details, passwordHash });
    // A link of an earlier registration must not open the account to the password of a later one.
    if (userId) await revokeAccountTokens(tx, userId, 'verify');
    await enqueue(tx, chooseAccountMailJob, { requestId: newId(), email: details.email, askedFor: 'registration' });
  });
}
