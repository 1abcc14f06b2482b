import type { Deps } from '../../deps.ts';
import { defineJob } from '../../job.ts';
import type { Tx } from '../../platform/database/db.ts';
import { MailRefused, type OutgoingMail } from '../../providers/mail/mailer.ts';
import { recordError } from '../journal/error-log.queries.ts';
import { awaitsInvoice } from './invoice-of-mail.ts';
import { isStillWanted } from './mail-relevance.ts';
import {
  lockWaitingMail,
  markDropped,
  markFailed,
  markSent,
  recordFailedTry,
  waitingMail,
  type WaitingMail,
} from '../journal/mail.queries.ts';
import { nameOf, renderMail } from './render-mail.ts';
import { jobType, sendMailLater } from '../journal/queued-jobs.ts';

/** Sends one mail. It is locked meanwhile, so that a second run of the job cannot send it again. */
export const sendMailJob = defineJob({
  ...jobType('send-mail'),
  run: async ({ mailId }, deps) => {
    const mail = await waitingMail(deps.db, mailId);
    if (!mail) return;
    if (!(await isStillWanted(deps.db, mail))) return markDropped(deps.db, mailId);
    if (await awaitsInvoice(deps, mail)) return sendMailLater(deps.db, mail, 500);
    const message = await toMessage(deps, mail);
    await deps.db.transaction().execute(async (tx) => {
      if (!(await lockWaitingMail(tx, mailId))) return;
      try {
        await deps.mailer.send(message);
      } catch (error) {
        await noteFailure(tx, deps, mail, error as Error);
        return;
      }
      await markSent(tx, mailId);
    });
  },
});

async function toMessage(deps: Deps, mail: WaitingMail): Promise<OutgoingMail> {
  const rendered = await renderMail(deps, mail);
  return {
    ...rendered,
    to: { name: nameOf(mail) ?? '', address: mail.email },
    messageId: `<${mail.id}@${senderHost(deps.config.MAIL_FROM)}>`,
    language: mail.language,
  };
}

function senderHost(from: string): string {
  return /@([^\s@>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
}

const giveUpAfterMs = 3 * 86_400_000;

async function noteFailure(tx: Tx, deps: Deps, mail: WaitingMail, error: Error): Promise<void> {
  const reason = withoutAddresses(error.message);
  const isFinal = error instanceof MailRefused || mail.age > giveUpAfterMs;
  deps.log.warn({ mailId: mail.id, kind: mail.kind, tries: mail.tries + 1, reason, isFinal }, 'mail not sent');
  if (isFinal) await markFailed(tx, mail.id, reason);
  else {
    await recordFailedTry(tx, mail.id, reason);
    await sendMailLater(tx, mail, retryDelayMs(mail.tries, mail.age));
  }
  if (isFinal || mail.tries === reportedTry) {
    const what = isFinal ? 'failed permanently' : 'could not be sent yet and will be retried';
    const errorMessage = `Mail ${mail.id} (${mail.kind}) to user ${mail.userId} ${what}: ${reason}`;
    await recordError(tx, { moduleName: 'mail', errorMessage });
  }
}

/** The attempt at which a failure is added to the error list; earlier failures are common and usually temporary. */
const reportedTry = 2;

/**
 * Doubles from two seconds up to a minute, or to ten minutes if the mail is older than an hour. The queue's own backoff grows to hours, so mails
 * would wait long after the mail server is back.
 */
export function retryDelayMs(tries: number, ageMs: number): number {
  const longest = ageMs > 3_600_000 ? 600_000 : 60_000;
  return Math.min(2000 * 2 ** Math.min(tries, 20), longest);
}

/** Mail servers repeat the address in their replies; it must not appear in logs or lists. */
function withoutAddresses(text: string): string {
  return text.replace(/[^\s<>"']+@[^\s<>"']+/g, '…').slice(0, 500);
}
