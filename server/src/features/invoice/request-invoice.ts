import type { Deps } from '../../deps.ts';
import {
  InvoicingError,
  type InvoiceIssuer,
  type IssuedInvoice,
  type InvoiceLine,
  type InvoiceOrder,
} from '../../providers/invoicing/invoice-issuer.ts';
import { recordError } from '../journal/error-log.queries.ts';
import { rescheduleIssue, afterFailure, failIssue } from './commit-issue.ts';
import { recordRequestIntent, saveIssue, type IssueRow } from './issue-step.queries.ts';
import { endPause } from './issuer-pause.queries.ts';

/** A request is sent within this time after its intent was recorded, or not at all. */
const sendWindowMs = 5_000;

/**
 * Requests the invoice once, after a lookup that found none. The intent is committed before the request is sent: if an intent has no answer, the
 * invoice is looked up before it is requested again.
 */
export async function requestInvoice(
  deps: Deps,
  issue: IssueRow,
  issuer: InvoiceIssuer,
): Promise<IssueRow | undefined> {
  const order = orderOf(issue);
  const found = await issuer.find(order.reference);
  if (found) return saveFoundInvoice(deps, { ...issue, issuer: issuer.name }, found);
  const isPrepared = issue.preparation !== null && issue.issuer === issuer.name;
  const preparation = isPrepared && issue.preparation ? issue.preparation : await issuer.prepare(order);
  const sendBefore = performance.now() + sendWindowMs;
  const noted = await recordRequestIntent(deps.db, { ...issue, issuer: issuer.name, preparation }, sendWindowMs);
  if (!noted) return undefined;
  let issued: IssuedInvoice;
  try {
    issued = await issuer.issue(order, preparation, { sendBefore });
  } catch (error) {
    if (!(error instanceof InvoicingError)) throw error;
    if (error.failure === 'unknown') return rescheduleIssue(deps, noted, unknownAnswer(deps, issuer, error));
    // Certainly nothing was issued: clear the intent, so that no lookup is needed before the next request.
    const cleared = await saveIssue(deps.db, noted, { state: 'to_issue', requestedAt: null, sendableUntil: null });
    return cleared && afterFailure(deps, { ...cleared, preparation: null }, issuer, error);
  }
  await endPause(deps.db, issuer.name);
  return saveFoundInvoice(deps, noted, issued);
}

function unknownAnswer(deps: Deps, issuer: InvoiceIssuer, { message }: InvoicingError) {
  return {
    delayMs: issuer.settleMs === 0 ? 0 : deps.config.POLL_INTERVAL_MS,
    changes: { state: 'unknown' } as const,
    failure: `It is not known whether it was issued: ${message}`,
  };
}

/** Saves the number of an invoice that exists; only its PDF is still missing. */
async function saveFoundInvoice(deps: Deps, issue: IssueRow, issued: IssuedInvoice): Promise<IssueRow | undefined> {
  const { documentId, number, total } = issued;
  if (total !== undefined && total !== issue.amount) {
    const errorMessage = `Invoice ${issue.id} was issued as ${number} over ${total} where ${issue.amount} ${issue.currency} was charged (minor units). Correct it by hand.`;
    await recordError(deps.db, { moduleName: 'invoice', errorMessage });
  }
  return saveIssue(deps.db, issue, { state: 'issuing', documentId, number, consecutiveFailures: 0 });
}

/** After this long without a confirmation the invoice is marked as failed. */
const unconfirmedAfterMs = 24 * 3_600_000;
/** After this many requests that left no record at the issuer the invoice is marked as failed. */
const maxRequests = 3;

/**
 * Finds out whether a request without an answer was accepted. It was if the issuer has an invoice with our reference. It was not if the issuer
 * certainly has none at two lookups, the last of them so late that no request can still be in flight. Only then is the invoice requested again.
 */
export async function reconcileInvoice(
  deps: Deps,
  issue: IssueRow,
  issuer: InvoiceIssuer,
): Promise<IssueRow | undefined> {
  const sendableUntil = (issue.sendableUntil ?? issue.now).getTime();
  const settledAt = sendableUntil + issuer.settleMs;
  let found: IssuedInvoice | undefined;
  try {
    found = await issuer.find(referenceOf(issue.id));
  } catch (error) {
    if (!(error instanceof InvoicingError) || issue.now.getTime() - sendableUntil < unconfirmedAfterMs) throw error;
    return failIssue(deps, issue, `the issuer never confirmed whether it had accepted the request (${error.message})`);
  }
  if (found) return saveFoundInvoice(deps, issue, found);
  const missingLookups = issue.missingLookups + 1;
  const needed = issuer.settleMs === 0 ? 1 : 2;
  const untilSettledMs = settledAt - issue.now.getTime();
  if (missingLookups < needed || untilSettledMs > 0) {
    const { POLL_INTERVAL_MS } = deps.config;
    const delayMs = untilSettledMs > 0 ? Math.min(POLL_INTERVAL_MS, untilSettledMs) : POLL_INTERVAL_MS;
    return rescheduleIssue(deps, issue, { delayMs, changes: { missingLookups } });
  }
  if (issue.requests >= maxRequests)
    return failIssue(deps, issue, `it was requested ${issue.requests} times and the issuer has no record of it`);
  return saveIssue(deps.db, issue, { state: 'to_issue', requestedAt: null, sendableUntil: null, missingLookups: 0 });
}

/** The request to an issuer. @throws InvoicingError refused, if the lines do not add up to the charged amount */
function orderOf(issue: IssueRow): InvoiceOrder {
  const lines = issue.lines ?? [singleLine(issue)];
  const sum = lines.reduce((all, line) => all + line.amount, 0);
  if (sum !== issue.amount)
    throw new InvoicingError('refused', `its lines make ${sum}, but ${issue.amount} was charged`);
  return {
    reference: referenceOf(issue.id),
    language: issue.language,
    currency: issue.currency,
    total: issue.amount,
    lines,
    buyer: {
      name: issue.partnerName,
      taxNumber: issue.partnerTaxNumber,
      address: issue.partnerAddress,
      city: issue.partnerCity,
      postCode: issue.partnerPostCode,
      country: issue.partnerCountry,
    },
    orderedOn: issue.orderedOn,
    suppliedOn: issue.fulfillmentDate,
    dueOn: issue.dueDate,
  };
}

/** Our reference, which the issuer stores with the invoice. */
function referenceOf(invoiceId: string): string {
  return `invoice-${invoiceId}`;
}

/** For buckets that were paid before lines were stored with the invoice, and have been deleted since. */
function singleLine({ amount }: IssueRow): InvoiceLine {
  return { kind: 'base', quantity: 1, unitPrice: amount, amount };
}
