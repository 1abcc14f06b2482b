import type { Deps } from '../../deps.ts';
import { newId } from '../../platform/ids.ts';
import type {
  IssuerName,
  InvoiceIssuer,
  InvoicingError,
  InvoicingFailure,
} from '../../providers/invoicing/invoice-issuer.ts';
import { alertAdmins } from '../journal/queue-mail.ts';
import { recordError } from '../journal/error-log.queries.ts';
import { wakeInvoice } from '../journal/queued-jobs.ts';
import { cancelRemovals, fileGraceMs, requestRemovals } from '../photos/files/file-removal.queries.ts';
import { markIssued, markIssueFailed, saveIssue, type IssueChanges, type IssueRow } from './issue-step.queries.ts';
import { claimPauseNotice, pauseIssuer } from './issuer-pause.queries.ts';

/** Consecutive failures after which administrators are notified. */
const notifyAfterFailures = 10;

/** Runs the next step of an invoice after a delay. `failure`: a temporary failure. */
export async function rescheduleIssue(
  deps: Deps,
  issue: IssueRow,
  { delayMs, changes, failure }: { delayMs: number; changes?: IssueChanges; failure?: string },
): Promise<undefined> {
  const consecutiveFailures = failure === undefined ? 0 : issue.consecutiveFailures + 1;
  await deps.db.transaction().execute(async (tx) => {
    const saved = await saveIssue(tx, issue, { consecutiveFailures, ...changes });
    if (!saved) return;
    const text = `Invoice ${issue.id}: ${failure}. It will be retried.`;
    // Only the first of consecutive failures is logged as an error.
    if (consecutiveFailures === 1) await recordError(tx, { moduleName: 'invoice', errorMessage: text });
    if (consecutiveFailures === notifyAfterFailures)
      await alertAdmins(tx, { text, dedupeKey: `invoice-failure:${issue.id}:${issue.requests}` });
    await wakeInvoice(tx, issue.id, { delayMs, inTurn: isIssuedSerially(deps, issue) });
  });
}

/** Marks an invoice as failed; an administrator must retry. */
export async function failIssue(deps: Deps, issue: IssueRow, reason: string): Promise<undefined> {
  deps.log.error({ invoiceId: issue.id, reason }, 'invoice not issued');
  await deps.db.transaction().execute(async (tx) => {
    if (!(await markIssueFailed(tx, issue, reason))) return;
    const text = `Invoice ${issue.id} could not be issued: ${reason}. It can be issued again on the administrators' page, among the errors.`;
    await recordError(tx, { moduleName: 'invoice', errorMessage: text });
    await alertAdmins(tx, { text, dedupeKey: `invoice-failed:${issue.id}:${issue.step}` });
  });
}

/**
 * Stores the PDF and marks the invoice as issued. The file's removal is scheduled before it is stored, and cancelled in the transaction that updates the
 * row: if the row cannot be updated or this process dies in between, the file is removed.
 */
export async function storePdf(deps: Deps, issue: IssueRow, pdf: Uint8Array): Promise<undefined> {
  const key = `invoices/${newId()}.pdf`;
  await requestRemovals(deps.db, [key], fileGraceMs);
  const { sha256 } = await deps.storage.put(key, pdf, 'application/pdf');
  await deps.db.transaction().execute(async (tx) => {
    if (!(await markIssued(tx, issue, { key, sha256 }))) return;
    if (!(await cancelRemovals(tx, [key]))) throw new Error('Storing it took too long');
  });
}

/** Pauses requests to the issuer. If only an administrator can help, notifies them once per pause. */
async function pauseIssuerAndNotify(
  deps: Deps,
  issuer: IssuerName,
  { ms, reason, notifiesAdmins }: { ms: number; reason: string; notifiesAdmins: boolean },
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    await pauseIssuer(tx, issuer, ms, reason);
    const since = notifiesAdmins ? await claimPauseNotice(tx, issuer) : undefined;
    if (!since) return;
    const text = `The invoice issuer ${issuer} refuses this account: ${reason}. Invoices wait until this is solved; none is lost.`;
    await recordError(tx, { moduleName: 'invoice', errorMessage: text });
    await alertAdmins(tx, { text, dedupeKey: `issuer-stop:${issuer}:${since.toISOString()}` });
  });
}

/** An external issuer is called by one worker at a time, so that no partner is created twice and rate limits are respected. */
export function isIssuedSerially(deps: Deps, issue: Pick<IssueRow, 'issuer'>): boolean {
  return (issue.issuer ?? deps.issuers.current.name) !== 'own';
}

type AfterFailure = (
  deps: Deps,
  issue: IssueRow,
  issuer: Pick<InvoiceIssuer, 'name' | 'settleMs'>,
  error: InvoicingError,
) => Promise<undefined>;

/** What follows from a failure after which certainly nothing was issued. */
export const afterFailure: AfterFailure = (deps, issue, issuer, error) =>
  steps[error.failure](deps, issue, issuer, error);

const steps: Record<InvoicingFailure, AfterFailure> = {
  refused: (deps, issue, _issuer, { message }) => failIssue(deps, issue, message),
  account: (deps, issue, { name }, { message }) =>
    waitForIssuer(deps, issue, {
      issuer: name,
      ms: 12 * deps.config.POLL_INTERVAL_MS,
      reason: message,
      notifiesAdmins: true,
    }),
  busy: (deps, issue, { name }, { message, retryAfterMs }) => {
    const ms = retryAfterMs ?? 2 * deps.config.POLL_INTERVAL_MS;
    return waitForIssuer(deps, issue, { issuer: name, ms, reason: message, notifiesAdmins: false });
  },
  not_sent: (deps, issue, _issuer, { message }) =>
    rescheduleIssue(deps, issue, { delayMs: issueBackOffMs(deps, issue), failure: message }),
  // A partner may have been created: wait until the issuer's list must contain it, then look it up.
  unknown: (deps, issue, { settleMs }, { message }) =>
    rescheduleIssue(deps, issue, { delayMs: Math.max(settleMs, issueBackOffMs(deps, issue)), failure: message }),
};

/** The delay grows with consecutive failures, up to twelve poll intervals (one minute by default). */
export function issueBackOffMs({ config }: Deps, { consecutiveFailures }: IssueRow): number {
  return config.POLL_INTERVAL_MS * Math.min(12, 2 ** Math.min(consecutiveFailures, 10));
}

async function waitForIssuer(
  deps: Deps,
  issue: IssueRow,
  stop: { issuer: InvoiceIssuer['name']; ms: number; reason: string; notifiesAdmins: boolean },
): Promise<undefined> {
  await pauseIssuerAndNotify(deps, stop.issuer, stop);
  return rescheduleIssue(deps, issue, { delayMs: stop.ms });
}
