import type { BodyInput } from '@keepsake/contract/endpoint';
import type { saveInvoice } from '@keepsake/contract/orders/invoice';
import { forgetAtEnd } from '../../shared/session.ts';

export type InvoiceInput = Omit<BodyInput<typeof saveInvoice>, 'bucketId'>;

let draft: { bucketId: string; values: InvoiceInput } | null = null;

// Personal data: kept in memory only, and deleted when the session ends.
forgetAtEnd('invoice draft', forgetDraft);

/** What was typed for a bucket before the user went back a step. */
export function findDraft(bucketId: string): InvoiceInput | null {
  return draft?.bucketId === bucketId ? draft.values : null;
}

export function storeDraft(bucketId: string, values: InvoiceInput): void {
  draft = { bucketId, values };
}

export function forgetDraft(): void {
  draft = null;
}
