import type { Queryable } from '../../platform/database/db.ts';
import { newId } from '../../platform/ids.ts';
import { mailPayloads, type MailToQueue } from './mail-kinds.ts';
import { insertMail } from './mail.queries.ts';
import { sendMailLater } from './queued-jobs.ts';

/**
 * Has a mail sent once the caller's transaction commits; one whose dedupe key was used before is left out.
 * @returns whether it was queued
 */
export async function queueMail(tx: Queryable, mail: MailToQueue): Promise<boolean> {
  const id = newId();
  const payload = mailPayloads[mail.kind].parse(mail.payload ?? {});
  const isNew = await insertMail(tx, { ...mail, id, payload });
  if (isNew) await sendMailLater(tx, id);
  return isNew;
}
