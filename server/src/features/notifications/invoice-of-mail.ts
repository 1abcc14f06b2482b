import { buffer } from 'node:stream/consumers';
import type { Deps } from '../../deps.ts';
import { issueOfBucket } from '../invoice/issue.queries.ts';
import type { WaitingMail } from '../journal/mail.queries.ts';

/** How long a confirmation waits for its invoice; usually it is there within a second. */
const invoiceWaitMs = 30_000;

/** Whether a mail should wait a moment longer, as its invoice is just being issued. */
export async function awaitsInvoice(deps: Deps, { kind, bucketId, age }: WaitingMail): Promise<boolean> {
  if (kind !== 'order-confirmed' || bucketId === null) return false;
  if (age > invoiceWaitMs) return false;
  const issue = await issueOfBucket(deps.db, bucketId);
  return issue?.state === 'to_issue' || issue?.state === 'issuing';
}

/** `follows`: it is not there yet; undefined: there will be none. */
export type InvoiceOfMail = { number: string; pdf: Buffer } | 'follows' | undefined;

/** The invoice of a set as it can be attached now. A mail never fails for want of it. */
export async function invoiceOfMail(deps: Deps, bucketId: string | null): Promise<InvoiceOfMail> {
  const issue = bucketId === null ? undefined : await issueOfBucket(deps.db, bucketId);
  if (!issue) return undefined;
  if (issue.number === null || issue.pdfKey === null) return 'follows';
  try {
    return { number: issue.number, pdf: await buffer(await deps.storage.read(issue.pdfKey)) };
  } catch (error) {
    deps.log.warn({ err: error, key: issue.pdfKey }, 'an invoice could not be attached');
    return 'follows';
  }
}
