import * as z from 'zod/mini';
import type { Queryable } from '../../platform/db.ts';
import { enqueue, type JobType } from '../../platform/queue/job.ts';

const payload = z.object({ invoiceId: z.uuid(), inTurn: z.optional(z.boolean()) });

/** Issues one invoice, step by step. */
export const issueInvoiceJobType: JobType<typeof payload> = { name: 'issue-invoice', payload };

/**
 * Wakes the issue of an invoice; one waiting job per invoice, the last call decides when.
 * @param options.inTurn one after another with all others that are in turn
 */
export function wakeInvoice(
  tx: Queryable,
  invoiceId: string,
  { delayMs = 0, inTurn = false }: { delayMs?: number; inTurn?: boolean } = {},
): Promise<void> {
  return enqueue(
    tx,
    issueInvoiceJobType,
    { invoiceId, ...(inTurn && { inTurn }) },
    { key: `invoice:${invoiceId}`, delayMs: Math.round(delayMs), ...(inTurn && { queue: 'issue-invoice' }) },
  );
}
