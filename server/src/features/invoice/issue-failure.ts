import type { Deps } from '../../deps.ts';
import type { InvoiceIssuer, InvoicingError, InvoicingFailure } from '../../providers/invoicing/invoice-issuer.ts';
import { giveIssueUp, issueLater, stopIssuer } from './commit-issue.ts';
import type { IssueRow } from './issue.queries.ts';

type AfterFailure = (
  deps: Deps,
  issue: IssueRow,
  issuer: Pick<InvoiceIssuer, 'name' | 'settleMs'>,
  error: InvoicingError,
) => Promise<undefined>;

/** What follows from a failure that for certain issued nothing. */
export const afterFailure: AfterFailure = (deps, issue, issuer, error) =>
  steps[error.failure](deps, issue, issuer, error);

const steps: Record<InvoicingFailure, AfterFailure> = {
  refused: (deps, issue, _issuer, { message }) => giveIssueUp(deps, issue, message),
  account: (deps, issue, { name }, { message }) =>
    waitForIssuer(deps, issue, { issuer: name, ms: 12 * deps.config.POLL_INTERVAL_MS, reason: message, isTold: true }),
  busy: (deps, issue, { name }, { message, retryAfterMs }) => {
    const ms = retryAfterMs ?? 2 * deps.config.POLL_INTERVAL_MS;
    return waitForIssuer(deps, issue, { issuer: name, ms, reason: message, isTold: false });
  },
  not_sent: (deps, issue, _issuer, { message }) =>
    issueLater(deps, issue, { delayMs: backOff(deps, issue), trouble: message }),
  // A partner may have been made: it is looked for again once it must be listed.
  unknown: (deps, issue, { settleMs }, { message }) =>
    issueLater(deps, issue, { delayMs: Math.max(settleMs, backOff(deps, issue)), trouble: message }),
};

/** Waits grow with the troubles in a row, up to twelve poll intervals (a minute with the usual setting). */
export function backOff({ config }: Deps, { troubles }: IssueRow): number {
  return config.POLL_INTERVAL_MS * Math.min(12, 2 ** Math.min(troubles, 10));
}

async function waitForIssuer(
  deps: Deps,
  issue: IssueRow,
  stop: { issuer: InvoiceIssuer['name']; ms: number; reason: string; isTold: boolean },
): Promise<undefined> {
  await stopIssuer(deps, stop.issuer, stop);
  return issueLater(deps, issue, { delayMs: stop.ms });
}
