import { email } from '@keepsake/contract/accounts/email';
import * as z from 'zod/mini';
import { defineJob } from '../../job.ts';
import type { MailToQueue } from '../journal/mail-kinds.ts';
import { queueMail } from '../journal/queue-mail.ts';
import { findUserByEmail, type UserRow } from './user.queries.ts';

const askedFor = z.enum(['registration', 'verification', 'password']);

/**
 * Queues the mail, if any, for an address that was entered. The account is looked up in this job rather than in the request, so that neither the
 * answer nor its timing reveals which addresses have an account.
 */
export const chooseAccountMailJob = defineJob({
  name: 'choose-account-mail',
  payload: z.object({ requestId: z.uuid(), email, askedFor }),
  run: async (request, deps) => {
    const user = await findUserByEmail(deps.db, request.email);
    if (!user) return;
    await deps.db.transaction().execute((tx) =>
      queueMail(tx, {
        kind: kindFor(request.askedFor, user),
        userId: user.id,
        dedupeKey: `asked:${request.requestId}`,
      }),
    );
  },
});

type AccountMail = Extract<MailToQueue['kind'], 'verify-email' | 'reset-password' | 'set-password' | 'account-exists'>;

function kindFor(asked: z.output<typeof askedFor>, user: UserRow): AccountMail {
  if (user.passwordHash === null) return 'set-password';
  if (asked === 'password') return 'reset-password';
  return user.emailVerifiedAt ? 'account-exists' : 'verify-email';
}
