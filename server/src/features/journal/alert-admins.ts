import type { Tx } from '../../platform/database/db.ts';
import { adminIds } from './mail.queries.ts';
import { queueMail } from './queue-mail.ts';

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
