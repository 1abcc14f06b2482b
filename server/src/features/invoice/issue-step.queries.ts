import type { Currency, Language } from '@keepsake/contract/primitives';
import { sql, type NotNull } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/db.ts';
import { clockTimestamp, later } from '../../platform/database/expressions.ts';
import { toJson } from '../../platform/database/json.ts';
import type { InvoiceLine, IssuerName, Preparation } from '../../providers/invoicing/invoice-issuer.ts';
import { partnerColumns } from './invoice.queries.ts';
import { openIssueStates, type OpenIssueState } from './issue.queries.ts';

/** The invoice of a paid bucket that is being issued. */
export interface IssueRow {
  id: string;
  state: OpenIssueState;
  step: number;
  issuer: IssuerName | null;
  requests: number;
  requestedAt: Date | null;
  sendableUntil: Date | null;
  missingLookups: number;
  consecutiveFailures: number;
  preparation: Preparation | null;
  documentId: string | null;
  number: string | null;
  /** When the order was paid. */
  issuedAt: Date;
  /** The date of the payment in the seller's time zone. */
  orderedOn: string;
  fulfillmentDate: string;
  dueDate: string;
  amount: number;
  currency: Currency;
  language: Language;
  lines: InvoiceLine[] | null;
  partnerName: string;
  partnerTaxNumber: string | null;
  partnerAddress: string;
  partnerCity: string;
  partnerPostCode: string;
  partnerCountry: string;
  /** The database's time. */
  now: Date;
}

const columns = [
  'id',
  'issueState as state',
  'issueStep as step',
  'issuer',
  'requests',
  'requestedAt',
  'sendableUntil',
  'missingLookups',
  'consecutiveFailures',
  'preparation',
  'documentId',
  'number',
  'issuedAt',
  'fulfillmentDate',
  'dueDate',
  'amount',
  'currency',
  'language',
  'lines',
  ...partnerColumns,
] as const;

/** An invoice that is to be issued; undefined if it is issued, failed or deleted. */
export function openIssue(db: Queryable, id: string, timeZone: string): Promise<IssueRow | undefined> {
  return db
    .selectFrom('invoices')
    .where('id', '=', id)
    .where('issueState', 'in', openIssueStates)
    .select(columns)
    .select([sql<string>`(issued_at at time zone ${timeZone}::text)::date`.as('orderedOn'), clockTimestamp.as('now')])
    .$narrowType<OpenIssue>()
    .executeTakeFirst();
}

/** Guaranteed by the state, which only a paid invoice has. Only this file writes the issuer's name. */
interface OpenIssue {
  state: OpenIssueState;
  issuer: IssuerName | null;
  issuedAt: NotNull;
  amount: NotNull;
}

export type IssueChanges = Partial<
  Pick<
    IssueRow,
    | 'state'
    | 'issuer'
    | 'requests'
    | 'requestedAt'
    | 'sendableUntil'
    | 'missingLookups'
    | 'consecutiveFailures'
    | 'preparation'
    | 'documentId'
    | 'number'
  >
>;

/** Updates an invoice if it is still at the step and in the state that the caller read. */
function updateUnchanged(db: Queryable, { id, step, state }: IssueRow) {
  return db
    .updateTable('invoices')
    .where('id', '=', id)
    .where('issueStep', '=', step)
    .where('issueState', '=', state)
    .set(({ eb }) => ({ issueStep: eb('issueStep', '+', 1) }));
}

/** Saves the changes of a step. @returns the changed row; undefined if it has changed since the caller read it */
export async function saveIssue(db: Queryable, before: IssueRow, changes: IssueChanges): Promise<IssueRow | undefined> {
  const after = { ...before, ...changes };
  const row = await updateUnchanged(db, before)
    .set({
      issueState: after.state,
      issuer: after.issuer,
      requests: after.requests,
      requestedAt: after.requestedAt,
      sendableUntil: after.sendableUntil,
      missingLookups: after.missingLookups,
      consecutiveFailures: after.consecutiveFailures,
      preparation: after.preparation && toJson(after.preparation),
      documentId: after.documentId,
      number: after.number,
    })
    .returning(['issueStep as step', clockTimestamp.as('now')])
    .executeTakeFirst();
  return row && { ...after, ...row };
}

/**
 * Records the intent to send a request, and until when it may be sent.
 * @returns undefined if the row has changed since the caller read it
 */
export async function recordRequestIntent(
  db: Queryable,
  issue: IssueRow,
  windowMs: number,
): Promise<IssueRow | undefined> {
  const { issuer, preparation } = issue;
  const row = await updateUnchanged(db, issue)
    .set(({ eb }) => ({
      issueState: 'issuing',
      issuer,
      preparation: preparation && toJson(preparation),
      requests: eb('requests', '+', 1),
      missingLookups: 0,
      requestedAt: clockTimestamp,
      sendableUntil: later(clockTimestamp, windowMs),
    }))
    .returning([
      'issueStep as step',
      'requests',
      'missingLookups',
      'requestedAt',
      'sendableUntil',
      clockTimestamp.as('now'),
    ])
    .executeTakeFirst();
  return row && { ...issue, ...row, state: 'issuing' };
}

/** @returns false if the row has changed since the caller read it */
export async function markIssued(tx: Tx, issue: IssueRow, pdf: { key: string; sha256: Buffer }): Promise<boolean> {
  const { numUpdatedRows } = await updateUnchanged(tx, issue)
    .set({
      issueState: 'issued',
      pdfKey: pdf.key,
      pdfSha256: pdf.sha256,
      issueFailure: null,
      consecutiveFailures: 0,
    })
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** @returns false if the row has changed since the caller read it */
export async function markIssueFailed(tx: Tx, issue: IssueRow, failure: string): Promise<boolean> {
  const { issuer, requestedAt, sendableUntil, preparation } = issue;
  const { numUpdatedRows } = await updateUnchanged(tx, issue)
    .set({
      issueState: 'failed',
      issueFailure: failure,
      issuer,
      requestedAt,
      sendableUntil,
      preparation: preparation && toJson(preparation),
    })
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
