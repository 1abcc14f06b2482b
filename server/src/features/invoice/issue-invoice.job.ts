import type { Deps } from '../../deps.ts';
import { defineJob } from '../../job.ts';
import { InvoicingError, type InvoiceIssuer, type IssuerName } from '../../providers/invoicing/invoice-issuer.ts';
import { goesInTurn, issueLater, afterFailure, keepPdf, backOff } from './commit-issue.ts';
import { issueInvoiceJobType, wakeInvoice } from './issue-invoice.job-type.ts';
import { openIssue, issuerPausedForMs, saveIssue, endPause, type IssueRow, type OpenState } from './issue.queries.ts';
import { askIssuer, lookInvoiceUp } from './request-invoice.ts';

type Step = (deps: Deps, issue: IssueRow, issuer: InvoiceIssuer) => Promise<IssueRow | undefined>;

/** What is done for an invoice in each of its open states; the row as it is afterwards, if the next step may follow at once. */
const steps: Record<OpenState, Step> = {
  to_issue: askIssuer,
  issuing: fetchPdf,
  unknown: lookInvoiceUp,
};

/** Takes the issue of an invoice on by as many steps as need no waiting. */
export const issueInvoiceJob = defineJob({
  ...issueInvoiceJobType,
  async run({ invoiceId, inTurn }, deps, { signal }) {
    let issue = await openIssue(deps.db, invoiceId, deps.config.SELLER_TIME_ZONE);
    if (issue && goesInTurn(deps, issue) && !inTurn) return wakeInvoice(deps.db, invoiceId, { inTurn: true });
    while (issue && !signal.aborted) issue = await takeStep(deps, issue);
    if (issue) await wakeInvoice(deps.db, invoiceId, { inTurn: goesInTurn(deps, issue) });
  },
});

async function takeStep(deps: Deps, issue: IssueRow): Promise<IssueRow | undefined> {
  const name = issuerOf(deps, issue);
  const pausedMs = await issuerPausedForMs(deps.db, name);
  if (pausedMs > 0)
    return issueLater(deps, issue, { delayMs: pausedMs + Math.random() * deps.config.POLL_INTERVAL_MS });
  try {
    return await steps[issue.state](deps, issue, deps.issuers.named(name));
  } catch (error) {
    if (!(error instanceof InvoicingError)) throw error;
    deps.log.warn({ invoiceId: issue.id, issuer: name, err: error }, 'the issuer was asked in vain');
    return afterFailure(deps, issue, { name, settleMs: deps.config.RECONCILE_WAIT_MS }, error);
  }
}

/** Who began an invoice goes on with it; one that nobody was asked for yet goes to whoever issues now. */
function issuerOf(deps: Deps, issue: IssueRow): IssuerName {
  return issue.state === 'to_issue' ? deps.issuers.current.name : (issue.issuer ?? deps.issuers.current.name);
}

/** The PDF of an invoice that exists. An invoice that was asked for, by a worker that is gone, is looked up first. */
async function fetchPdf(deps: Deps, issue: IssueRow, issuer: InvoiceIssuer): Promise<IssueRow | undefined> {
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
