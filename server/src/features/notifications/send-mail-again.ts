import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { lockUser } from '../accounts/user.queries.ts';
import { recordChange } from '../journal/audit.queries.ts';
import { repeatableMails } from '../journal/mail-kinds.ts';
import { isMailWaiting, mailInAnyState } from '../journal/mail.queries.ts';
import { queueMailAgain } from '../journal/queue-mail.ts';
import { isStillWanted } from './mail-relevance.ts';

/**
 * Sends a mail once more, to its recipient's current address. The first one stays in the list.
 * @throws AppError not_found; mail_waiting if it, or an equal one, is queued; mail_not_wanted
 */
export async function sendMailAgain(deps: Deps, actor: { userId: string }, mailId: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const mail = await mailInAnyState(tx, mailId);
    // Locking the recipient serializes concurrent requests.
    if (!mail || !(await lockUser(tx, mail.userId))) throw new AppError('not_found');
    if (!repeatableMails.has(mail.kind)) throw new AppError('mail_not_wanted');
    if (await isMailWaiting(tx, mail)) throw new AppError('mail_waiting');
    if (!(await isStillWanted(tx, mail))) throw new AppError('mail_not_wanted');
    await queueMailAgain(tx, mail);
    const before = { kind: mail.kind, state: mail.state };
    await recordChange(tx, {
      actor,
      action: 'mails.send_again',
      subject: mail.bucketId ?? mail.userId,
      before,
      after: { kind: mail.kind, state: 'queued' },
    });
  });
}
