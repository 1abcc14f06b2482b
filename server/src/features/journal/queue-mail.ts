import type { Queryable, Tx } from '../../platform/database/db.ts';
import { newId } from '../../platform/ids.ts';
import { mailPayloads, type MailToQueue } from './mail-kinds.ts';
import { insertMail, type WaitingMail, adminIds } from './mail.queries.ts';
import { sendMailLater } from './queued-jobs.ts';

/**
 * Queues a mail in the caller's transaction, unless its dedupe key was used before.
 * @returns whether it was queued
 */
export async function queueMail(tx: Queryable, mail: MailToQueue): Promise<boolean> {
  const id = newId();
  const payload = mailPayloads[mail.kind].parse(mail.payload ?? {});
  const isNew = await insertMail(tx, { ...mail, id, payload });
  if (isNew) await sendMailLater(tx, { id, kind: mail.kind });
  return isNew;
}

/** Queues a mail once more, with the same payload and the current data of its recipient and its bucket. */
export async function queueMailAgain(tx: Queryable, mail: WaitingMail): Promise<void> {
  const id = newId();
  const { kind, userId, bucketId } = mail;
  const payload = mailPayloads[kind].parse(mail.payload);
  await insertMail(tx, { id, kind, userId, bucketId: bucketId ?? undefined, payload });
  await sendMailLater(tx, { id, kind });
}

/** Queues a mail to every administrator, once per dedupe key. */
export async function alertAdmins(tx: Tx, alert: { text: string; dedupeKey: string }): Promise<void> {
  const { text, dedupeKey } = alert;
  for (const userId of await adminIds(tx))
    await queueMail(tx, {
      kind: 'admin-alert',
      userId,
      dedupeKey: `${dedupeKey}:${userId}`,
      payload: { text },
    });
}
