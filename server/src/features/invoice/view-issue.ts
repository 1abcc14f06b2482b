import type { InvoiceIssue } from '@keepsake/contract/orders/invoice';
import type { Queryable } from '../../platform/database/db.ts';
import type { SignedLinks } from '../../platform/secrets/signed-links.ts';
import { invoicePath } from '../photos/files/media-links.ts';
import { issueOf } from './issue.queries.ts';

/** The state of an invoice as the API shows it; null if none is to be issued. */
export async function viewIssue(
  deps: { db: Queryable; links: SignedLinks },
  invoiceId: string,
): Promise<InvoiceIssue | null> {
  const issue = await issueOf(deps.db, invoiceId);
  if (!issue) return null;
  const { state, number, correctable } = issue;
  const pdfUrl = state === 'issued' ? deps.links.sign(invoicePath(invoiceId), 'download') : null;
  return { state, number, pdfUrl, correctable };
}
