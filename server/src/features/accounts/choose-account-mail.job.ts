import { email } from '@keepsake/contract/accounts/email';
import * as z from 'zod/mini';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { defineJob } from '../../job.ts';
import type { MailToQueue } from '../journal/mail-kinds.ts';
import { queueMail } from '../journal/queue-mail.ts';
import { countMailTo, countResetMailTo } from './account-limits.ts';
import { findUserByEmail, type UserRow } from './user.queries.ts';

const askedFor = z.enum(['registration', 'verification', 'password']);

/**
 * Queues the mail, if any, for an address that was entered. The account is looked up in this job rather than in the request, so that neither the
 * answer nor its timing reveals which addresses have an account. Mails above the limit of the mailbox are left out silently: a request that is refused
 * for it would let strangers keep the owner of the address from registering.
 */
export const chooseAccountMailJob = defineJob({
  name: 'choose-account-mail',
  payload: z.object({ requestId: z.uuid(), email, askedFor }),
  run: async (request, deps) => {
    const user = await findUserByEmail(deps.db, request.email);
    if (!user || !(await countMail(deps, user, request.askedFor))) return;
    await deps.db.transaction().execute((tx) =>
      queueMail(tx, {
        kind: kindFor(request.askedFor, user),
        userId: user.id,
        dedupeKey: `asked:${request.requestId}`,
      }),
    );
  },
});

/** @returns false if the mailbox has had as many as it may get */
async function countMail(deps: Deps, { id, email }: UserRow, asked: z.output<typeof askedFor>): Promise<boolean> {
  try {
    await (asked === 'password' ? countResetMailTo(deps, email) : countMailTo(deps, email));
    return true;
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'rate_limited')) throw error;
    deps.log.info({ userId: id, askedFor: asked }, 'mail left out: too many were requested');
    return false;
  }
}

type AccountMail = Extract<MailToQueue['kind'], 'verify-email' | 'reset-password' | 'set-password' | 'account-exists'>;

function kindFor(asked: z.output<typeof askedFor>, user: UserRow): AccountMail {
  if (user.passwordHash === null) return 'set-password';
  if (asked === 'password') return 'reset-password';
  return user.emailVerifiedAt ? 'account-exists' : 'verify-email';
}
