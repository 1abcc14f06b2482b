import { buffer } from 'node:stream/consumers';
import type { Deps } from '../../deps.ts';
import { issueOfBucket } from '../invoice/issue.queries.ts';
import type { WaitingMail } from '../journal/mail.queries.ts';

/** How long a confirmation waits for its invoice, which is usually issued within a second. */
const invoiceWaitMs = 30_000;

/** Whether a mail should wait a moment, because its invoice is being issued. */
export async function awaitsInvoice(deps: Deps, { kind, bucketId, age }: WaitingMail): Promise<boolean> {
  if (kind !== 'order-confirmed' || bucketId === null) return false;
  if (age > invoiceWaitMs) return false;
  const issue = await issueOfBucket(deps.db, bucketId);
  return issue?.state === 'to_issue' || issue?.state === 'issuing';
}

/** `follows`: it is not issued yet; undefined: there will be none. */
export type InvoiceOfMail = { number: string; pdf: Buffer } | 'follows' | undefined;

/** The invoice of a set, if it can be attached. If it cannot be read, the mail is sent without it. */
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
