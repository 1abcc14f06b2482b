import * as z from 'zod/mini';
import { defineJob, type Schedule } from '../../job.ts';
import { startRun } from '../journal/start-run.ts';
import { strandedMails } from '../journal/mail.queries.ts';
import { sendMailLater } from '../journal/queued-jobs.ts';

/** A mail server may take this long. Two jobs for one mail do no harm: the second finds it locked or sent. */
const longestRunMs = 60_000;

/** Enqueues jobs for mails whose job was lost. */
export const sweepMailsJob = defineJob({
  name: 'sweep-mails',
  payload: z.object({}),
  async run(_payload, { db }) {
    const run = startRun('mail-rescue');
    for (const mail of await strandedMails(db, longestRunMs)) {
      await db.transaction().execute(async (tx) => {
        await sendMailLater(tx, mail);
        await run.count(tx, { items: 1 });
      });
    }
  },
});

export const sweepMailsSchedule: Schedule = { job: sweepMailsJob, everyMs: ({ LEASE_MS }) => 2 * LEASE_MS };
