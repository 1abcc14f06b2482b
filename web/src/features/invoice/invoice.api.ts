import {
  bucketInvoice,
  type Invoice,
  type InvoiceIssue,
  lastInvoice,
  saveInvoice,
} from '@keepsake/contract/orders/invoice';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, call } from '../../shared/api.ts';
import type { InvoiceInput } from './invoice-draft.ts';

/** Initial invoice data: those of the bucket, else of the customer's latest invoice, else none. */
export function invoiceQuery(bucketId: string) {
  return queryOptions({
    queryKey: ['invoice', bucketId],
    queryFn: async ({ signal }) => {
      const { invoice: latest } = await call(lastInvoice, { signal });
      // There is no other invoice to take data from.
      if (latest === null || latest.bucketId === bucketId) return latest;
      return (await fetchBucketInvoice(bucketId, signal)) ?? latest;
    },
    staleTime: 0,
    gcTime: 0,
  });
}

export async function saveInvoiceData(bucketId: string, values: InvoiceInput): Promise<void> {
  await call(saveInvoice, { body: { ...values, bucketId } });
}

/** The state of a paid bucket's invoice; null if nothing was charged. */
export async function fetchInvoiceIssue(bucketId: string): Promise<InvoiceIssue | null> {
  return (await call(bucketInvoice, { params: { id: bucketId } })).issue;
}

/** Invoice data of a paid bucket while they can be corrected; null otherwise. */
export function correctableInvoiceQuery(bucketId: string) {
  return queryOptions({
    queryKey: ['invoice', bucketId, 'correctable'],
    queryFn: async ({ signal }) => {
      const found = await findBucketInvoice(bucketId, signal);
      return found?.issue?.correctable === true ? found.invoice : null;
    },
    staleTime: 0,
    gcTime: 0,
  });
}

async function fetchBucketInvoice(bucketId: string, signal: AbortSignal): Promise<Invoice | null> {
  return (await findBucketInvoice(bucketId, signal))?.invoice ?? null;
}

async function findBucketInvoice(
  bucketId: string,
  signal: AbortSignal,
): Promise<{ invoice: Invoice; issue: InvoiceIssue | null } | null> {
  try {
    return await call(bucketInvoice, { params: { id: bucketId }, signal });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invoice_not_found') return null;
    throw error;
  }
}
