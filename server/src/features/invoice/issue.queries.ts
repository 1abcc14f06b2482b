import type { InvoiceFields } from '@keepsake/contract/invoice';
import type { Currency, Language } from '@keepsake/contract/primitives';
import { sql, type Queryable, type Tx } from '../../platform/database/db.ts';
import type { InvoiceLine, IssuerName, Preparation } from '../../providers/invoicing/invoice-issuer.ts';

/** States in which something is still to be done. */
export const openIssueStates = ['to_issue', 'issuing', 'unknown'] as const;
export type OpenIssueState = (typeof openIssueStates)[number];

/** A paid set's invoice on its way to being issued. */
export interface IssueRow {
  id: string;
  state: OpenIssueState;
  step: number;
  issuer: IssuerName | null;
  asks: number;
  askedAt: Date | null;
  sendableUntil: Date | null;
  missingLookups: number;
  consecutiveFailures: number;
  preparation: Preparation | null;
  documentId: string | null;
  number: string | null;
  /** The payment. */
  issuedAt: Date;
  /** The day of the payment, in the seller's time zone. */
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

const columns = sql`
  id, issue_state as state, issue_step as step, issuer, asks, asked_at, sendable_until, missing_lookups, consecutive_failures, preparation,
  document_id, number, issued_at, fulfillment_date::text, due_date::text, amount, currency, language, lines, partner_name,
  partner_tax_number, partner_address, partner_city, partner_post_code, partner_country, clock_timestamp() as now`;

/** An invoice that is still to be issued; undefined where nothing is to be done for it. */
export function openIssue(db: Queryable, id: string, timeZone: string): Promise<IssueRow | undefined> {
  return db.first(sql`
    select ${columns}, (issued_at at time zone ${timeZone}::text)::date::text as ordered_on
    from invoices where id = ${id} and issue_state = any(${openIssueStates})`);
}

export type IssueChanges = Partial<
  Pick<
    IssueRow,
    | 'state'
    | 'issuer'
    | 'asks'
    | 'askedAt'
    | 'sendableUntil'
    | 'missingLookups'
    | 'consecutiveFailures'
    | 'preparation'
    | 'documentId'
    | 'number'
  >
>;

/** No issuer may have it, as none was asked, or the one that was has refused it for certain. */
const isCorrectable = sql`(issue_state in ('to_issue', 'failed') and asked_at is null and document_id is null)`;

/**
 * Replaces the buyer's data of a paid set's invoice, which is then issued with them. A step that an issuer's work is in the middle of is
 * left behind: what it found is not committed any more. @returns its id; undefined where it may have been issued
 */
export async function correctIssue(tx: Tx, bucketId: string, fields: InvoiceFields): Promise<string | undefined> {
  const corrected = await tx.first<{ id: string }>(sql`
    update invoices set partner_name = ${fields.partnerName}, partner_tax_number = ${fields.partnerTaxNumber || null},
      partner_address = ${fields.partnerAddress}, partner_city = ${fields.partnerCity},
      partner_post_code = ${fields.partnerPostCode}, partner_country = ${fields.partnerCountry}, language = ${fields.language},
      updated_at = app_now(), issue_state = 'to_issue', issue_failure = null, preparation = null, consecutive_failures = 0,
      issue_step = issue_step + 1
    where bucket_id = ${bucketId} and ${isCorrectable} returning id`);
  return corrected?.id;
}

/** How far an invoice is; undefined where none is to be issued. */
export function issueOf(
  db: Queryable,
  id: string,
): Promise<{ state: OpenIssueState | 'issued' | 'failed'; number: string | null; correctable: boolean } | undefined> {
  return db.first(sql`
    select issue_state as state, number, ${isCorrectable} as correctable from invoices where id = ${id} and issue_state is not null`);
}

/** The invoice of a paid set, for its owner's confirmation. */
export function issueOfBucket(
  db: Queryable,
  bucketId: string,
): Promise<{ state: OpenIssueState | 'issued' | 'failed'; number: string | null; pdfKey: string | null } | undefined> {
  return db.first(sql`
    select issue_state as state, number, pdf_key from invoices where bucket_id = ${bucketId} and issue_state is not null`);
}

/** Commits what a step found, over the state it began with. @returns the changed row; undefined where it has changed meanwhile */
export async function saveIssue(db: Queryable, before: IssueRow, changes: IssueChanges): Promise<IssueRow | undefined> {
  const after = { ...before, ...changes };
  const row = await db.first<{ step: number; now: Date }>(sql`
    update invoices set issue_state = ${after.state}, issuer = ${after.issuer}, asks = ${after.asks}, asked_at = ${after.askedAt},
      sendable_until = ${after.sendableUntil}, missing_lookups = ${after.missingLookups}, consecutive_failures = ${after.consecutiveFailures},
      preparation = ${after.preparation && JSON.stringify(after.preparation)}::jsonb, document_id = ${after.documentId},
      number = ${after.number}, issue_step = issue_step + 1
    where id = ${before.id} and issue_step = ${before.step} and issue_state = ${before.state}
    returning issue_step as step, clock_timestamp() as now`);
  return row && { ...after, ...row };
}

/** Commits the intent to send a request, and until when it may be sent. @returns undefined where the row has changed meanwhile */
export function recordRequestIntent(db: Queryable, issue: IssueRow, windowMs: number): Promise<IssueRow | undefined> {
  const { issuer, preparation } = issue;
  return db
    .first<Partial<IssueRow>>(
      sql`
    update invoices set issue_state = 'issuing', issuer = ${issuer}, preparation = ${JSON.stringify(preparation)}::jsonb,
      asks = asks + 1, missing_lookups = 0, asked_at = clock_timestamp(),
      sendable_until = clock_timestamp() + ${windowMs}::int * interval '1 millisecond', issue_step = issue_step + 1
    where id = ${issue.id} and issue_step = ${issue.step} and issue_state = ${issue.state}
    returning issue_state as state, issue_step as step, asks, missing_lookups, asked_at, sendable_until, clock_timestamp() as now`,
    )
    .then((row) => row && { ...issue, ...row });
}

/** @returns false where the row has changed meanwhile */
export async function markIssued(tx: Tx, issue: IssueRow, pdf: { key: string; sha256: Buffer }): Promise<boolean> {
  const touched = await tx.run(sql`
    update invoices set issue_state = 'issued', pdf_key = ${pdf.key}, pdf_sha256 = ${pdf.sha256}, issue_failure = null, consecutive_failures = 0,
      issue_step = issue_step + 1
    where id = ${issue.id} and issue_step = ${issue.step} and issue_state = ${issue.state}`);
  return touched === 1;
}

/** @returns false where the row has changed meanwhile */
export async function markIssueFailed(tx: Tx, issue: IssueRow, failure: string): Promise<boolean> {
  const touched = await tx.run(sql`
    update invoices set issue_state = 'failed', issue_failure = ${failure}, issuer = ${issue.issuer}, asked_at = ${issue.askedAt},
      sendable_until = ${issue.sendableUntil}, preparation = ${issue.preparation && JSON.stringify(issue.preparation)}::jsonb,
      issue_step = issue_step + 1
    where id = ${issue.id} and issue_step = ${issue.step} and issue_state = ${issue.state}`);
  return touched === 1;
}

/**
 * Resumes issuing a failed invoice: looks it up where the issuer may have it, else requests it. Undefined where it had not failed.
 */
export function reopenIssue(tx: Tx, id: string): Promise<{ state: string } | undefined> {
  return tx.first(sql`
    update invoices set consecutive_failures = 0, missing_lookups = 0, asks = 0, issue_failure = null, issue_step = issue_step + 1,
      issue_state = case when document_id is not null then 'issuing' when asked_at is not null then 'unknown' else 'to_issue' end
    where id = ${id} and issue_state = 'failed' returning issue_state as state`);
}

/** Invoices of paid sets that a version of the product froze which knew nothing of issuing. @returns their ids */
export async function adoptUnissued(db: Queryable): Promise<void> {
  await db.run(sql`
    update invoices i set issue_state = 'to_issue', lines = coalesce(i.lines, (
      select c.price->'lines' from checkouts c where c.bucket_id = i.bucket_id and c.fulfilled_at is not null
    ))
    where i.issued_at is not null and i.issue_state is null and i.amount > 0`);
}

/** Open invoices without a live job: the job or its worker was lost. */
export async function strandedIssues(db: Queryable, leaseMs: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select i.id from invoices i
    where i.issued_at is not null and i.issue_state = any(${openIssueStates}) and not exists (
      select 1 from graphile_worker.jobs j where j.key = 'invoice:' || i.id and j.attempts < j.max_attempts
        and (j.locked_at is null or j.locked_at > now() - ${leaseMs}::int * interval '1 millisecond'))`);
  return rows.map(({ id }) => id);
}

/** How long requests to this issuer stay paused; 0 where they are not. */
export async function issuerPausedForMs(db: Queryable, issuer: IssuerName): Promise<number> {
  const row = await db.first<{ ms: number }>(sql`
    select greatest(0, extract(epoch from until - now()) * 1000)::int as ms from issuer_pauses where issuer = ${issuer}`);
  return row?.ms ?? 0;
}

/** Pauses requests to this issuer; a longer pause stays. */
export async function pauseIssuer(tx: Tx, issuer: IssuerName, ms: number, reason: string): Promise<void> {
  await tx.run(sql`
    insert into issuer_pauses (issuer, until, reason)
    values (${issuer}, now() + ${Math.round(ms)}::int * interval '1 millisecond', ${reason})
    on conflict (issuer) do update set until = greatest(issuer_pauses.until, excluded.until), reason = excluded.reason`);
}

/** Records that administrators are notified of a pause. @returns when; undefined where they were notified before */
export async function claimPauseNotice(tx: Tx, issuer: IssuerName): Promise<Date | undefined> {
  const row = await tx.first<{ toldAt: Date }>(sql`
    update issuer_pauses set told_at = now() where issuer = ${issuer} and told_at is null returning told_at`);
  return row?.toldAt;
}

/** The issuer works again. */
export async function endPause(db: Queryable, issuer: IssuerName): Promise<void> {
  await db.run(sql`delete from issuer_pauses where issuer = ${issuer} and until <= now()`);
}
