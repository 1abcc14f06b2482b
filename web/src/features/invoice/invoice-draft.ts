import type { BodyInput } from '@keepsake/contract/endpoint';
import type { saveInvoice } from '@keepsake/contract/invoice';
import { forgetAtEnd } from '../../shared/session.ts';

export type InvoiceInput = Omit<BodyInput<typeof saveInvoice>, 'bucketId'>;

let draft: { bucketId: string; values: InvoiceInput } | null = null;

// Personal data: kept in this page's memory only, and not beyond the session.
forgetAtEnd('invoice draft', forgetDraft);

/** What was typed for a set before one went back a step. */
export function findDraft(bucketId: string): InvoiceInput | null {
  return draft?.bucketId === bucketId ? draft.values : null;
}

export function keepDraft(bucketId: string, values: InvoiceInput): void {
  draft = { bucketId, values };
}

export function forgetDraft(): void {
  draft = null;
}
