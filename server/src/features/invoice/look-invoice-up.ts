import type { Deps } from '../../deps.ts';
import { InvoicingError, type InvoiceIssuer, type IssuedInvoice } from '../../providers/invoicing/invoice-issuer.ts';
import { adopt } from './ask-issuer.ts';
import { giveIssueUp, issueLater } from './commit-issue.ts';
import { saveIssue, type IssueRow } from './issue.queries.ts';
import { referenceOf } from './issue-order.ts';

/** After this long the issuer's silence is told instead of waited out. */
const unconfirmedAfterMs = 24 * 3_600_000;
/** A request that vanished this often without a trace is a matter for a person. */
const asksAtMost = 3;

/**
 * Finds out whether a request whose answer is missing was accepted: the issuer has an invoice with our reference, or it says for
 * certain that it has none, twice, the last time so late that nothing sent can still be on its way. Only then it is asked again.
 */
export async function lookInvoiceUp(deps: Deps, issue: IssueRow, issuer: InvoiceIssuer): Promise<IssueRow | undefined> {
  const sendableUntil = (issue.sendableUntil ?? issue.now).getTime();
  const settledAt = sendableUntil + issuer.settleMs;
  let found: IssuedInvoice | undefined;
  try {
    found = await issuer.find(referenceOf(issue.id));
  } catch (error) {
    if (!(error instanceof InvoicingError) || issue.now.getTime() - sendableUntil < unconfirmedAfterMs) throw error;
    return giveIssueUp(deps, issue, `it never became clear whether the issuer had accepted it (${error.message})`);
  }
  if (found) return adopt(deps, issue, found);
  const missingLookups = issue.missingLookups + 1;
  const needed = issuer.settleMs === 0 ? 1 : 2;
  const untilSettledMs = settledAt - issue.now.getTime();
  if (missingLookups < needed || untilSettledMs > 0) {
    const { POLL_INTERVAL_MS } = deps.config;
    const delayMs = untilSettledMs > 0 ? Math.min(POLL_INTERVAL_MS, untilSettledMs) : POLL_INTERVAL_MS;
    return issueLater(deps, issue, { delayMs, changes: { missingLookups } });
  }
  if (issue.asks >= asksAtMost)
    return giveIssueUp(deps, issue, `it was asked for ${issue.asks} times and the issuer has none of it`);
  return saveIssue(deps.db, issue, { state: 'to_issue', askedAt: null, sendableUntil: null, missingLookups: 0 });
}
