import type { Deps } from '../../deps.ts';
import { defineJob } from '../../job.ts';
import { InvoicingError, type InvoiceIssuer, type IssuerName } from '../../providers/invoicing/invoice-issuer.ts';
import { isIssuedSerially, rescheduleIssue, afterFailure, storePdf, issueBackOffMs } from './commit-issue.ts';
import { jobType, wakeInvoice } from '../journal/queued-jobs.ts';
import type { OpenIssueState } from './issue.queries.ts';
import { openIssue, saveIssue, type IssueRow } from './issue-step.queries.ts';
import { issuerPausedForMs, endPause } from './issuer-pause.queries.ts';
import { requestInvoice, reconcileInvoice } from './request-invoice.ts';
import { describeError } from '../../platform/database/describe-error.ts';

type Step = (deps: Deps, issue: IssueRow, issuer: InvoiceIssuer) => Promise<IssueRow | undefined>;

/** The next step of an invoice, by its state. Resolves to the updated row if another step may follow at once. */
const steps: Record<OpenIssueState, Step> = {
  to_issue: requestInvoice,
  issuing: fetchPdf,
  unknown: reconcileInvoice,
};

/** Runs the steps of issuing an invoice until one must wait. */
export const issueInvoiceJob = defineJob({
  ...jobType('issue-invoice'),
  async run({ invoiceId, inTurn }, deps, { signal }) {
    let issue = await openIssue(deps.db, invoiceId, deps.config.SELLER_TIME_ZONE);
    if (issue && isIssuedSerially(deps, issue) && !inTurn) return wakeInvoice(deps.db, invoiceId, { inTurn: true });
    while (issue && !signal.aborted) issue = await takeStep(deps, issue);
    if (issue) await wakeInvoice(deps.db, invoiceId, { inTurn: isIssuedSerially(deps, issue) });
  },
});

async function takeStep(deps: Deps, issue: IssueRow): Promise<IssueRow | undefined> {
  const name = issuerOf(deps, issue);
  const pausedMs = await issuerPausedForMs(deps.db, name);
  if (pausedMs > 0)
    return rescheduleIssue(deps, issue, { delayMs: pausedMs + Math.random() * deps.config.POLL_INTERVAL_MS });
  try {
    return await steps[issue.state](deps, issue, deps.issuers.named(name));
  } catch (error) {
    if (!(error instanceof InvoicingError)) throw error;
    deps.log.warn({ invoiceId: issue.id, issuer: name, err: error }, 'the invoice issuer request failed');
    return afterFailure(deps, issue, { name, settleMs: deps.config.RECONCILE_WAIT_MS }, error);
  }
}

/** An invoice stays with the issuer that was first called. If none was called yet, the configured issuer is used. */
function issuerOf(deps: Deps, issue: IssueRow): IssuerName {
  return issue.state === 'to_issue' ? deps.issuers.current.name : (issue.issuer ?? deps.issuers.current.name);
}

/** Fetches the PDF of an issued invoice. If the worker that requested the invoice has died, the invoice is looked up first. */
async function fetchPdf(deps: Deps, issue: IssueRow, issuer: InvoiceIssuer): Promise<IssueRow | undefined> {
  if (issue.documentId === null) return saveIssue(deps.db, issue, { state: 'unknown' });
  const pdf = await issuer.pdf(issue.documentId);
  await endPause(deps.db, issuer.name);
  if ('retryAfterMs' in pdf) return rescheduleIssue(deps, issue, { delayMs: pdf.retryAfterMs });
  try {
    return await storePdf(deps, issue, pdf);
  } catch (error) {
    const failure = `Its PDF could not be stored: ${describeError(error)}`;
    return rescheduleIssue(deps, issue, { delayMs: issueBackOffMs(deps, issue), failure });
  }
}
