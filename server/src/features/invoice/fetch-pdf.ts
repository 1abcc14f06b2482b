import type { Deps } from '../../deps.ts';
import type { InvoiceIssuer } from '../../providers/invoicing/invoice-issuer.ts';
import { issueLater, keepPdf } from './commit-issue.ts';
import { saveIssue, type IssueRow } from './issue.queries.ts';
import { backOff } from './issue-failure.ts';
import { endPause } from './issuer-pause.queries.ts';

/** The PDF of an invoice that exists. An invoice that was asked for, by a worker that is gone, is looked up first. */
export async function fetchPdf(deps: Deps, issue: IssueRow, issuer: InvoiceIssuer): Promise<IssueRow | undefined> {
  if (issue.documentId === null) return saveIssue(deps.db, issue, { state: 'unknown' });
  const pdf = await issuer.pdf(issue.documentId);
  await endPause(deps.db, issuer.name);
  if ('retryAfterMs' in pdf) return issueLater(deps, issue, { delayMs: pdf.retryAfterMs });
  try {
    return await keepPdf(deps, issue, pdf);
  } catch (error) {
    const trouble = `Its PDF could not be stored: ${(error as Error).message}`;
    return issueLater(deps, issue, { delayMs: backOff(deps, issue), trouble });
  }
}
