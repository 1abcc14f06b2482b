import type { Deps } from '../../deps.ts';
import { InvoicingError, type InvoiceIssuer, type IssuedInvoice } from '../../providers/invoicing/invoice-issuer.ts';
import { recordError } from '../journal/error-log.queries.ts';
import { issueLater } from './commit-issue.ts';
import { noteAsk, saveIssue, type IssueRow } from './issue.queries.ts';
import { afterFailure } from './issue-failure.ts';
import { orderOf } from './issue-order.ts';
import { endPause } from './issuer-pause.queries.ts';

/** A request leaves within this time of being noted, or not at all. */
const sendWindowMs = 5_000;

/**
 * Asks for the invoice, once, after having looked whether it exists. That a request is about to leave is committed first: whoever finds
 * that note without an answer never asks again without having looked.
 */
export async function askIssuer(deps: Deps, issue: IssueRow, issuer: InvoiceIssuer): Promise<IssueRow | undefined> {
  const order = orderOf(issue);
  const found = await issuer.find(order.reference);
  if (found) return adopt(deps, { ...issue, issuer: issuer.name }, found);
  const isPrepared = issue.preparation !== null && issue.issuer === issuer.name;
  const preparation = isPrepared && issue.preparation ? issue.preparation : await issuer.prepare(order);
  const sendBefore = performance.now() + sendWindowMs;
  const noted = await noteAsk(deps.db, { ...issue, issuer: issuer.name, preparation }, sendWindowMs);
  if (!noted) return undefined;
  let issued: IssuedInvoice;
  try {
    issued = await issuer.issue(order, preparation, { sendBefore });
  } catch (error) {
    if (!(error instanceof InvoicingError)) throw error;
    if (error.failure === 'unknown') return issueLater(deps, noted, unknownAnswer(deps, issuer, error));
    // For certain nothing was issued: the note goes, and with it the need to look before asking again.
    const unasked = await saveIssue(deps.db, noted, { state: 'to_issue', askedAt: null, sendableUntil: null });
    return unasked && afterFailure(deps, { ...unasked, preparation: null }, issuer, error);
  }
  await endPause(deps.db, issuer.name);
  return adopt(deps, noted, issued);
}

function unknownAnswer(deps: Deps, issuer: InvoiceIssuer, { message }: InvoicingError) {
  return {
    delayMs: issuer.settleMs === 0 ? 0 : deps.config.POLL_INTERVAL_MS,
    changes: { state: 'unknown' } as const,
    trouble: `It is not known whether it was issued: ${message}`,
  };
}

/** The invoice exists: from here on only its PDF is missing. */
export async function adopt(deps: Deps, issue: IssueRow, issued: IssuedInvoice): Promise<IssueRow | undefined> {
  const { documentId, number, total } = issued;
  if (total !== undefined && total !== issue.amount) {
    const errorMessage = `Invoice ${issue.id} was issued as ${number} over ${total} where ${issue.amount} ${issue.currency} was charged (minor units). Correct it by hand.`;
    await recordError(deps.db, deps.clock, { moduleName: 'invoice', errorMessage });
  }
  return saveIssue(deps.db, issue, { state: 'issuing', documentId, number, troubles: 0 });
}
