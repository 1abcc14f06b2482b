import * as z from 'zod/mini';
import { defineJob, type Schedule } from '../../job.ts';
import { startRun } from '../journal/start-run.ts';
import { adoptUnissued, strandedIssues } from './issue.queries.ts';
import { wakeInvoice } from '../journal/queued-jobs.ts';

/** Enqueues jobs for invoices of paid buckets that have none: the job was lost, or an older version of the product received the payment. */
export const sweepInvoicesJob = defineJob({
  name: 'sweep-invoices',
  payload: z.object({}),
  async run(_payload, { db, config }) {
    await adoptUnissued(db);
    const run = startRun('invoice-rescue');
    for (const invoiceId of await strandedIssues(db, config.LEASE_MS)) {
      await db.transaction().execute(async (tx) => {
        await wakeInvoice(tx, invoiceId);
        await run.count(tx, { items: 1 });
      });
    }
  },
});

export const sweepInvoicesSchedule: Schedule = {
  job: sweepInvoicesJob,
  everyMs: ({ PAYMENT_SWEEP_MS }) => PAYMENT_SWEEP_MS,
};
