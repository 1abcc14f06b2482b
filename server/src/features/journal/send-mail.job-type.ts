import * as z from 'zod/mini';
import type { Queryable } from '../../platform/db.ts';
import { enqueue, type JobType } from '../../platform/queue/job.ts';

export const sendMailJobType = {
  name: 'send-mail',
  payload: z.object({ mailId: z.uuid() }),
} as const satisfies JobType;

/** Mails go out over this many queues at once, so that a mail server that hangs can hold only so many workers. */
const queues = 2;

function mailQueue(mailId: string): string {
  return `mail-${Number.parseInt(mailId.slice(-2), 16) % queues}`;
}

/** Has a waiting mail sent; one job per mail, the last call decides when. */
export function sendMailLater(tx: Queryable, mailId: string, delayMs = 0): Promise<void> {
  return enqueue(tx, sendMailJobType, { mailId }, { key: `mail:${mailId}`, queue: mailQueue(mailId), delayMs });
}
