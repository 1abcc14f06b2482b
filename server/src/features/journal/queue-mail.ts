import type { Queryable } from '../../platform/database/db.ts';
import { newId } from '../../platform/ids.ts';
import { mailPayloads, type MailToQueue } from './mail-kinds.ts';
import { insertMail } from './mail.queries.ts';
import { sendMailLater } from './queued-jobs.ts';

/**
 * Queues a mail in the caller's transaction, unless its dedupe key was used before.
 * @returns whether it was queued
 */
export async function queueMail(tx: Queryable, mail: MailToQueue): Promise<boolean> {
  const id = newId();
  const payload = mailPayloads[mail.kind].parse(mail.payload ?? {});
  const isNew = await insertMail(tx, { ...mail, id, payload });
  if (isNew) await sendMailLater(tx, id);
  return isNew;
}
